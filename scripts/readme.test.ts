// The documents at the root stay short, their links work, and the README uses only existing calls of the page API.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';
import { laterCalls } from '../src/page-api/later-calls.ts';

const root = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

it.each([
  ['README.md', 8_192],
  ['ARCHITECTURE.md', 12_288],
  ['SECURITY.md', 20_480],
])('%s has at most %i bytes', (path, most) => {
  expect(Buffer.byteLength(read(path))).toBeLessThanOrEqual(most);
});

it.each(['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'])(
  '%s links only to files and headings that exist',
  (path) => {
    const text = read(path);
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address = '']) => address);
    const dead = links.filter((address) => {
      if (/^https?:/.test(address)) return false;
      const [file = '', heading] = address.split('#');
      const target = file === '' ? path : file;
      if (!existsSync(new URL(target, root))) return true;
      return heading !== undefined && !headingsOf(read(target)).includes(heading);
    });
    expect(dead).toEqual([]);
  },
);

it('ARCHITECTURE.md has a line for each folder of src', () => {
  const folders = readdirSync(new URL('src', root), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  const listed = [...read('ARCHITECTURE.md').matchAll(/^\| `([\w-]+)\/`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(folders.toSorted());
});

it('the README uses only calls of the page API', () => {
  // Calls nothing: only the names count.
  const api: Record<string, object> = { ...laterCalls(new Promise<never>(() => undefined)) };
  const used = [...read('README.md').matchAll(/perilune\.(\w+)\.(\w+)\(/g)];
  expect(used.length).toBeGreaterThan(2);
  for (const [, part = '', name = ''] of used) expect(Object.keys(api[part] ?? {})).toContain(name);
});

it("the README's pictures are small, and the first is animated", () => {
  const picture = readFileSync(new URL('docs/perilune.webp', root));
  expect(statSync(new URL('docs/perilune.webp', root)).size).toBeLessThanOrEqual(1_500_000);
  expect(picture.subarray(0, 64).includes('ANIM')).toBe(true);
  expect(statSync(new URL('docs/widget.webp', root)).size).toBeLessThanOrEqual(100_000);
});

/** Anchors as GitHub derives them. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
