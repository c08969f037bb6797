// Interpreting a share, by its fields.
import { expect, it } from 'vitest';
import { inWords, linkNote, readShared } from './read-shared.ts';

function form(fields: Record<string, string | File | File[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, one);
  return form;
}

it('takes files as files, whatever the other fields', () => {
  const files = [new File(['a'], 'a.md'), new File(['b'], 'b.pdf')];
  const shared = readShared(form({ title: 'Two files', files }));
  expect(shared.files.map(({ name }) => name)).toEqual(['a.md', 'b.pdf']);
  expect(shared.note).toBeUndefined();
  // An empty file field arrives as a file without a name.
  expect(readShared(form({ text: 'x', files: new File([], '') })).files).toEqual([]);
});

it('fetches a lone address, in whichever field', () => {
  expect(readShared(form({ title: 'Tides', url: 'https://example.org/t' }))).toMatchObject({
    address: 'https://example.org/t',
    title: 'Tides',
  });
  const android = readShared(form({ title: 'Tides', text: 'Tides https://example.org/t' }));
  expect(android).toMatchObject({ address: 'https://example.org/t' });
  expect(android.note).toBeUndefined();
});

it('turns a text into a note with its address', () => {
  const shared = readShared(form({ text: '"Twice a day"\n https://example.org/t' }));
  expect(shared.address).toBeUndefined();
  expect(shared.note).toMatchObject({
    title: '"Twice a day"',
    source: 'shared',
    source_url: 'https://example.org/t',
    content_type: 'text/plain',
  });
  expect(readShared(form({ title: 'Only this' })).note).toMatchObject({
    title: 'Only this',
    body: 'Only this',
  });
  expect(readShared(form({}))).toEqual({ files: [], title: '' });
});

it('keeps an unreadable page as a link that its title finds', () => {
  expect(linkNote('https://example.org/t', 'Tides')).toMatchObject({
    title: 'Tides',
    body: 'Tides\n\nhttps://example.org/t',
    source_id: 'https://example.org/t',
  });
});

it('describes its content for confirmation: at most three files, the address, the text', () => {
  const files = ['a.md', 'b.md', 'c.md', 'd.md'].map((name) => new File(['x'], name));
  expect(inWords({ files, title: '' })).toBe('a.md, b.md, c.md, 1 more file');
  expect(inWords({ files: [], title: 'Tides', address: 'https://example.org/t' })).toBe(
    'the page https://example.org/t',
  );
  expect(inWords({ files: [], title: 'T', note: { title: 'A lugger', body: 'A lugger' } })).toBe(
    'the text “A lugger”',
  );
  expect(inWords({ files: [], title: '' })).toBe('Nothing readable');
});
