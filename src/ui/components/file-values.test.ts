// Pictures and files in results.
import { expect, it } from 'vitest';
import { filesIn, withoutBytes } from './file-values.ts';

const PNG = { kind: 'image', content_type: 'image/png; q=1', data: btoa('picture') };

it('finds pictures and files wherever they stand, and names those without a name after their type', () => {
  const result = { cover: PNG, more: [{ kind: 'file', name: 'a/b.pdf', data: btoa('%PDF') }] };
  expect(filesIn(result).map(({ fileName, type, picture }) => [fileName, type, picture])).toEqual([
    ['image.png', 'image/png', true],
    ['a_b.pdf', 'application/octet-stream', false],
  ]);
  expect(new TextDecoder().decode(filesIn(PNG)[0]?.bytes)).toBe('picture');
});

it('takes only what is one: a page of a stranger is no picture, and text that is no base64 is no file', () => {
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

it('shows sizes in the place of bytes and leaves the rest alone', () => {
  expect(withoutBytes({ cover: PNG, note: 'a', list: [1, { data: 'x' }] })).toEqual({
    cover: { ...PNG, data: '(7 B)' },
    note: 'a',
    list: [1, { data: 'x' }],
  });
  expect(withoutBytes(undefined)).toBeNull();
});
