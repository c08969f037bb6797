// Interpreting a paste.
import { expect, it } from 'vitest';
import { readPaste } from './pasted.ts';

function clipboard(types: Record<string, string>, files: File[] = []): Parameters<typeof readPaste>[0] {
  return { files: files as unknown as FileList, getData: (type: string) => types[type] ?? '' };
}

it('takes files, but not the picture that comes with a copied table', () => {
  const pdf = new File(['x'], 'a.pdf', { type: 'application/pdf' });
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  expect(readPaste(clipboard({ 'text/plain': 'a.pdf' }, [pdf]))).toEqual({ kind: 'files', files: [pdf] });
  expect(readPaste(clipboard({}, [picture]))).toEqual({ kind: 'files', files: [picture] });
  const html = '<table><tr><td>1</td></tr></table>';
  expect(readPaste(clipboard({ 'text/plain': '1', 'text/html': html }, [picture]))).toEqual({
    kind: 'text',
    text: '1',
    html,
  });
});

it('takes a lone address as an address, and one within text as text', () => {
  expect(readPaste(clipboard({ 'text/plain': ' https://example.org/a?b ' }))).toEqual({
    kind: 'address',
    address: 'https://example.org/a?b',
  });
  expect(readPaste(clipboard({ 'text/plain': 'see https://example.org/' }))).toMatchObject({ kind: 'text' });
});

it('keeps formatting if there is any, and ignores an empty clipboard', () => {
  const html = '<h2>Tides</h2><p>Twice a day.</p>';
  expect(readPaste(clipboard({ 'text/plain': 'Tides', 'text/html': html }))).toMatchObject({ html });
  const coloured = '<div><span style="color:red">local x = 1</span></div>';
  expect(readPaste(clipboard({ 'text/plain': 'local x = 1', 'text/html': coloured }))).not.toHaveProperty(
    'html',
  );
  expect(readPaste(clipboard({ 'text/plain': ' ' }))).toBeUndefined();
});
