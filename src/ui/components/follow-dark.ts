// Whether the theme on screen is a dark one, for what has colours of its own.

const system = matchMedia('(prefers-color-scheme: dark)');

export function isDark(): boolean {
  const { colorScheme } = getComputedStyle(document.documentElement);
  return colorScheme === 'dark' || (colorScheme !== 'light' && system.matches);
}

/** Calls back whenever the theme changes, be it by the person or the system. Returns what stops it. */
export function onTheme(onchange: () => void): () => void {
  const observer = new MutationObserver(onchange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  system.addEventListener('change', onchange);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', onchange);
  };
}
