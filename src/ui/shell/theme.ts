// Keeps `data-theme` and `data-density` on the root element in sync with the user's choice; without one, the system
// decides (tokens.css).
import type { Preferences } from '../../apps/web/app.ts';

/** Applies the theme now and on every change. Returns a function that stops. */
export function applyTheme(preferences: Preferences): () => void {
  const apply = (): void => {
    const { dataset } = document.documentElement;
    ({ theme: dataset['theme'], density: dataset['density'] } = preferences.current);
  };
  apply();
  return preferences.onChange(apply);
}
