// The character maps of pdf.js for Chinese, Japanese and Korean PDF files without embedded fonts, each downloaded
// when a file needs it.

const PLACES = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const FOLDER = '/node_modules/pdfjs-dist/cmaps/';

/** Gives pdf.js these maps, and nothing else that it might request. */
export class CharacterMaps {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const place = kind === 'cMapUrl' ? PLACES[`${FOLDER}${filename}`] : undefined;
    if (place === undefined) throw new Error(`there is no ${filename.slice(0, 100)}`);
    const response = await fetch(place);
    if (!response.ok) throw new Error(`${filename} could not be fetched`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
