// Names of models in the message field. Pure.
import { chosenModel } from '../../../core/chosen-model.ts';
import type { ModelChoice } from '../../../core/model-choice.ts';
import { connectionsOf, type ModelConnection, type Settings } from '../../../core/settings.ts';

export function nameOfConnection({ name, model, kind }: ModelConnection): string {
  if (name !== '') return name;
  if (model !== '') return model;
  return kind === 'browser' ? 'The browser’s model' : 'Unnamed model';
}

/** The model for a choice; undefined in search mode. */
export function modelFor(settings: Settings, choice: ModelChoice | undefined): string | undefined {
  const chosen = chosenModel(settings, choice);
  if (chosen === 'gone') return 'Removed model';
  return chosen && nameOfConnection(chosen);
}

export interface NamedChoice {
  choice: ModelChoice & { connection: string };
  label: string;
  /** What tells it apart: the host of the endpoint for one of several models there, the model of a named connection. */
  host: string;
}

/** The connected models, the default first, each followed by the others its endpoint offers. */
export function choicesOf(
  settings: Settings,
  offered: ReadonlyMap<string, readonly string[]>,
): NamedChoice[] {
  return connectionsOf(settings).flatMap((connection): NamedChoice[] => {
    const { id, model: own, baseUrl } = connection;
    const others = (offered.get(id) ?? []).filter((name) => name !== own);
    return [
      { choice: { connection: id }, label: nameOfConnection(connection), host: connection.name && own },
      ...others.map((name) => ({
        choice: { connection: id, model: name },
        label: name,
        host: new URL(baseUrl).host,
      })),
    ];
  });
}
