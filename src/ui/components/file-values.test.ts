// Images and files in results.
import { expect, it } from 'vitest';
import { filesIn, withoutBytes } from './file-values.ts';

const PNG = { kind: 'image', content_type: 'image/png; q=1', data: btoa('picture') };

it('finds images and files anywhere, and names unnamed ones by their type', () => {
  const result = { cover: PNG, more: [{ kind: 'file', name: 'a/b.pdf', data: btoa('%PDF') }] };
  expect(filesIn(result).map(({ fileName, type, picture }) => [fileName, type, picture])).toEqual([
    ['image.png', 'image/png', true],
    ['a_b.pdf', 'application/octet-stream', false],
  ]);
  expect(new TextDecoder().decode(filesIn(PNG)[0]?.bytes)).toBe('picture');
});

it('takes only valid ones: untrusted HTML is not an image, and text that is not base64 is not a file', () => {
  expect(filesIn({ kind: 'image', content_type: 'text/html', data: btoa('<script>') })[0]?.picture).toBe(
    false,
  );
  expect(filesIn({ kind: 'file', content_type: 'audio/mpeg', data: btoa('x') })[0]).toMatchObject({
    fileName: 'file.mp3',
    sound: true,
  });
  expect(filesIn({ kind: 'file', data: 'not base64!' })).toEqual([]);
  expect(filesIn({ kind: 'folder', data: btoa('x') })).toEqual([]);
  expect(filesIn('text')).toEqual([]);
});

it('replaces bytes by sizes, and changes nothing else', () => {
  expect(withoutBytes({ cover: PNG, note: 'a', list: [1, { data: 'x' }] })).toEqual({
    cover: { ...PNG, data: '(7 B)' },
    note: 'a',
    list: [1, { data: 'x' }],
  });
  expect(withoutBytes(undefined)).toBeNull();
});
