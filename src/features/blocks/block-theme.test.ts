// The block colours: text is readable on each in both themes, and kinds can be told apart.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { blockColours } from './block-theme.ts';
import { hexOf } from './oklch.ts';

const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const [, light = '', dark = ''] =
  /--text: light-dark\(oklch\(([^)]*)\), oklch\(([^)]*)\)\)/.exec(tokens) ?? [];

function words(token: string): string {
  const [lightness = '', chroma = '', hue = ''] = token.split(' ');
  return hexOf(parseFloat(lightness) / 100, Number(chroma), Number(hue));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

it('converts known colours', () => {
  expect([hexOf(1, 0, 0), hexOf(0, 0, 0), hexOf(0.62796, 0.25768, 29.23)]).toEqual([
    '#ffffff',
    '#000000',
    '#ff0000',
  ]);
});

describe.each([
  ['light', false, words(light)],
  ['dark', true, words(dark)],
])('in the %s theme', (_, isDark, text) => {
  const colours = Object.entries(blockColours(isDark));

  it.each(colours)('text on %s is readable', (_, { fill, shadow, line }) => {
    expect(contrast(text, fill)).toBeGreaterThanOrEqual(7);
    expect(contrast(text, shadow)).toBeGreaterThanOrEqual(7);
    // The outline separates a block from the one below it.
    expect(contrast(fill, line)).toBeGreaterThanOrEqual(1.7);
  });

  it('no two kinds have the same colour', () => {
    expect(new Set(colours.map(([, { fill }]) => fill)).size).toBe(colours.length);
  });
});
