// Reads files into documents of the chat, and returns mentions of them. Loads with the first file.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import { ATTACHED_SOURCE } from '../../../core/document.ts';
import { errorText } from '../../components/error-text.ts';

/** A file with more documents, such as rows of JSON, is a collection: it belongs in the library. */
const MOST_DOCUMENTS = 10;

/** A sentence above the question. */
export interface Note {
  text: string;
  bad: boolean;
}

export interface AttachedFile {
  mentions: Mention[];
  /** A sentence that explains why it could not be attached. */
  problem?: string;
}

async function attachPicture(file: File): Promise<AttachedFile> {
  try {
    const { toPicture } = await import('./to-picture.ts');
    return { mentions: [await toPicture(file)] };
  } catch (error) {
    return refused(`“${file.name}” was not attached. ${errorText(error)}`);
  }
}

/** Never rejects. An aborted file is not attached. */
export async function attachFile(
  { knowledge }: Pick<App, 'knowledge'>,
  file: File,
  signal: AbortSignal,
  called?: string,
): Promise<AttachedFile> {
  const { name } = file;
  if (isPictureFile(file)) return attachPicture(file);
  try {
    // A separate id: the same file can belong to several chats.
    const given = {
      source: ATTACHED_SOURCE,
      source_id: `${crypto.randomUUID()}/${name}`,
      ...(called !== undefined && { title: called }),
    };
    const { ids, skipped } = await knowledge.add([{ file, path: name, given }], { signal });
    if (ids.length > MOST_DOCUMENTS) {
      await knowledge.remove(ids);
      return refused(`“${name}” contains ${ids.length} documents. Add it to the library instead.`);
    }
    const views = await Promise.all(ids.map((id) => knowledge.get(id)));
    const [first] = skipped;
    return {
      mentions: views.map(({ id, title }) => ({
        kind: 'document',
        id,
        title: title ?? name,
        attached: true,
      })),
      ...(first && { problem: `“${name}” was not attached: ${first.reason}.` }),
    };
  } catch (error) {
    return signal.aborted ? { mentions: [] } : refused(`“${name}” was not attached. ${errorText(error)}`);
  }
}

/** Adds an attached file to the library as well, and reports it. Never rejects. */
export async function keepInLibrary({ knowledge }: Pick<App, 'knowledge'>, file: File): Promise<Note> {
  try {
    const { ids, skipped } = await knowledge.add([file]);
    if (ids.length > 0) return { text: `“${file.name}” is in the library too.`, bad: false };
    return { text: `“${file.name}”: ${skipped[0]?.reason ?? 'already in the library'}.`, bad: false };
  } catch (error) {
    return { text: `“${file.name}” was not added to the library. ${errorText(error)}`, bad: true };
  }
}

/** Opens the system's file picker, or the camera. Resolves to an empty list if it is cancelled. */
export function pickFiles(from: 'files' | 'camera'): Promise<File[]> {
  const field = document.createElement('input');
  const wanted = from === 'camera' ? { accept: 'image/*', capture: 'environment' } : { multiple: true };
  Object.assign(field, { type: 'file', ...wanted });
  return new Promise((picked) => {
    field.addEventListener('change', () => picked([...(field.files ?? [])]));
    field.addEventListener('cancel', () => picked([]));
    field.click();
  });
}

function refused(problem: string): AttachedFile {
  return { mentions: [], problem };
}

function isPictureFile({ name, type }: File): boolean {
  return type.startsWith('image/') || /\.(?:png|jpe?g|webp|gif|bmp|avif|heic|heif|tiff?|svg)$/i.test(name);
}
