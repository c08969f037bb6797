// Saves a document's original file as a download.
import type { OriginalFile } from '../../core/original.ts';
import { saveBlob } from '../components/save-file.ts';

/**
 * Types that a browser displays without running anything. A download can be opened instead of saved, in the app's
 * origin, so HTML, SVG, XML and everything else that may contain scripts is saved as plain bytes.
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
