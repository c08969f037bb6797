// Detects a page's theme as common documentation generators declare it.
import { describe, expect, it } from 'vitest';
import { lightnessOf, themeOf, type PageLook } from './page-theme.ts';

const page = (look: Partial<PageLook>) =>
  themeOf({ attributes: [], backgrounds: [], colorScheme: 'normal', prefersDark: false, ...look });

describe('the theme of a page', () => {
  it.each([
    ['Docusaurus, Starlight, Furo', 'data-theme', 'dark'],
    ['Bootstrap, pydata', 'data-bs-theme', 'dark'],
    ['Material for MkDocs', 'data-md-color-scheme', 'slate'],
    ['GitHub, VuePress', 'data-color-mode', 'dark'],
    ['Mantine', 'data-mantine-color-scheme', 'dark'],
    ['VitePress, Nextra, Tailwind', 'class', 'scroll-smooth dark'],
    ['mdBook', 'class', 'js navy theme-dark sidebar-visible'],
    ['others', 'class', 'dark-mode'],
  ])('is the one declared by %s', (_, name, value) => {
    expect(page({ attributes: [[name, value]] })).toBe('dark');
    const light = value.replace('dark', 'light').replace('slate', 'default');
    const attributes = [[name, light]] as const;
    expect(page({ attributes, backgrounds: ['rgb(0, 0, 0)'], prefersDark: true })).toBe('light');
  });

  it('is not read from words that merely resemble one', () => {
    expect(page({ attributes: [['class', 'darkroom has-darkness']] })).toBe('light');
    expect(page({ attributes: [['data-theme', 'auto']], backgrounds: ['rgb(20, 20, 20)'] })).toBe('dark');
  });

  it('is the visible one if none is declared', () => {
    expect(page({ backgrounds: ['rgba(0, 0, 0, 0)', 'rgb(13, 17, 23)'] })).toBe('dark');
    expect(page({ backgrounds: ['rgb(250, 250, 250)'], prefersDark: true })).toBe('light');
    expect(page({ backgrounds: ['oklch(0.17 0.01 265)'] })).toBe('dark');
    expect(page({ backgrounds: ['color(srgb 0.9 0.9 0.95)'], colorScheme: 'dark' })).toBe('light');
  });

  it("is the browser's default without a background", () => {
    expect(page({ prefersDark: true })).toBe('light');
    expect(page({ colorScheme: 'light dark', prefersDark: true })).toBe('dark');
    expect(page({ colorScheme: 'light dark' })).toBe('light');
    expect(page({ colorScheme: 'dark' })).toBe('dark');
  });
});

it('ignores mostly transparent colors', () => {
  expect(lightnessOf('rgba(0, 0, 0, 0.2)')).toBeUndefined();
  expect(lightnessOf('rgb(255, 255, 255)')).toBeCloseTo(1);
  expect(lightnessOf('lab(50 1 1)')).toBe(0.5);
  expect(lightnessOf('oklch(0.5 1e-7 20 / 0.1)')).toBeUndefined();
  expect(lightnessOf('red')).toBeUndefined();
});
