// Hands the original file of a document to the browser's downloads.
import type { OriginalFile } from '../../core/original.ts';
import { saveBlob } from '../components/save-file.ts';

/**
 * Types that a browser shows without running anything of the file. A download can be opened in place of being saved, at the
 * address of the app: HTML, SVG, XML and whatever else may hold scripts is handed over as mere bytes.
 */
const PASSIVE =
  /^(?:application\/(?:pdf|json|zip|epub\+zip|rtf|msword|vnd\.(?:openxmlformats-officedocument|oasis\.opendocument)\.[a-z.-]+)|text\/(?:plain|csv|markdown|tab-separated-values)|image\/(?:png|jpeg|gif|webp|avif|bmp))$/;

const BYTES = 'application/octet-stream';

export function safeType(type: string): string {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  return PASSIVE.test(bare) ? bare : BYTES;
}

export function downloadOriginal({ name, type, blob }: OriginalFile<Blob>): void {
  saveBlob(name, blob.slice(0, blob.size, safeType(type)));
}
