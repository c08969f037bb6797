// What a model goes by in the composer. Pure.
import type { ModelChoice } from '../../../core/model-choice.ts';
import { connectionsOf, type ModelConnection, type Settings } from '../../../core/settings.ts';

export function nameOfConnection({ name, model, kind }: ModelConnection): string {
  if (name !== '') return name;
  if (model !== '') return model;
  return kind === 'browser' ? 'The browser’s model' : 'Unnamed model';
}

/** What answers with a choice; undefined: nothing does, and it is search mode. A connection that is gone: the default. */
export function modelFor(settings: Settings, choice: ModelChoice | undefined): string | undefined {
  const all = connectionsOf(settings);
  const chosen = choice && all.find(({ id }) => id === choice.connection);
  const connection = chosen ?? all[0];
  if (!connection) return undefined;
  return chosen && choice?.model ? choice.model : nameOfConnection(connection);
}
