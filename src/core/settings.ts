// What a user chooses: the model endpoint and the look. Keys are kept apart, by the vault.

export type WireApi = 'auto' | 'responses' | 'chat';
export type Theme = 'system' | 'light' | 'dark';

export interface ModelSettings {
  /** Such as `https://api.openai.com/v1`. Empty: no model, search mode. */
  baseUrl: string;
  model: string;
  /** Which wire format; `auto` picks Responses for OpenAI's own host and Chat Completions elsewhere. */
  api: WireApi;
}

export interface Settings {
  model: ModelSettings;
  theme: Theme;
  /** How long records of runs are kept; `bytes` of all together. What goes beyond either goes, oldest first. */
  runs: { days: number; bytes: number };
}

export const DEFAULT_SETTINGS: Settings = {
  model: { baseUrl: '', model: '', api: 'auto' },
  theme: 'system',
  runs: { days: 30, bytes: 50 * 1024 * 1024 },
};

/** True when there is enough to ask a model. */
export function hasModel(settings: Settings): boolean {
  return settings.model.baseUrl !== '' && settings.model.model !== '';
}
