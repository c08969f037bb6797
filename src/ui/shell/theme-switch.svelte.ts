// Switches to the other theme in one click, whether the current one is the user's choice or the system's.
import type { Preferences } from '../../apps/web/app.ts';
import type { Settings, Theme } from '../../core/settings.ts';

/** Themes that are light or dark regardless of the system. */
const SCHEMES: Partial<Record<Theme, 'light' | 'dark'>> = {
  light: 'light',
  paper: 'light',
  dark: 'dark',
  ink: 'dark',
};

export class ThemeSwitch {
  readonly #preferences: Preferences;
  #systemDark = $state(false);
  #settings = $state.raw<Settings>() as Settings;

  constructor(preferences: Preferences) {
    this.#preferences = preferences;
    const system = matchMedia('(prefers-color-scheme: dark)');
    this.#systemDark = system.matches;
    system.addEventListener('change', ({ matches }) => (this.#systemDark = matches));
    this.#settings = preferences.current;
    preferences.onChange(() => (this.#settings = preferences.current));
  }

  /** The theme that is not in use. */
  get other(): 'light' | 'dark' {
    const { theme } = this.#settings;
    const scheme = SCHEMES[theme] ?? (this.#systemDark ? 'dark' : 'light');
    return scheme === 'dark' ? 'light' : 'dark';
  }

  async toggle(): Promise<void> {
    await this.#preferences.change({ theme: this.other });
  }
}
