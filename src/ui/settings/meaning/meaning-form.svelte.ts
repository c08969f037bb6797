// The form of semantic search: where embeddings are computed, testing, saving.
import type { EmbeddingChoice } from '../../../core/embedding.ts';
import { errorText } from '../../components/error-text.ts';

import { addressProblem, originOf } from '../endpoints.ts';

export interface EmbeddingSource {
  readonly choice: EmbeddingChoice;
  choose(choice: EmbeddingChoice, key?: string): Promise<void>;
  hasKey(): Promise<boolean>;
  test(choice: EmbeddingChoice, key?: string): Promise<number>;
}

export class MeaningForm {
  readonly #source: EmbeddingSource;
  kind = $state<EmbeddingChoice['kind']>('device');
  url = $state('');
  model = $state('');
  /** Only a newly typed key; the stored one is never shown. */
  key = $state('');
  #hasKey = $state(false);
  #busy = $state<'test' | 'save'>();
  #outcome = $state.raw<{ good: boolean; text: string }>();

  constructor(source: EmbeddingSource) {
    this.#source = source;
    this.#show();
    void this.#look();
  }

  get hasKey(): boolean {
    return this.#hasKey;
  }

  /** The stored key would be used for the typed address. */
  get keyFits(): boolean {
    const { choice } = this.#source;
    return this.#hasKey && choice.kind === 'endpoint' && originOf(this.url) === originOf(choice.url);
  }

  get busy(): 'test' | 'save' | undefined {
    return this.#busy;
  }

  get outcome(): { good: boolean; text: string } | undefined {
    return this.#outcome;
  }

  touch(): void {
    this.#outcome = undefined;
  }

  /** Saves this device or off immediately; an endpoint has to be filled in first. */
  async pick(kind: EmbeddingChoice['kind']): Promise<void> {
    this.kind = kind;
    this.#outcome = undefined;
    if (kind !== 'endpoint' && kind !== this.#source.choice.kind) {
      await this.#attempt('save', async () => {
        await this.#source.choose({ kind });
        return undefined;
      });
    }
  }

  test(): Promise<void> {
    return this.#attempt('test', async () => {
      const dimensions = await this.#source.test(this.#endpoint(), this.key || undefined);
      return `The connection works: ${dimensions} dimensions per passage.`;
    });
  }

  save(): Promise<void> {
    return this.#attempt('save', async () => {
      await this.#source.choose(this.#endpoint(), this.key === '' ? undefined : this.key);
      this.#show();
      return 'Saved.';
    });
  }

  forgetKey(): Promise<void> {
    return this.#attempt('save', async () => {
      await this.#source.choose(this.#source.choice, '');
      return 'Key deleted.';
    });
  }

  #endpoint(): EmbeddingChoice {
    const problem = addressProblem(this.url);
    if (problem !== undefined) throw new Error(problem);
    if (this.model.trim() === '') throw new Error('Enter the model’s name on the endpoint.');
    return { kind: 'endpoint', url: this.url.trim(), model: this.model.trim() };
  }

  #show(): void {
    const { choice } = this.#source;
    this.kind = choice.kind;
    this.key = '';
    if (choice.kind === 'endpoint') [this.url, this.model] = [choice.url, choice.model];
  }

  async #look(): Promise<void> {
    this.#hasKey = await this.#source.hasKey().catch(() => false);
  }

  async #attempt(busy: 'test' | 'save', work: () => Promise<string | undefined>): Promise<void> {
    this.#busy = busy;
    this.#outcome = undefined;
    try {
      const text = await work();
      this.#outcome = text === undefined ? undefined : { good: true, text };
    } catch (error) {
      this.#outcome = { good: false, text: errorText(error) };
    } finally {
      this.#busy = undefined;
      await this.#look();
    }
  }
}
