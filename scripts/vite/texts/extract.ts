// Lists the interface's texts by feature, as the build finds them in compiled modules.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compile } from 'svelte/compiler';
import { parseAst, transformWithOxc } from 'vite';
import { findTexts } from './find-texts.ts';
import { TEXTS } from './read-catalogues.ts';
import type { Node } from './syntax.ts';

const SOURCES = join(TEXTS, '../..');
/** A folder of src/ui or src/features is a feature; files directly in src/ui belong to the shell. */
const OF_FEATURE =
  /^(?:ui|features)\/(?:([^/]+)\/)?[^/].*\.(?:svelte|ts)$|^agent\/(?:setting|result-words|model-notices)\.ts$|^core\/(?:restore-notes|origin-text|script-hint)\.ts$/;
/** Where the texts of pure modules are shown. */
const OF_CORE: Readonly<Record<string, string>> = {
  'core/restore-notes.ts': 'settings',
  'core/origin-text.ts': 'settings',
  'core/script-hint.ts': 'studio',
};
const NOT_SHOWN = /(?:\.test|\.test-support|\.d|worker)\.ts$|^ui\/texts\//;

export interface Extracted {
  feature: string;
  file: string;
  key: string;
}

export async function extractTexts(): Promise<Extracted[]> {
  const paths = ['ui', 'features', 'agent', 'core'].flatMap((folder) =>
    readdirSync(join(SOURCES, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(SOURCES, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((file) => OF_FEATURE.test(file) && !NOT_SHOWN.test(file)),
  );
  const each = paths.sort().map(async (file) => {
    const keys = findTexts(parseAst(await compiled(join(SOURCES, file))) as unknown as Node).flatMap(
      (found) => found.keys,
    );
    const feature = OF_CORE[file] ?? OF_FEATURE.exec(file)?.[1] ?? 'shell';
    return [...new Set(keys)].map((key) => ({ feature, file, key }));
  });
  return (await Promise.all(each)).flat();
}

async function compiled(path: string): Promise<string> {
  const source = readFileSync(path, 'utf8');
  if (path.endsWith('.svelte')) return compile(source, { filename: path, css: 'external' }).js.code;
  return (await transformWithOxc(source, path)).code;
}
