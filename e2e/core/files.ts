// A file of each format the library reads, and adding one from a page.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { EnginePage } from './engine-page.ts';

export const FIXTURES = new URL('../../src/knowledge/extract/fixtures/', import.meta.url);
/** A file of each format, with words found only in it. */
export const FILES: Record<string, { bytes: Uint8Array; words: string }> = {
  ...Object.fromEntries(
    Object.entries({
      'kestrel.pdf': 'Quill crater landing',
      'kestrel.docx': 'Kestrel probe',
      'kestrel.pptx': 'Kestrel probe',
      'kestrel.xlsx': 'Burns',
      'kestrel.odt': 'Kestrel probe',
      'kestrel.epub': 'Kestrel probe',
    }).map(([name, words]) => [name, { bytes: readFileSync(new URL(name, FIXTURES)), words }]),
  ),
  ...Object.fromEntries(
    Object.entries({
      'sextant.md': '# Sextant\n\nThe sextant measures the altitude of stars.',
      'barometer.txt': 'The barometer falls before a storm.',
      'windlass.html': '<h1>Windlass</h1><p>The windlass lifts the anchor.</p>',
      'halyard.csv': 'rope,metres\nhalyard,32\nsheet,14\n',
      'capstan.eml': 'From: Ann <ann@example.org>\r\nSubject: Capstan\r\n\r\nThe capstan turns the cable.',
      'davits.mbox':
        'From ann@example.org Sat Mar 14 10:30:00 2026\nFrom: ann@example.org\nMessage-ID: <davits@example.org>\nSubject: Davits\n\nThe davits lower the boat.\n',
      'gangway.rtf': '{\\rtf1\\ansi The gangway leads ashore.\\par}',
      'hawser.adoc': '= Mooring\n\n== Hawser\n\nThe hawser holds the ship.',
      'bollard.json': '[{"title": "Bollard", "body": "The bollard holds the hawser."}]',
    }).map(([name, text]) => [name, { bytes: new TextEncoder().encode(text), words: name.split('.')[0]! }]),
  ),
  'fairlead.txt.gz': { bytes: gzipSync('The fairlead guides the rope.'), words: 'fairlead' },
};

/** Adds a file as a drop does. @returns the import's report. */
export function addFile(app: EnginePage, name: string, bytes: Uint8Array) {
  return app.evaluate(
    async (called, base64) => {
      const letters = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const { documents, skipped } = await window.perilune.knowledge.add([new File([letters], called)]);
      return { documents, skipped };
    },
    name,
    Buffer.from(bytes).toString('base64'),
  );
}

/** Returns the document of a file, and the number of the passage with these words. */
export function passageOf(
  app: EnginePage,
  file: string,
  words: string,
): Promise<{ id: string; chunk: number }> {
  return app.evaluate(
    async (name, query) => {
      const { results } = await window.perilune.knowledge.search(query);
      const { id, chunk } = results.find(({ source_id }) => source_id === name)!;
      return { id, chunk };
    },
    file,
    words,
  );
}
