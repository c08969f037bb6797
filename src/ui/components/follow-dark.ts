// Whether the current theme is dark, for content with colours of its own.

const system = matchMedia('(prefers-color-scheme: dark)');

export function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === 'dark' || (colorScheme !== 'light' && system.matches);
}

/** Calls back when the theme changes, by the user or the system. Returns a function that stops. */
export function onTheme(onchange: () => void): () => void {
  const observer = new MutationObserver(onchange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onchange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onchange);
  };
}
