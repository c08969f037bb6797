// The attachments of a draft, both being read and attached. Loads with the first file.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import type { DroppedDocuments } from '../../components/document-drop.ts';
import { errorText } from '../../components/error-text.ts';
import { attachFile, keepInLibrary, type Note, pickFiles } from './attach-files.ts';

/** Files that have to be fetched first, such as a resource of a server. */
export interface FilesToCome {
  name: string;
  /** Rejects with what is said of it. */
  fetch(signal: AbortSignal): Promise<DroppedDocuments>;
}

export class Attachments {
  /** Files being read, by name. */
  reading = $state.raw<readonly { name: string; stop(): void }[]>([]);
  readonly #app: Pick<App, 'knowledge'>;
  readonly #files = new Map<string, File>();

  constructor(app: Pick<App, 'knowledge'>) {
    this.#app = app;
  }

  /**
   * @param dropped `files`: opens the file picker; `camera`: takes a photo
   * @returns the draft's mentions, and a sentence about refused files
   */
  async take(
    dropped: DroppedDocuments | FilesToCome | 'files' | 'camera' = 'files',
  ): Promise<{ mentions: Mention[]; note: Note | undefined }> {
    if (typeof dropped === 'string') return this.take({ files: await pickFiles(dropped) });
    if ('fetch' in dropped) return this.#fetch(dropped);
    const { files: given, skipped, title } = dropped;
    // A drop has been sorted already, and says what it skipped. The resource of a server is only ever attached.
    const files = skipped || title !== undefined ? given : await documentsAmong(given);
    const all = await Promise.all(files.map((file) => this.#take(file, title)));
    const text = [
      ...all.flatMap(({ problem }) => problem ?? []),
      ...(skipped ?? []).map(({ name, reason }) => `“${name}” was not attached: ${reason}.`),
    ].join(' ');
    const mentions = all.flatMap(({ mentions }) => mentions);
    return { mentions, note: text === '' ? undefined : { text, bad: true } };
  }

  /** Only while its file is in memory: after a reload it must be chosen again. */
  canKeep({ id }: Mention): boolean {
    return this.#files.has(id);
  }

  /** Adds it to the library as well. */
  async keep({ id }: Mention): Promise<Note | undefined> {
    const file = this.#files.get(id);
    this.#files.delete(id);
    return file && keepInLibrary(this.#app, file);
  }

  async #fetch({ name, fetch }: FilesToCome): ReturnType<Attachments['take']> {
    return this.#whileReading(name, async (signal) => {
      try {
        return await this.take(await fetch(signal));
      } catch (error) {
        const text = `“${name}” was not attached. ${errorText(error)}`;
        return { mentions: [], note: signal.aborted ? undefined : { text, bad: true } };
      }
    });
  }

  async #take(file: File, title?: string): Promise<Awaited<ReturnType<typeof attachFile>>> {
    const attached = await this.#whileReading(title ?? file.name, (signal) =>
      attachFile(this.#app, file, signal, title),
    );
    for (const { id, kind } of attached.mentions) if (kind === 'document') this.#files.set(id, file);
    return attached;
  }

  async #whileReading<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    const entry = { name, stop: () => controller.abort() };
    this.reading = [...this.reading, entry];
    return work(controller.signal).finally(() => {
      this.reading = this.reading.filter((one) => one !== entry);
    });
  }
}

/** Tools among the files go to their review. */
async function documentsAmong(files: readonly File[]): Promise<readonly File[]> {
  const { withoutTools } = await import('../../studio/take-files.ts');
  return withoutTools(files);
}
