// Picks the connected model that answers. A chosen model that was removed is never replaced: text meant for a model
// on this device must not go to a remote one because the local one was removed. Pure.
import { SEARCH_ONLY, type ModelChoice } from './model-choice.ts';
import { connectionsOf, DEFAULT_CONNECTION, type ModelConnection, type Settings } from './settings.ts';

/** Returns the chosen model, or the default one. Undefined: no model answers (search mode). */
export function chosenModel(settings: Settings, choice?: ModelChoice): ModelConnection | 'gone' | undefined {
  if (choice?.connection === SEARCH_ONLY) return undefined;
  const all = connectionsOf(settings);
  const { connection = DEFAULT_CONNECTION } = choice ?? {};
  const found = all.find(({ id }) => id === connection);
  if (found) return choice ? asChosen(found, choice) : found;
  return connection === DEFAULT_CONNECTION || all.length === 0 ? undefined : 'gone';
}

function asChosen(found: ModelConnection, { model, parameters }: ModelChoice): ModelConnection {
  const other = model !== undefined && model !== found.model;
  // Context window and price belong to the connection's own model, not to another one.
  const { contextWindow: _, price: __, ...rest } = found;
  return {
    ...(other ? { ...rest, model, name: '' } : found),
    ...(parameters && { parameters: { ...found.parameters, ...parameters } }),
  };
}
