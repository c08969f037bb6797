// Detects whether a page is light or dark, from its generator's attributes or else from its colors.

export type Theme = 'light' | 'dark';

export interface PageLook {
  /** Names and values of the attributes of `html` and `body`. */
  attributes: readonly (readonly [name: string, value: string])[];
  /** Computed values of `body`, then `html`. */
  backgrounds: readonly string[];
  /** Computed value of `html`. */
  colorScheme: string;
  prefersDark: boolean;
}

/** `data-theme`, `data-bs-theme`, `data-color-mode`, `data-md-color-scheme`, … */
const NAMES = /(?:^|-)(?:theme|mode|scheme|appearance)$/;
const DARK = /(?:^|[-_ ])(?:dark|night|slate|black|dim|midnight)(?:$|[-_ ])/;
const LIGHT = /(?:^|[-_ ])(?:light|day|white)(?:$|[-_ ])/;
const CLASS = /(?:^|\s)(?:(?:theme|mode|color|is)-)?(dark|light)(?:-?(?:mode|theme))?(?=\s|$)/;

export function themeOf({ attributes, backgrounds, colorScheme, prefersDark }: PageLook): Theme {
  for (const [name, value] of attributes) {
    const said = name === 'class' ? CLASS.exec(value)?.[1] : NAMES.test(name) && inAttribute(name, value);
    if (said) return said as Theme;
  }
  for (const color of backgrounds) {
    const lightness = lightnessOf(color);
    if (lightness !== undefined) return lightness < 0.5 ? 'dark' : 'light';
  }
  // Without a background, browsers paint a page white, unless it declares support for dark.
  const schemes = colorScheme.split(' ');
  if (!schemes.includes('dark')) return 'light';
  return schemes.includes('light') && !prefersDark ? 'light' : 'dark';
}

function inAttribute(name: string, value: string): Theme | undefined {
  const said = value.toLowerCase();
  if (DARK.test(said)) return 'dark';
  // Material for MkDocs calls its light palette `default`.
  return LIGHT.test(said) || (name.includes('md-') && said === 'default') ? 'light' : undefined;
}

/** From 0 to 1; undefined for a mostly transparent or unreadable color. */
export function lightnessOf(color: string): number | undefined {
  const [, space, rest = ''] = /^([a-z]+)\((.*)\)$/.exec(color) ?? [];
  const numbers = [...rest.matchAll(/-?[\d.]+(?:e-?\d+)?/g)].map(Number);
  const [a = 0, b = 0, c = 0, alpha = 1] = numbers;
  if (!space || numbers.length < 3 || alpha < 0.5) return undefined;
  if (space.startsWith('ok')) return a;
  if (space === 'lab' || space === 'lch') return a / 100;
  const most = space === 'color' ? 1 : 255;
  return (0.2126 * a + 0.7152 * b + 0.0722 * c) / most;
}
