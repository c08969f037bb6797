// Labels of models in a list. Pure.
import type { ModelConnection, ModelSettings } from '../../../core/settings.ts';
import { originOf } from '../endpoints.ts';

export function nameOf({ name, model, kind }: ModelConnection): string {
  return name || model || (kind === 'browser' ? 'This browser’s own model' : 'No model chosen');
}

/** The model's id, if its name differs, and its address. */
export function placeOf({ name, model, kind, baseUrl }: ModelConnection): string {
  const place = kind === 'browser' || kind === 'device' ? 'on this device' : hostOf({ baseUrl });
  return name !== '' && model !== '' ? `${model} · ${place}` : place;
}

export function hostOf({ baseUrl }: Pick<ModelSettings, 'baseUrl'>): string {
  const origin = originOf(baseUrl);
  return origin === undefined ? 'no address' : new URL(origin).host;
}
