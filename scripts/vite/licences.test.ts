// The licences shipped with the app: those of every package that its bundles may contain.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { shippedPackages, thirdPartyLicences } from './licences.ts';

const { dependencies } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  dependencies: Record<string, string>;
};
const text = thirdPartyLicences();

it('names every direct and indirect dependency, and what packages contain', () => {
  const packages = shippedPackages();
  for (const name of Object.keys(dependencies)) expect(packages).toContain(`node_modules/${name}`);
  for (const name of [
    'entities',
    'linkify-it',
    '@lezer/common',
    'onnxruntime-common',
    '@huggingface/jinja',
  ]) {
    expect(text).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }
  expect(text).toContain('Lua.org, PUC-Rio');
  expect(text).toContain('all-MiniLM-L6-v2');
});

it('names every package that the sources import', () => {
  const source = new URL('../../src/', import.meta.url);
  const imported = new Set<string>();
  for (const path of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(ts|svelte)$/.test(path) || /\.(test|test-support|d)\.ts$/.test(path)) continue;
    const code = readFileSync(new URL(path.replaceAll('\\', '/'), source), 'utf8');
    for (const [, name = ''] of code.matchAll(/^import (?!type )[^;]*?from '([^'.][^']*)'/gm)) {
      if (/^(node|virtual):/.test(name)) continue;
      imported.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  expect(imported).toContain('@modelcontextprotocol/server');
  expect([...imported].filter((name) => !(name in dependencies))).toEqual([]);
});

it('has a text for each', () => {
  const sections = text.split(/^={80}$/m).slice(1);
  expect(sections.length).toBeGreaterThan(shippedPackages().length);
  for (const section of sections) expect(section.trim().length, section.slice(0, 60)).toBeGreaterThan(120);
});

it('leaves out development dependencies', () => {
  expect(text).not.toMatch(/^(vitest|typescript|playwright|prettier) \d/m);
});
