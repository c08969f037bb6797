// What a user chooses: the models and the look. Keys are kept apart, by the vault.
import type { ModelParameters, TokenPrice } from './model-choice.ts';
import type { UiLanguage } from './ui-languages.ts';

export type WireApi = 'auto' | 'responses' | 'chat';
export type Theme = 'system' | 'light' | 'dark' | 'paper' | 'ink' | 'contrast';
/** How much room things take. */
export type Density = 'comfortable' | 'compact';

/** An endpoint somewhere, the model that the browser brings along, or one that runs in this page. */
export type ModelKind = 'endpoint' | 'browser' | 'device';

export interface ModelSettings {
  /** Absent: an endpoint. */
  kind?: ModelKind;
  /** As the user calls it; absent: the name of the model. */
  name?: string;
  /** Of an endpoint. Such as `https://api.openai.com/v1`. Empty: no model, search mode. */
  baseUrl: string;
  model: string;
  /** Which wire format; `auto` picks Responses for OpenAI's own host and Chat Completions elsewhere. */
  api: WireApi;
  parameters?: ModelParameters;
  /** Tokens that the model holds, where the user knows it better than Perilune. */
  contextWindow?: number;
  price?: TokenPrice;
  /** Further request headers, which gateways ask for. `${NAME}` stands for a stored secret. */
  headers?: Readonly<Record<string, string>>;
}

/** One more model that can be chosen. */
export interface ModelConnection extends ModelSettings {
  /** UUIDv7; `default` for the one in `Settings.model`. */
  id: string;
  /** Empty: the name of the model. */
  name: string;
}

export const DEFAULT_CONNECTION = 'default';

/** How the text in pictures is recognised. */
export interface RecognitionSettings {
  /** Read pictures and scanned pages that are added to the library. */
  on: boolean;
  /** Codes of languages, as Tesseract has them: `eng`. Empty: the browser's language, and English. */
  languages: string[];
}

export interface Settings {
  /** What answers unless a conversation says otherwise. */
  model: ModelSettings;
  /** Further ones, in the order in which they are tried when the one before fails. */
  models: ModelConnection[];
  /** Try the next model when one fails before its first word. */
  fallback: boolean;
  /** Offer models to write and run scripts: `lua_run_script`. */
  codeMode: boolean;
  /** Ask the model that answers for the title of a new chat. */
  titles: boolean;
  /** Keep the files that documents are made of. */
  originals: boolean;
  recognition: RecognitionSettings;
  theme: Theme;
  density: Density;
  /** Of the interface; absent: the browser's. */
  language?: UiLanguage | undefined;
  /** How long records of runs are kept; `bytes` of all together. What goes beyond either goes, oldest first. */
  runs: { days: number; bytes: number };
}

/** New values by key, or what they become of those that are saved now. */
export type SettingsChange = Partial<Settings> | ((saved: Settings) => Partial<Settings>);

export const DEFAULT_SETTINGS: Settings = {
  model: { baseUrl: '', model: '', api: 'auto' },
  models: [],
  fallback: false,
  codeMode: true,
  titles: true,
  originals: true,
  recognition: { on: true, languages: [] },
  theme: 'system',
  density: 'comfortable',
  runs: { days: 30, bytes: 50 * 1024 * 1024 },
};

/** True when there is enough to ask a model. */
export function hasModel(settings: Settings): boolean {
  return isConnected(settings.model);
}

export function isConnected({ kind = 'endpoint', baseUrl, model }: ModelSettings): boolean {
  return kind === 'browser' || (model !== '' && (kind === 'device' || baseUrl !== ''));
}

/** All that can be chosen, the default first. */
export function connectionsOf({ model, models }: Settings): ModelConnection[] {
  const all = [{ ...model, id: DEFAULT_CONNECTION, name: model.name ?? '' }, ...models];
  return all.filter(isConnected);
}
