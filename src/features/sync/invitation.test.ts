// The link that adds a device: what is in it comes back, and nothing else is taken for one.
import { expect, it } from 'vitest';
import { linkOf, readInvitation, type Invitation } from './invitation.ts';
import { placeName, placeOf, secretOf, withSecret } from './places.ts';

const FOLDER: Invitation = {
  place: { kind: 'webdav', address: { url: 'https://cloud.example/dav/', user: 'mé', password: 'p/+=' } },
  passphrase: 'mond über wasser 🌙',
};
const BUCKET: Invitation = {
  place: {
    kind: 's3',
    address: {
      ...{ endpoint: 'https://s3.example', bucket: 'moons', region: '', folder: 'a/b', style: 'path' },
      ...{ keyId: 'KEY', secret: 'secret' },
    },
  },
  passphrase: 'a long passphrase',
};
const codeOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it.each([FOLDER, BUCKET])('comes back as it was made: %#', (invitation) => {
  const link = linkOf(invitation, 'https://perilune.example/');
  const [page, code] = link.split('#/settings/sync?join=') as [string, string];
  expect(page).toBe('https://perilune.example/');
  expect(code).toMatch(/^[\w-]+$/);
  expect(readInvitation(code)).toEqual(invitation);
});

it.each([
  [''],
  ['not a code'],
  [codeOf({})],
  [codeOf(['https://cloud.example/', 'me', 'moon'])],
  [codeOf(['no address', 'me', 'moon', 'pass'])],
  [codeOf(['https://cloud.example/', 'me', 5, 'pass'])],
  [codeOf(['https://cloud.example/', 'me', 'x'.repeat(2000), 'pass'])],
  [codeOf(['s3', 'https://s3.example', 'moons', '', '', 'other', 'KEY', 'secret', 'pass'])],
  [codeOf(['s3', 'https://s3.example', 'moons'])],
])('is refused: %s', (code) => {
  expect(readInvitation(code)).toBeUndefined();
});

it.each([FOLDER, BUCKET])('keeps no secret among the settings: %#', ({ place }) => {
  const secret = secretOf(place)!;
  const kept = placeOf(place);
  expect(JSON.stringify(kept)).not.toContain(secret);
  expect(withSecret(kept, secret)).toEqual(place);
});

it('names a storage as a person calls it', () => {
  expect(placeName(placeOf(FOLDER.place))).toBe('cloud.example');
  expect(placeName(placeOf(BUCKET.place))).toBe('moons (s3.example)');
});
