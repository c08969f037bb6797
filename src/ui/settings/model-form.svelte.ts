// The model section as it is filled in: what is typed, what is tested, what is saved.
//
// - A stored key belongs to the origin it was saved for. It is never sent to another one, and saving another one forgets it.
import type { Preferences } from '../../app.ts';
import { isAbort, toErrorData, type ErrorData } from '../../core/errors.ts';
import { hasModel, type ModelSettings, type WireApi } from '../../core/settings.ts';
import { addressProblem, originOf } from './endpoints.ts';

type Endpoints = Pick<Preferences, 'current' | 'save' | 'hasKey' | 'setKey' | 'models' | 'test'>;

export type Outcome = { good: boolean; text: string; error?: ErrorData };

export class ModelForm {
  readonly #preferences: Endpoints;
  baseUrl = $state('');
  model = $state('');
  api = $state<WireApi>('auto');
  /** Only what is typed now; the stored key is never shown. */
  key = $state('');
  #saved = $state.raw<ModelSettings>() as ModelSettings;
  #hasKey = $state(false);
  #busy = $state<'test' | 'list' | 'save'>();
  #outcome = $state.raw<Outcome>();
  #offered = $state.raw<string[]>();
  #controller = new AbortController();

  constructor(preferences: Endpoints) {
    this.#preferences = preferences;
    this.#fill();
    void this.#askForKey();
  }

  get saved(): ModelSettings {
    return this.#saved;
  }

  get connected(): boolean {
    return hasModel({ ...this.#preferences.current, model: this.#saved });
  }

  /** A key is stored, for the saved address. */
  get hasKey(): boolean {
    return this.#hasKey;
  }

  /** The stored key would be used for what is typed now. */
  get keyFits(): boolean {
    return this.#hasKey && originOf(this.baseUrl) === originOf(this.#saved.baseUrl);
  }

  get busy(): 'test' | 'list' | 'save' | undefined {
    return this.#busy;
  }

  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** Models the endpoint named; undefined until it was asked. */
  get offered(): string[] | undefined {
    return this.#offered;
  }

  get changed(): boolean {
    const { baseUrl, model, api } = this.#saved;
    return (
      this.baseUrl.trim() !== baseUrl || this.model.trim() !== model || this.api !== api || this.key !== ''
    );
  }

  /** A change makes an old answer meaningless. */
  touch(): void {
    this.#outcome = undefined;
  }

  stop(): void {
    this.#controller.abort();
  }

  test(): Promise<void> {
    return this.#ask('test', async (signal) => {
      const result = await this.#preferences.test(this.#typed(), this.#keyToUse(), signal);
      if (!result.ok) return { good: false, text: result.message };
      const offers =
        result.models === 0 ? '' : ` It offers ${result.models} model${result.models === 1 ? '' : 's'}.`;
      if (this.model.trim() === '')
        return { good: true, text: `The endpoint answers.${offers} Choose a model.` };
      return { good: true, text: `The connection works.${offers}` };
    });
  }

  list(): Promise<void> {
    return this.#ask('list', async (signal) => {
      this.#offered = await this.#preferences.models(this.baseUrl.trim(), this.#keyToUse(), signal);
      if (this.#offered.length > 0) return undefined;
      return { good: false, text: 'The endpoint answers, but names no models. Enter the name by hand.' };
    });
  }

  save(): Promise<void> {
    return this.#ask('save', async () => {
      if (this.key !== '') await this.#preferences.setKey(this.key);
      else if (this.#hasKey && !this.keyFits) await this.#preferences.setKey('');
      await this.#store(this.#typed());
      if (this.connected) return { good: true, text: `Saved. Chats now ask ${this.#saved.model}.` };
      return { good: false, text: 'Saved. Chats stay in search mode until you choose a model.' };
    });
  }

  async forgetKey(): Promise<void> {
    await this.#preferences.setKey('');
    await this.#askForKey();
    this.#outcome = { good: true, text: 'The key is forgotten.' };
  }

  /** Back to search mode. The key goes, too: without an address it belongs to nobody. */
  async disconnect(): Promise<void> {
    await this.#preferences.setKey('');
    await this.#store({ baseUrl: '', model: '', api: 'auto' });
    this.#offered = undefined;
    this.#outcome = { good: true, text: 'Disconnected. Chats are in search mode.' };
  }

  #typed(): ModelSettings {
    return { baseUrl: this.baseUrl.trim(), model: this.model.trim(), api: this.api };
  }

  /** Undefined lets the stored key be used; an empty one says "none". */
  #keyToUse(): string | undefined {
    if (this.key !== '') return this.key;
    return this.keyFits ? undefined : '';
  }

  async #store(model: ModelSettings): Promise<void> {
    await this.#preferences.save({ ...this.#preferences.current, model });
    this.#fill();
    await this.#askForKey();
  }

  #fill(): void {
    this.#saved = this.#preferences.current.model;
    this.baseUrl = this.#saved.baseUrl;
    this.model = this.#saved.model;
    this.api = this.#saved.api;
    this.key = '';
  }

  async #askForKey(): Promise<void> {
    this.#hasKey = await this.#preferences.hasKey();
  }

  async #ask(what: 'test' | 'list' | 'save', work: (signal: AbortSignal) => Promise<Outcome | undefined>) {
    if (this.#busy) return;
    const problem = addressProblem(this.baseUrl);
    if (problem) {
      this.#outcome = { good: false, text: problem };
      return;
    }
    this.#controller = new AbortController();
    this.#busy = what;
    this.#outcome = undefined;
    try {
      this.#outcome = await work(this.#controller.signal);
    } catch (error) {
      const stopped = this.#controller.signal.aborted || isAbort(error);
      this.#outcome = stopped ? { good: true, text: 'Stopped.' } : failed(toErrorData(error));
    } finally {
      this.#busy = undefined;
    }
  }
}

function failed(error: ErrorData): Outcome {
  return { good: false, text: error.message, error };
}
