// Files that pdf.js needs only sometimes: the standard fonts, decoders of scanned pages, East Asian character maps.
import { CharacterMaps } from './pdf-cmaps.ts';

const FONTS = import.meta.glob<string>('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const DECODERS = import.meta.glob<string>('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm', {
  query: '?url&no-inline',
  import: 'default',
  eager: true,
});
const PLACES: Record<string, string | undefined> = { ...FONTS, ...DECODERS };
const FOLDERS: Record<string, string> = {
  standardFontDataUrl: '/node_modules/pdfjs-dist/standard_fonts/',
  wasmUrl: '/node_modules/pdfjs-dist/wasm/',
};

/** Gives pdf.js these files of the app itself, each when first needed, and nothing else that it might request. */
export class PdfParts extends CharacterMaps {
  override async fetch(asked: { kind: string; filename: string }): Promise<Uint8Array> {
    const { kind, filename } = asked;
    if (kind === 'cMapUrl') return super.fetch(asked);
    const place = PLACES[`${FOLDERS[kind]}${filename}`];
    if (place === undefined) throw new Error(`there is no ${filename.slice(0, 100)}`);
    const response = await fetch(place);
    if (!response.ok) throw new Error(`${filename} could not be fetched`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
