// The block colours, derived like the app's own: one lightness and chroma for all, one hue per kind, pale in the
// light theme and deep in the dark one, with text in the normal text colour.
import { Theme } from 'blockly/core';
import { hexOf } from './oklch.ts';

/** Hue angles in OKLCH; `tool` has that of the accent. */
const HUES: Record<string, number> = {
  tool: 88,
  parameter: 55,
  library: 245,
  web: 195,
  call: 300,
  table: 350,
  lua: 265,
  logic: 262,
  loop: 150,
  text: 180,
  math: 280,
  list: 335,
  variable: 20,
  procedure: 315,
};

interface Shade {
  lightness: number;
  chroma: number;
}

/** Of the block, of shadow blocks in it, and of its outline. Text on all of them has a contrast of at least 4.5. */
export const SHADES: Record<'light' | 'dark', { fill: Shade; shadow: Shade; line: Shade; category: Shade }> =
  {
    light: {
      fill: { lightness: 0.9, chroma: 0.06 },
      shadow: { lightness: 0.95, chroma: 0.03 },
      line: { lightness: 0.66, chroma: 0.09 },
      category: { lightness: 0.66, chroma: 0.11 },
    },
    dark: {
      fill: { lightness: 0.36, chroma: 0.06 },
      shadow: { lightness: 0.3, chroma: 0.04 },
      line: { lightness: 0.55, chroma: 0.08 },
      category: { lightness: 0.62, chroma: 0.1 },
    },
  };

export function blockColours(dark: boolean): Record<string, Record<keyof (typeof SHADES)['light'], string>> {
  const shades = SHADES[dark ? 'dark' : 'light'];
  const of = (hue: number, { lightness, chroma }: Shade): string => hexOf(lightness, chroma, hue);
  return Object.fromEntries(
    Object.entries(HUES).map(([name, hue]) => [
      name,
      {
        fill: of(hue, shades.fill),
        shadow: of(hue, shades.shadow),
        line: of(hue, shades.line),
        category: of(hue, shades.category),
      },
    ]),
  );
}

export function blockTheme(dark: boolean): Theme {
  const colours = Object.entries(blockColours(dark));
  return Theme.defineTheme(dark ? 'perilune-dark' : 'perilune-light', {
    name: dark ? 'perilune-dark' : 'perilune-light',
    blockStyles: Object.fromEntries(
      colours.map(([name, { fill, shadow, line }]) => [
        `${name}_blocks`,
        { colourPrimary: fill, colourSecondary: shadow, colourTertiary: line },
      ]),
    ),
    categoryStyles: Object.fromEntries(
      colours.map(([name, { category }]) => [`${name}_category`, { colour: category }]),
    ),
    componentStyles: {
      workspaceBackgroundColour: 'var(--canvas)',
      toolboxBackgroundColour: 'var(--surface)',
      toolboxForegroundColour: 'var(--text)',
      flyoutBackgroundColour: 'var(--hover)',
      flyoutForegroundColour: 'var(--text)',
      flyoutOpacity: 1,
      scrollbarColour: 'var(--line-strong)',
      scrollbarOpacity: 0.6,
      insertionMarkerColour: 'var(--text)',
      insertionMarkerOpacity: 0.3,
      selectedGlowColour: 'var(--accent)',
    },
    fontStyle: { family: 'system-ui, sans-serif', size: 11 },
  });
}
