// For tests: a library in memory, filled with texts or with the sample documents.
import { readFileSync } from 'node:fs';
import { Library } from './library.ts';
import type { LibraryDeps } from './library-deps.ts';
import { MemoryDocuments } from './memory-documents.ts';

export const SAMPLES = ['contract.md', 'handbook.md', 'orders.csv', 'paper.html'];

/** A library in memory. Its ids are counted, and its clock stands still. @param own what is different in it */
export function memoryLibrary(own: Partial<LibraryDeps> = {}): Library {
  let ids = 0;
  return new Library({
    store: new MemoryDocuments(),
    exclusive: (work) => work(),
    announce: () => undefined,
    newId: () => `id-${++ids}`,
    now: () => '2026-01-01T00:00:00.000Z',
    ...own,
  });
}

/** A clock that advances by a second with each look. */
export function tickingClock(): () => string {
  let tick = 0;
  return () => new Date(Date.UTC(2026, 0, 1) + ++tick * 1000).toISOString();
}

/** A library in memory with documents: texts by file name. */
export async function libraryOf(texts: Readonly<Record<string, string>>): Promise<Library> {
  const library = memoryLibrary();
  await library.load();
  await library.add(Object.entries(texts).map(([path, text]) => ({ file: new File([text], path), path })));
  return library;
}

/** The text of a file that the app brings along. */
export function broughtText(name: string, folder = 'samples'): string {
  return readFileSync(new URL(`../../public/${folder}/${name}`, import.meta.url), 'utf8');
}

/** The sample documents by file name. */
export function sampleTexts(): Record<string, string> {
  return Object.fromEntries(SAMPLES.map((name) => [name, broughtText(name)]));
}
