// The layers of the code: which folder may import which, and how long a file may be.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));

/**
 * A folder may import itself, `base`, and these. The entries of `apps` wire what they name here: no layer may import everything.
 * Nothing imports a feature: `apps/web/features.ts` finds them by their place.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  base: [],
  core: [],
  'lua-language': ['core'],
  markdown: ['core'],
  search: ['core'],
  storage: ['core'],
  knowledge: ['core', 'search'],
  'site-index': ['core', 'search'],
  sandbox: ['core', 'lua-language'],
  tools: ['core', 'lua-language'],
  models: ['core'],
  agent: ['core', 'models'],
  profiles: ['core', 'tools'],
  mcp: ['core'],
  'page-api': ['core'],
  ui: ['core', 'lua-language', 'markdown'],
  // Runs on other people's pages. apps/widget passes in the site index, the agent and the sandbox.
  widget: ['core', 'markdown'],
  serve: ['core'],
  cli: ['core', 'sandbox', 'tools'],
  'apps/web': [
    ...['core', 'search', 'lua-language', 'storage', 'knowledge', 'site-index', 'sandbox', 'tools'],
    ...['models', 'agent', 'profiles', 'mcp', 'page-api', 'serve', 'ui'],
  ],
  'apps/widget': [
    ...['core', 'search', 'markdown', 'knowledge', 'site-index', 'sandbox', 'tools', 'models', 'agent'],
    'widget',
  ],
  'apps/cli': [
    ...['core', 'search', 'lua-language', 'knowledge', 'site-index', 'sandbox', 'tools', 'profiles'],
    ...['serve', 'cli'],
  ],
  // Its own pages look like the app.
  'apps/extension': ['core', 'ui'],
  'apps/site-plugins': ['core', 'site-index', 'widget', 'cli', 'apps/cli'],
};

/** What every folder of `features` may import: no other feature, and no app. */
const FEATURES = 'features';
const FEATURE_MAY_IMPORT = [
  'core',
  'lua-language',
  'markdown',
  'ui',
  'models',
  'knowledge',
  'search',
  'storage',
  'tools',
  'serve',
];

/** The app's interface, imported as a type only. */
const APP = 'apps/web/app.ts';
const MAY_IMPORT_APP_TYPE = ['ui', 'page-api', FEATURES];

const MAX_LINES = 350;
const FORBIDDEN_FOLDERS = /(^|\/)(utils?|helpers?|common|services?|managers?)(\/|$)/;

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
const sources = files.filter((file) => /\.(ts|svelte)$/.test(file) && !file.endsWith('.d.ts'));
const shipped = sources.filter((file) => !/\.test(-support)?\.ts$/.test(file));

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

const IMPORT = /(import|export)\s+(type\s+)?(?:[\w*${}\s,]+?\s+from\s+)?['"](\.[^'"]+)['"]/g;
const DYNAMIC = /(?:import\(\s*|new URL\(\s*)['"](\.[^'"]+)['"]/g;

function importsOf(file: string): Import[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const target = (specifier: string): string =>
    relative(SRC, resolve(SRC, dirname(file), specifier.split('?')[0] ?? '')).replaceAll('\\', '/');
  return [
    ...[...text.matchAll(IMPORT)].map((match) => ({
      from: file,
      to: target(match[3] ?? ''),
      typeOnly: match[2] !== undefined,
    })),
    ...[...text.matchAll(DYNAMIC)].map((match) => ({
      from: file,
      to: target(match[1] ?? ''),
      typeOnly: false,
    })),
  ];
}

/** A folder of `apps` and of `features` is a layer of its own. */
function layerOf(file: string): string | undefined {
  const parts = file.split('/');
  const depth = parts[0] === 'apps' || parts[0] === FEATURES ? 2 : 1;
  return parts.length > depth ? parts.slice(0, depth).join('/') : undefined;
}

const isFeature = (layer: string): boolean => layer.startsWith(`${FEATURES}/`);

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const importer = layerOf(from);
  if (to.startsWith('..')) return false;
  const imported = layerOf(to);
  if (imported === undefined || importer === undefined) return false;
  if (imported === importer || imported === 'base') return true;
  const group = isFeature(importer) ? FEATURES : importer;
  if (to === APP) return typeOnly && MAY_IMPORT_APP_TYPE.includes(group);
  const may = group === FEATURES ? FEATURE_MAY_IMPORT : MAY_IMPORT[importer];
  return may?.includes(imported) ?? false;
}

describe('the layers', () => {
  it('has only the listed folders', () => {
    const folders = new Set(files.flatMap((file) => layerOf(file) ?? []));
    expect([...folders].filter((layer) => !isFeature(layer)).sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('has a register.ts in each feature, which loads nothing of the feature', () => {
    const features = new Set(files.flatMap((file) => layerOf(file) ?? []).filter(isFeature));
    expect(features.size).toBeGreaterThan(2);
    for (const feature of features) {
      expect(files).toContain(`${feature}/register.ts`);
      const text = readFileSync(join(SRC, feature, 'register.ts'), 'utf8');
      expect([
        feature,
        [...text.matchAll(IMPORT)].filter(([, , type, to]) => !type && !to?.startsWith('../../core/')),
      ]).toEqual([feature, []]);
    }
  });

  it('imports one way only', () => {
    const broken = shipped.flatMap(importsOf).filter((found) => !isAllowed(found));
    expect(broken).toEqual([]);
  });

  it('sees every relative import, so that the rule above can fail', () => {
    expect(importsOf(APP).length).toBeGreaterThan(10);
    expect(isAllowed({ from: 'core/tool.ts', to: 'storage/database.ts', typeOnly: true })).toBe(false);
    expect(isAllowed({ from: 'ui/chat/Chat.svelte', to: APP, typeOnly: false })).toBe(false);
    expect(isAllowed({ from: 'apps/web/app.ts', to: 'features/blocks/register.ts', typeOnly: true })).toBe(
      false,
    );
    expect(
      isAllowed({ from: 'features/blocks/a.ts', to: 'features/chat-import/b.ts', typeOnly: false }),
    ).toBe(false);
    expect(isAllowed({ from: 'features/blocks/a.ts', to: APP, typeOnly: false })).toBe(false);
    expect(isAllowed({ from: 'apps/web/app.ts', to: 'cli/session.ts', typeOnly: false })).toBe(false);
    expect(isAllowed({ from: 'knowledge/library.ts', to: 'storage/documents.ts', typeOnly: true })).toBe(
      false,
    );
  });

  it('has no import cycle', () => {
    const graph = new Map(
      shipped.map((file) => [
        file,
        // A component that draws a tree imports itself; that is recursion, not a cycle.
        importsOf(file).flatMap(({ to }) => (to === file ? [] : [to])),
      ]),
    );
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it(`keeps every file under ${MAX_LINES} lines`, () => {
    const long = files
      .filter((file) => /\.(ts|svelte|lua|css)$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => ({ file, lines: readFileSync(join(SRC, file), 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('describes each file in its first line', () => {
    const silent = files.filter(
      (file) =>
        /\.(ts|svelte|lua|css)$/.test(file) &&
        !/^(\/\/|\/\*|<!--|--)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(silent).toEqual([]);
  });

  it('has no catch-all folder', () => {
    expect(files.filter((file) => FORBIDDEN_FOLDERS.test(file))).toEqual([]);
  });
});
