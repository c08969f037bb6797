// The attachments of a draft, both being read and attached. Loads with the first file.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import type { DroppedDocuments } from '../../components/document-drop.ts';
import { attachFile, keepInLibrary, type Note, pickFiles } from './attach-files.ts';

export class Attachments {
  /** Files being read, by name. */
  reading = $state.raw<readonly { name: string; stop(): void }[]>([]);
  readonly #app: Pick<App, 'knowledge'>;
  readonly #files = new Map<string, File>();

  constructor(app: Pick<App, 'knowledge'>) {
    this.#app = app;
  }

  /**
   * @param dropped absent: opens the file picker
   * @returns the draft's mentions, and a sentence about refused files
   */
  async take(dropped?: DroppedDocuments): Promise<{ mentions: Mention[]; note: Note | undefined }> {
    const { files, skipped = [] } = dropped ?? { files: await pickFiles() };
    const all = await Promise.all(files.map((file) => this.#take(file)));
    const text = [
      ...all.flatMap(({ problem }) => problem ?? []),
      ...skipped.map(({ name, reason }) => `“${name}” was not attached: ${reason}.`),
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

  async #take(file: File): Promise<Awaited<ReturnType<typeof attachFile>>> {
    const controller = new AbortController();
    const entry = { name: file.name, stop: () => controller.abort() };
    this.reading = [...this.reading, entry];
    const attached = await attachFile(this.#app, file, controller.signal);
    this.reading = this.reading.filter((one) => one !== entry);
    for (const { id, kind } of attached.mentions) if (kind === 'document') this.#files.set(id, file);
    return attached;
  }
}
