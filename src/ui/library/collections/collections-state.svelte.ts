// The collections as screens show them: by name, each with the number of its documents, as they are now.
import type { App } from '../../../apps/web/app.ts';
import type { CollectionWithCount } from '../../../core/collection.ts';

/** While documents stream in the numbers follow at this pace. */
const REFRESH_MS = 500;

export class CollectionsState {
  readonly #app: Pick<App, 'collections' | 'knowledge'>;
  #list = $state.raw<readonly CollectionWithCount[]>();
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(app: Pick<App, 'collections' | 'knowledge'>) {
    this.#app = app;
  }

  /** Undefined until they are read. */
  get list(): readonly CollectionWithCount[] | undefined {
    return this.#list;
  }

  find(id: string): CollectionWithCount | undefined {
    return this.#list?.find((one) => one.id === id);
  }

  /** Reads them and follows what changes. @returns what stops it */
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

  /** Storage that fails is told of by the list of documents. */
  async #read(): Promise<void> {
    try {
      this.#list = await (await this.#app.collections()).list();
    } catch (error) {
      console.warn(error);
      this.#list ??= [];
    }
  }
}
