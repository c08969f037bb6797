// The layers of the code: which folder may import which, and how long a file may be.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));

/** A folder may import itself, `base`, and these. `apps` holds the entries and their wiring: it may import every folder, and no folder imports it. */
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
  cli: ['core', 'sandbox', 'tools'],
  apps: [],
};

/** The app's interface, imported as a type only. */
const APP = 'apps/web/app.ts';
const MAY_IMPORT_APP_TYPE = ['ui', 'page-api'];

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

function layerOf(file: string): string | undefined {
  return file.includes('/') ? file.split('/')[0] : undefined;
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const importer = layerOf(from);
  if (importer === undefined || importer === 'apps') return !to.startsWith('..');
  if (to.startsWith('..')) return false;
  const imported = layerOf(to);
  if (imported === importer || imported === 'base') return true;
  if (to === APP) return typeOnly && MAY_IMPORT_APP_TYPE.includes(importer);
  if (imported === undefined) return false;
  return MAY_IMPORT[importer]?.includes(imported) ?? false;
}

describe('the layers', () => {
  it('has only the listed folders', () => {
    const folders = new Set(files.flatMap((file) => layerOf(file) ?? []));
    expect([...folders].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('imports one way only', () => {
    const broken = shipped.flatMap(importsOf).filter((found) => !isAllowed(found));
    expect(broken).toEqual([]);
  });

  it('sees every relative import, so that the rule above can fail', () => {
    expect(importsOf(APP).length).toBeGreaterThan(10);
    expect(isAllowed({ from: 'core/tool.ts', to: 'storage/database.ts', typeOnly: true })).toBe(false);
    expect(isAllowed({ from: 'ui/chat/Chat.svelte', to: APP, typeOnly: false })).toBe(false);
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
