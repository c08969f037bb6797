// The collections for display: sorted by name, each with its current number of documents.
import type { App } from '../../../apps/web/app.ts';
import type { CollectionWithCount } from '../../../core/collection.ts';

/** Milliseconds between updates while documents are being added. */
const REFRESH_MS = 500;

export class CollectionsState {
  readonly #app: Pick<App, 'collections' | 'knowledge'>;
  #list = $state.raw<readonly CollectionWithCount[]>();
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(app: Pick<App, 'collections' | 'knowledge'>) {
    this.#app = app;
  }

  /** Undefined until loaded. */
  get list(): readonly CollectionWithCount[] | undefined {
    return this.#list;
  }

  find(id: string): CollectionWithCount | undefined {
    return this.#list?.find((one) => one.id === id);
  }

  /** Loads them and follows changes. @returns a function that stops */
  start(): () => void {
    let isOver = false;
    let stop = (): void => undefined;
    const later = (): void => {
      this.#later ??= setTimeout(() => {
        this.#later = undefined;
        void this.#read();
      }, REFRESH_MS);
    };
    const stopLibrary = this.#app.knowledge.onChange(later);
    void this.#app.collections().then((collections) => {
      if (isOver) return;
      stop = collections.onChange(() => void this.#read());
      void this.#read();
    });
    return () => {
      isOver = true;
      clearTimeout(this.#later);
      stopLibrary();
      stop();
    };
  }

  /** The list of documents reports storage failures. */
  async #read(): Promise<void> {
    try {
      this.#list = await (await this.#app.collections()).list();
    } catch (error) {
      console.warn(error);
      this.#list ??= [];
    }
  }
}
