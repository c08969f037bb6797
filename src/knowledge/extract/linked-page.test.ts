// A page that a tool reads: as Markdown, with absolute links.
import { expect, it } from 'vitest';
import { readLinkedPage } from './linked-page.ts';

const read = (html: string, address?: string) => readLinkedPage(new TextEncoder().encode(html), address);

it('keeps headings, lists and tables, and the metadata of its head', () => {
  const page = read(
    `<!doctype html><html><head><title>Tea</title><meta name="author" content="Ada">
    <link rel="canonical" href="https://tea.example/"></head>
    <body><nav><a href="/">Home</a></nav><main><h1>Tea</h1><p>Steep for <b>three</b> minutes.</p>
    <ul><li>Water</li><li>Leaves</li></ul><table><tr><th>Kind</th><th>Minutes</th></tr><tr><td>Oolong</td><td>8</td></tr></table>
    </main></body></html>`,
    'https://tea.example/?utm=1',
  );
  expect(page).toMatchObject({ title: 'Tea', author: 'Ada', url: 'https://tea.example/' });
  expect(page.markdown).toContain('Steep for **three** minutes.');
  expect(page.markdown).toContain('- Water');
  expect(page.markdown).toContain('| Oolong | 8 |');
  expect(page.markdown).not.toContain('Home');
});

it("resolves links against the address, or against the page's base", () => {
  const body = '<p>See <a href="brew.html">brewing</a> and <a href="#top">top</a>.</p>';
  expect(read(body, 'https://tea.example/guide/start').markdown).toBe(
    'See [brewing](https://tea.example/guide/brew.html) and top.',
  );
  expect(read(`<base href="/docs/">${body}`, 'https://tea.example/guide/').markdown).toContain(
    '(https://tea.example/docs/brew.html)',
  );
  expect(read(body).markdown).toBe('See brewing and top.');
});

it('reads the encoding declared by the page', () => {
  const bytes = Uint8Array.from('<meta charset="iso-8859-1"><p>Gr\u00fc\u00dfe', (letter) =>
    letter.charCodeAt(0),
  );
  expect(readLinkedPage(bytes, undefined).markdown).toBe('Grüße');
});

it.each([
  ['a page without text', '<script>draw()</script>', 'no text in it'],
  ['a page nested beyond all reason', '<div>'.repeat(30_000), 'nested too deep'],
])('rejects %s', (_, html, reason) => {
  expect(() => read(html)).toThrow(reason);
});

it('rejects anything but text', () => {
  expect(() => readLinkedPage(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2), undefined)).toThrow('a PNG image');
});
