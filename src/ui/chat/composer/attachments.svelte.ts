// The files of a draft on their way into the chat, and those that are attached to it. Loads with the first file.
import type { App } from '../../../apps/web/app.ts';
import type { Mention } from '../../../core/conversation.ts';
import type { DroppedDocuments } from '../../components/document-drop.ts';
import { attachFile, keepInLibrary, type Note, pickFiles } from './attach-files.ts';

export class Attachments {
  /** Being read, by name. */
  reading = $state.raw<readonly { name: string; stop(): void }[]>([]);
  readonly #app: Pick<App, 'knowledge'>;
  readonly #files = new Map<string, File>();

  constructor(app: Pick<App, 'knowledge'>) {
    this.#app = app;
  }

  /**
   * @param dropped absent: files are chosen now
   * @returns what the draft points at now, and a sentence on what was refused
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

  /** Only while its file is at hand: after a reload it has to be chosen again. */
  canKeep({ id }: Mention): boolean {
    return this.#files.has(id);
  }

  /** Puts it into the library as well. */
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
