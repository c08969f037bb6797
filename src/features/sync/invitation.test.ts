// The link that adds a device: what is in it comes back, and nothing else is taken for one.
import { describe, expect, it } from 'vitest';
import { linkOf, readInvitation, readLink, type Invitation } from './invitation.ts';
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
  [codeOf(['https://cloud.example@other.example/', 'me', 'moon', 'pass'])],
  [codeOf(['javascript:alert(1)', 'me', 'moon', 'pass'])],
  [codeOf(['file:///etc/', 'me', 'moon', 'pass'])],
  [codeOf(['s3', 'https://other.example', 'cloud.example (yours)', '', '', '', 'KEY', 'secret', 'pass'])],
])('is refused: %s', (code) => {
  expect(readInvitation(code)).toBeUndefined();
});

describe('a pasted link', () => {
  const link = linkOf(FOLDER, 'https://perilune.example/app/');

  it.each([
    ['as it was copied', link],
    ['with space around it', `\n  ${link} \n`],
    ['in a message', `Here it is: ${link}\nSee you, me`],
    ['broken into lines by a mail program', link.replace(/.{60}/g, '$&\r\n')],
    ['of another copy of the app', link.replace('https://perilune.example/app/', 'http://localhost:4173/')],
    ['without its beginning', link.slice(link.indexOf('=') + 1)],
  ])('is read %s', (_, text) => {
    expect(readLink(text)).toEqual(FOLDER);
  });

  it.each([
    ['', ''],
    ['another address', 'https://perilune.example/#/settings/sync'],
    ['half a link', link.slice(0, -20)],
    ['no code', 'https://perilune.example/#/settings/sync?join='],
    ['a link that leads elsewhere than it says', codeOf(['https://a.example@b.example/', 'me', 'moon', 'p'])],
    ['a text without end', 'join='.repeat(20_000)],
  ])('is not made up from %s', (_, text) => {
    expect(readLink(text)).toBeUndefined();
  });
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
