// Which of the connected models answers. One that was chosen and is gone is replaced by nobody: what was said to a model on
// this device must not go to one elsewhere because somebody removed it. Pure.
import { SEARCH_ONLY, type ModelChoice } from './model-choice.ts';
import { connectionsOf, DEFAULT_CONNECTION, type ModelConnection, type Settings } from './settings.ts';

/** As the choice wants it; without a choice the default. Undefined: no model answers, which is search mode. */
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
  // What is known of the connection's own model says nothing of another one.
  const { contextWindow: _, price: __, ...rest } = found;
  return {
    ...(other ? { ...rest, model, name: '' } : found),
    ...(parameters && { parameters: { ...found.parameters, ...parameters } }),
  };
}
