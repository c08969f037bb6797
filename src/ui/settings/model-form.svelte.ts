// The form of a model: typing, testing, saving.
//
// - A stored key belongs to the origin it was saved for. It is never sent to another one, and saving another origin
//   deletes it.
import type { Preferences } from '../../apps/web/app.ts';
import { isAbort, toErrorData, type ErrorData } from '../../core/errors.ts';
import {
  DEFAULT_CONNECTION,
  isConnected,
  type ModelConnection,
  type ModelKind,
  type ModelSettings,
  type WireApi,
} from '../../core/settings.ts';
import { headerLines, readHeaderLines } from '../../core/request-headers.ts';
import { addressProblem, keyProblem, originOf } from './endpoints.ts';
import { ModelDetails } from './models/model-details.svelte.ts';

type Editor = Pick<Awaited<ReturnType<Preferences['editConnections']>>, 'save' | 'disconnect'>;
type Endpoints = Pick<Preferences, 'current' | 'hasKey' | 'setKey' | 'models' | 'test'> & {
  editConnections(): Promise<Editor>;
};

const NOTHING: ModelSettings = { baseUrl: '', model: '', api: 'auto' };

export type Outcome = { good: boolean; text: string; error?: ErrorData };

export class ModelForm {
  /** Id of the connection. */
  readonly id: string;
  readonly details = new ModelDetails();
  readonly #preferences: Endpoints;
  name = $state('');
  kind = $state<ModelKind>('endpoint');
  baseUrl = $state('');
  model = $state('');
  api = $state<WireApi>('auto');
  /** One `Name: value` per line. */
  headers = $state('');
  /** Only a newly typed key; the stored one is never shown. */
  key = $state('');
  #saved = $state.raw<ModelSettings & { name?: string }>(NOTHING);
  #hasKey = $state(false);
  #busy = $state<'test' | 'list' | 'save'>();
  #outcome = $state.raw<Outcome>();
  #offered = $state.raw<string[]>();
  #controller = new AbortController();

  /**
   * @param id of a connection, which need not exist yet
   * @param begin initial values of a new one
   */
  constructor(preferences: Endpoints, id = DEFAULT_CONNECTION, begin: Partial<ModelSettings> = {}) {
    this.id = id;
    this.#preferences = preferences;
    this.#fill();
    if (begin.kind) this.kind = begin.kind;
    if (begin.baseUrl !== undefined) this.baseUrl = begin.baseUrl;
    if (begin.model !== undefined) this.model = begin.model;
    void this.#askForKey();
  }

  /** Whether it was named, as further connections are. */
  get hasName(): boolean {
    return this.#saved.name !== undefined;
  }

  get isDefault(): boolean {
    return this.id === DEFAULT_CONNECTION;
  }

  get saved(): ModelSettings {
    return this.#saved;
  }

  get connected(): boolean {
    return isConnected(this.#saved);
  }

  /** Another part of the app has saved this connection since: the form is outdated. */
  get isOutdated(): boolean {
    const found = { ...NOTHING, ...this.#stored() };
    return this.#busy !== 'save' && JSON.stringify(inOrder(found)) !== JSON.stringify(inOrder(this.#saved));
  }

  /** A key is stored for the saved address. */
  get hasKey(): boolean {
    return this.#hasKey;
  }

  /** The stored key would be used for the typed address. */
  get keyFits(): boolean {
    return this.#hasKey && originOf(this.baseUrl) === originOf(this.#saved.baseUrl);
  }

  get busy(): 'test' | 'list' | 'save' | undefined {
    return this.#busy;
  }

  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  /** Models listed by the endpoint; undefined until it was asked. */
  get offered(): string[] | undefined {
    return this.#offered;
  }

  /** Fills in a detected server and its models. */
  take(baseUrl: string, offered: string[]): void {
    this.kind = 'endpoint';
    this.baseUrl = baseUrl;
    this.model = offered.length === 1 ? (offered[0] as string) : '';
    this.#offered = offered;
    this.touch();
  }

  get changed(): boolean {
    const { name = '', ...saved } = this.#saved;
    return (
      this.key !== '' ||
      this.name.trim() !== name ||
      JSON.stringify(inOrder(this.#typed())) !== JSON.stringify(inOrder(saved))
    );
  }

  /** An edit invalidates earlier test results. */
  touch(): void {
    this.#outcome = undefined;
  }

  stop(): void {
    this.#controller.abort();
  }

  test(): Promise<void> {
    return this.#ask('test', async (signal) => {
      const result = await this.#preferences.test(this.#typed(), this.#keyToUse(), signal, this.id);
      if (!result.ok) return { good: false, text: result.message };
      const offers =
        result.models === 0 ? '' : ` It offers ${result.models} model${result.models === 1 ? '' : 's'}.`;
      if (this.kind === 'endpoint' && this.model.trim() === '')
        return { good: true, text: `The endpoint responds.${offers} Choose a model.` };
      return { good: true, text: `The connection works.${offers}` };
    });
  }

  list(): Promise<void> {
    return this.#ask('list', async (signal) => {
      this.#offered = await this.#preferences.models(this.#typed(), this.#keyToUse(), signal, this.id);
      if (this.#offered.length > 0) return undefined;
      return { good: false, text: 'The endpoint responds but lists no models. Enter the name manually.' };
    });
  }

  save(): Promise<void> {
    return this.#ask('save', async () => {
      await this.#store(this.#typed(), this.key === '' ? undefined : this.key);
      const what = this.#saved.model || 'this browser’s own model';
      if (!this.connected) {
        const then = this.isDefault ? 'Chats stay in search mode' : 'It isn’t available';
        return { good: false, text: `Saved. ${then} until you choose a model.` };
      }
      return {
        good: true,
        text: this.isDefault ? `Saved. Chats now ask ${what}.` : `Saved. Chats can ask ${what}.`,
      };
    });
  }

  async forgetKey(): Promise<void> {
    await this.#preferences.setKey('', this.id);
    await this.#askForKey();
    this.#outcome = { good: true, text: 'Key deleted.' };
  }

  /** Returns to search mode. The key stays in the vault, under its origin, until it is deleted. */
  async disconnect(): Promise<void> {
    const kept = this.#hasKey;
    try {
      await (await this.#preferences.editConnections()).disconnect(this.id);
    } catch (error) {
      this.#outcome = failed(toErrorData(error));
      return;
    }
    this.#fill();
    await this.#askForKey();
    this.#offered = undefined;
    const key = kept ? ' The key stays on this device until you delete it.' : '';
    this.#outcome = { good: true, text: `Disconnected. Chats are in search mode.${key}` };
  }

  #typed(): ModelSettings {
    const details = this.details.read();
    const model = this.model.trim();
    if (this.kind === 'browser') return { ...NOTHING, kind: 'browser', ...details };
    if (this.kind === 'device') return { ...NOTHING, kind: 'device', model, ...details };
    return { baseUrl: this.baseUrl.trim(), model, api: this.api, ...details, ...this.#headers() };
  }

  #headers(): Pick<ModelSettings, 'headers'> {
    const { headers = {} } = readHeaderLines(this.headers);
    return Object.keys(headers).length > 0 ? { headers } : {};
  }

  /** Undefined uses the stored key; an empty string means none. */
  #keyToUse(): string | undefined {
    if (this.key !== '') return this.key;
    return this.keyFits ? undefined : '';
  }

  async #store(model: ModelSettings, key: string | undefined): Promise<void> {
    const editor = await this.#preferences.editConnections();
    await editor.save({ ...model, id: this.id, name: this.name.trim() }, key);
    this.#fill();
    await this.#askForKey();
  }

  #stored(): Partial<ModelConnection> | undefined {
    const { model, models } = this.#preferences.current;
    return this.isDefault ? model : models.find((one) => one.id === this.id);
  }

  #fill(): void {
    const { id: _, ...saved }: Partial<ModelConnection> & ModelSettings = { ...NOTHING, ...this.#stored() };
    this.#saved = saved;
    this.name = saved.name ?? '';
    this.kind = saved.kind ?? 'endpoint';
    this.baseUrl = saved.baseUrl;
    this.model = saved.model;
    this.api = saved.api;
    this.headers = headerLines(saved.headers);
    this.key = '';
    this.details.fill(saved);
  }

  async #askForKey(): Promise<void> {
    this.#hasKey = await this.#preferences.hasKey(this.id);
  }

  #problem(): string | undefined {
    const address = this.kind === 'endpoint' ? addressProblem(this.baseUrl) : undefined;
    const headers = this.kind === 'endpoint' ? readHeaderLines(this.headers).problem : undefined;
    const sendsSecret = this.key !== '' || this.headers.includes('${');
    return address ?? (sendsSecret ? keyProblem(this.baseUrl) : undefined) ?? headers ?? this.details.problem;
  }

  async #ask(what: 'test' | 'list' | 'save', work: (signal: AbortSignal) => Promise<Outcome | undefined>) {
    if (this.#busy) return;
    const problem = this.#problem();
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

/** Returns the same text for equal settings. */
function inOrder(model: ModelSettings): unknown[] {
  const { kind = 'endpoint', baseUrl, api, parameters = {}, contextWindow, price, headers } = model;
  const { temperature, topP, maxOutputTokens, reasoningEffort } = parameters;
  return [
    [kind, baseUrl, model.model, api, headerLines(headers)],
    [temperature, topP, maxOutputTokens, reasoningEffort],
    [contextWindow, price?.input, price?.output, price?.cached],
  ];
}
