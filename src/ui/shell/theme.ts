// Keeps `data-theme` on the root element in step with the user's choice; without one the system decides (tokens.css).
import type { Preferences } from '../../apps/web/app.ts';

/** Applies the theme now and on every change. Returns what stops it. */
export function applyTheme(preferences: Preferences): () => void {
  const apply = (): void => {
    const { theme } = preferences.current;
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  };
  apply();
  return preferences.onChange(apply);
}
