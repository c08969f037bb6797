// The laws of the house: who may import whom, and how long a room may be.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = dirname(fileURLToPath(import.meta.url));

/**
 * A folder may import itself and these. Files at the root of src are programs, and `programs` holds their parts: they wire, so they may
 * import all, and no layer imports them.
 */
const MAY_IMPORT: Record<string, readonly string[]> = {
  core: [],
  language: ['core'],
  // Reads Markdown, and shows it in pieces: for the app and for the widget.
  markdown: ['core'],
  search: ['core'],
  store: ['core'],
  knowledge: ['core', 'search'],
  // A site's pack, written by the program and read by the widget: both get from the wiring what reads pages and files.
  pack: ['core', 'search'],
  lua: ['core', 'language'],
  registry: ['core', 'language'],
  agent: ['core'],
  interop: ['core'],
  // Speaks with servers of tools; the wiring passes in the vault, the registry's calls and the person who is asked.
  mcp: ['core'],
  ui: ['core', 'language', 'markdown'],
  // Stands on other people's pages: what it needs of pack, agent and lua is passed in by src/widget.ts.
  widget: ['core', 'markdown'],
  // A face like the ui, without an App behind it: it hands Node's parts to the sandbox and the registry.
  terminal: ['core', 'lua', 'registry'],
  programs: [],
};

/** Only as a type: what stands on the App without being part of its wiring. */
const MAY_IMPORT_APP_TYPE = ['ui', 'interop'];

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
  if (importer === undefined || importer === 'programs') return !to.startsWith('..');
  if (to.startsWith('..')) return false;
  const imported = layerOf(to);
  if (imported === importer) return true;
  if (imported === undefined) return to === 'app.ts' && typeOnly && MAY_IMPORT_APP_TYPE.includes(importer);
  return MAY_IMPORT[importer]?.includes(imported) ?? false;
}

describe('the house', () => {
  it('has only the folders that the plan names', () => {
    const folders = new Set(files.flatMap((file) => layerOf(file) ?? []));
    expect([...folders].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('imports one way only', () => {
    const broken = shipped.flatMap(importsOf).filter((found) => !isAllowed(found));
    expect(broken).toEqual([]);
  });

  it('sees every relative import, so that the law above can fail', () => {
    expect(importsOf('app.ts').length).toBeGreaterThan(10);
    expect(isAllowed({ from: 'core/tool.ts', to: 'store/database.ts', typeOnly: true })).toBe(false);
    expect(isAllowed({ from: 'ui/chat/Chat.svelte', to: 'app.ts', typeOnly: false })).toBe(false);
    expect(isAllowed({ from: 'knowledge/library.ts', to: 'store/documents.ts', typeOnly: true })).toBe(false);
  });

  it('has no circle of imports', () => {
    const graph = new Map(
      shipped.map((file) => [
        file,
        // A component that draws a tree imports itself; that is recursion, not a circle.
        importsOf(file).flatMap(({ to, typeOnly }) => (typeOnly || to === file ? [] : [to])),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (file: string, path: string[]): void => {
      if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      if (done.has(file) || path.includes(file)) return;
      for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
      done.add(file);
    };
    for (const file of graph.keys()) visit(file, []);
    expect(circles).toEqual([]);
  });

  it(`keeps every file under ${MAX_LINES} lines`, () => {
    const long = files
      .filter((file) => /\.(ts|svelte|lua|css)$/.test(file) && !file.endsWith('.test.ts'))
      .map((file) => ({ file, lines: readFileSync(join(SRC, file), 'utf8').split('\n').length - 1 }))
      .filter(({ lines }) => lines > MAX_LINES);
    expect(long).toEqual([]);
  });

  it('says in the first line of each file what it is for', () => {
    const silent = files.filter(
      (file) =>
        /\.(ts|svelte|lua|css)$/.test(file) &&
        !/^(\/\/|\/\*|<!--|--)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(silent).toEqual([]);
  });

  it('has no drawer for odds and ends', () => {
    expect(files.filter((file) => FORBIDDEN_FOLDERS.test(file))).toEqual([]);
  });
});
