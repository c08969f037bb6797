// User settings: models and appearance. The vault stores keys.
import type { ModelParameters, TokenPrice } from './model-choice.ts';
import type { UiLanguage } from './ui-languages.ts';

export type WireApi = 'auto' | 'responses' | 'chat';
export type Theme = 'system' | 'light' | 'dark' | 'paper' | 'ink' | 'contrast';
/** Spacing of the interface. */
export type Density = 'comfortable' | 'compact';

/** A remote endpoint, the browser's built-in model, or one that runs in this page. */
export type ModelKind = 'endpoint' | 'browser' | 'device';

export interface ModelSettings {
  /** Absent: an endpoint. */
  kind?: ModelKind;
  /** Display name; absent: the name of the model. */
  name?: string;
  /** Of an endpoint, such as `https://api.openai.com/v1`. Empty: no model, search mode. */
  baseUrl: string;
  model: string;
  /** The wire format; `auto` picks Responses for OpenAI's own host and Chat Completions elsewhere. */
  api: WireApi;
  parameters?: ModelParameters;
  /** Context window in tokens, set by the user to override the known value. */
  contextWindow?: number;
  price?: TokenPrice;
  /** Extra request headers, for gateways. `${NAME}` stands for a stored secret. */
  headers?: Readonly<Record<string, string>>;
}

/** A further model to choose from. */
export interface ModelConnection extends ModelSettings {
  /** UUIDv7; `default` for the one in `Settings.model`. */
  id: string;
  /** Empty: the name of the model. */
  name: string;
}

export const DEFAULT_CONNECTION = 'default';

/** Settings of text recognition. */
export interface RecognitionSettings {
  /** Recognises text in pictures and scanned pages added to the library. */
  on: boolean;
  /** Tesseract language codes, such as `eng`. Empty: the browser's language, and English. */
  languages: string[];
}

export interface Settings {
  /** The model that answers unless a conversation chooses another. */
  model: ModelSettings;
  /** Further models, in the order in which they are tried when the previous one fails. */
  models: ModelConnection[];
  /** Tries the next model when one fails before its first word. */
  fallback: boolean;
  /** Lets models write and run scripts: `lua_run_script`. */
  codeMode: boolean;
  /** Refuses every call that writes, sends or needs an approval. */
  readOnly: boolean;
  /** Asks the answering model for the title of a new chat. */
  titles: boolean;
  /** Keeps the files that documents are made from. */
  originals: boolean;
  recognition: RecognitionSettings;
  theme: Theme;
  density: Density;
  /** Interface language; absent: the browser's. */
  language?: UiLanguage | undefined;
  /** How long run records are kept, and their total size in `bytes`. Beyond either limit, the oldest are deleted. */
  runs: { days: number; bytes: number };
}

/** New values by key, or a function of the saved settings. */
export type SettingsChange = Partial<Settings> | ((saved: Settings) => Partial<Settings>);

export const DEFAULT_SETTINGS: Settings = {
  model: { baseUrl: '', model: '', api: 'auto' },
  models: [],
  fallback: false,
  codeMode: true,
  readOnly: false,
  titles: true,
  originals: true,
  recognition: { on: true, languages: [] },
  theme: 'system',
  density: 'comfortable',
  runs: { days: 30, bytes: 50 * 1024 * 1024 },
};

/** Tells whether a model is configured well enough to be asked. */
export function hasModel(settings: Settings): boolean {
  return isConnected(settings.model);
}

export function isConnected({ kind = 'endpoint', baseUrl, model }: ModelSettings): boolean {
  return kind === 'browser' || (model !== '' && (kind === 'device' || baseUrl !== ''));
}

/** Returns all models to choose from, the default first. */
export function connectionsOf({ model, models }: Settings): ModelConnection[] {
  const all = [{ ...model, id: DEFAULT_CONNECTION, name: model.name ?? '' }, ...models];
  return all.filter(isConnected);
}
