// Chooses the extractor for a packed file. Each is loaded when first needed; in the browser, in the worker that reads
// files.
import { type Extracted, type ReadWith, Refusal } from './extracted.ts';
import type { PackedKind } from './kinds.ts';

/** Reads a packed file without its pictures. Rejects with a Refusal, also when `signal` aborts. */
export type ReadParts = (
  kind: PackedKind,
  bytes: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
  given?: ReadWith,
) => Promise<Extracted>;

/**
 * @param alive to be called now and then: a reader that is silent for too long may be ended
 * @throws Refusal with the reason, for a file that is damaged, hostile or without text
 */
export async function extractPacked(
  kind: PackedKind,
  bytes: Uint8Array<ArrayBuffer>,
  alive: () => void = () => undefined,
  given: ReadWith = {},
): Promise<Extracted> {
  const extracted = await readPacked(kind, bytes, alive, given);
  if (extracted.body.trim() === '' && !extracted.files?.length && !extracted.unread)
    throw new Refusal('the file has no text in it');
  return extracted;
}

async function readPacked(
  kind: PackedKind,
  bytes: Uint8Array<ArrayBuffer>,
  alive: () => void,
  given: ReadWith,
): Promise<Extracted> {
  try {
    switch (kind) {
      case 'pdf':
        return await (await import('./pdf.ts')).extractPdf(bytes, alive, given);
      case 'docx':
        return await (await import('./docx.ts')).extractDocx(bytes);
      case 'pptx':
        return (await import('./pptx.ts')).extractPptx(bytes, alive);
      case 'xlsx':
        return (await import('./xlsx.ts')).extractXlsx(bytes, alive);
      case 'odt':
        return (await import('./odt.ts')).extractOdt(bytes);
      case 'ods':
        return (await import('./ods.ts')).extractOds(bytes, alive);
      case 'odp':
        return (await import('./odt.ts')).extractOdp(bytes, alive);
      case 'epub':
        return (await import('./epub.ts')).extractEpub(bytes, alive);
      case 'rtf':
        return (await import('./rtf.ts')).extractRtf(bytes, alive);
      case 'mail':
        return await (await import('./mail.ts')).extractMail(bytes);
      case 'gzip':
        return (await import('./gzip.ts')).extractGzip(bytes, alive);
      case 'zip':
        return (await import('./archive.ts')).extractArchive(bytes, alive);
      case 'picture':
        throw new Refusal('pictures can be read only in the app');
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`the file is damaged (${error instanceof Error ? error.message : String(error)})`);
  }
}
