// Vite plugin: keeps only the KaTeX fonts that all supported browsers read, as files, since the page's policy forbids
// inlined ones.
import type { Plugin } from 'vite';

const STYLES = /[\\/]katex[\\/]dist[\\/]katex(?:\.min)?\.css$/;

export function formulaFonts(): Plugin {
  return {
    name: 'perilune:formula-fonts',
    enforce: 'pre',
    transform(code, id) {
      return STYLES.test(id) ? woff2Only(code) : undefined;
    },
  };
}

export function woff2Only(styles: string): string {
  return styles
    .replace(/,\s*url\([^)]*\.(?:woff|ttf)\)\s*format\(["'][^"']*["']\)/g, '')
    .replace(/\.woff2\)/g, '.woff2?no-inline)');
}
