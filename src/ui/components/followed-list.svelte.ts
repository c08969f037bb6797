// A list that loads later, and is read again after every change.
import { errorText } from './error-text.ts';
import { followLater } from './follow-later.ts';

export interface ListSource<Item> {
  list(): Promise<Item[]>;
  onChange(listener: () => void): () => void;
}

export class FollowedList<Item> {
  /** Undefined until it was read. */
  items = $state.raw<Item[]>();
  /** Why it could not be read, as a sentence. */
  problem = $state('');
  readonly #source: () => Promise<ListSource<Item>>;

  constructor(source: () => Promise<ListSource<Item>>) {
    this.#source = source;
  }

  /** For `onMount`: returns a function that stops. */
  follow(): () => void {
    return followLater(
      this.#source(),
      (loaded) => {
        void this.read();
        return loaded.onChange(() => void this.read());
      },
      (error) => (this.problem = errorText(error)),
    );
  }

  async read(): Promise<void> {
    try {
      this.items = await (await this.#source()).list();
      this.problem = '';
    } catch (error) {
      this.problem = errorText(error);
    }
  }
}
