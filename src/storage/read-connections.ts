// Reads the user's model connections from storage. Invalid parts are dropped, and only those.
import { isObject } from '../base/json.ts';
import type { ModelParameters, TokenPrice } from '../core/model-choice.ts';
import {
  DEFAULT_SETTINGS,
  type ModelConnection,
  type ModelKind,
  type ModelSettings,
  type WireApi,
} from '../core/settings.ts';

const APIS: readonly WireApi[] = ['auto', 'responses', 'chat'];
const KINDS: readonly ModelKind[] = ['endpoint', 'browser', 'device'];
const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'] as const;

export function readModel(saved: unknown): ModelSettings {
  const { model: standard } = DEFAULT_SETTINGS;
  const { kind, name, baseUrl, model, api, parameters, contextWindow, price, headers } = isObject(saved)
    ? saved
    : {};
  const read: ModelSettings = {
    baseUrl: typeof baseUrl === 'string' ? baseUrl : standard.baseUrl,
    model: typeof model === 'string' ? model : standard.model,
    api: APIS.find((one) => one === api) ?? standard.api,
  };
  const known = KINDS.find((one) => one === kind);
  if (known) read.kind = known;
  if (typeof name === 'string' && name !== '') read.name = name;
  if (isObject(parameters)) read.parameters = readParameters(parameters);
  if (isAmount(contextWindow) && contextWindow > 0) read.contextWindow = contextWindow;
  const cost = readPrice(price);
  if (cost) read.price = cost;
  // Each is validated before a request, by code that loads late.
  if (isObject(headers)) read.headers = headers as Record<string, string>;
  return read;
}

export function readConnections(saved: unknown): ModelConnection[] {
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((one: unknown) => {
    if (!isObject(one) || typeof one['id'] !== 'string' || one['id'] === '') return [];
    const { id, name } = one;
    return [{ ...readModel(one), id, name: typeof name === 'string' ? name : '' }];
  });
}

function readParameters(saved: Record<string, unknown>): ModelParameters {
  const { temperature, topP, maxOutputTokens, reasoningEffort } = saved;
  const effort = EFFORTS.find((one) => one === reasoningEffort);
  return {
    ...(isAmount(temperature) && { temperature }),
    ...(isAmount(topP) && { topP }),
    ...(isAmount(maxOutputTokens) && maxOutputTokens > 0 && { maxOutputTokens }),
    ...(effort && { reasoningEffort: effort }),
  };
}

function readPrice(saved: unknown): TokenPrice | undefined {
  if (!isObject(saved)) return undefined;
  const { input, output, cached } = saved;
  if (!isAmount(input) || !isAmount(output)) return undefined;
  return { input, output, ...(isAmount(cached) && { cached }) };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
