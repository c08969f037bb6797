// What a model goes by in the composer. Pure.
import { chosenModel } from '../../../core/chosen-model.ts';
import type { ModelChoice } from '../../../core/model-choice.ts';
import type { ModelConnection, Settings } from '../../../core/settings.ts';

export function nameOfConnection({ name, model, kind }: ModelConnection): string {
  if (name !== '') return name;
  if (model !== '') return model;
  return kind === 'browser' ? 'The browser’s model' : 'Unnamed model';
}

/** What answers with a choice; undefined: nothing does, and it is search mode. */
export function modelFor(settings: Settings, choice: ModelChoice | undefined): string | undefined {
  const chosen = chosenModel(settings, choice);
  if (chosen === 'gone') return 'Removed model';
  return chosen && nameOfConnection(chosen);
}
