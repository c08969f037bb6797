// Vite plugin: `bundled-connectors.json`, the connectors of tools/connectors/ with their modules and declarations. A
// connector is installed together with its first feed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { ToolSpec } from '../../src/core/tool.ts';
import { modulePath } from '../../src/lua-language/modules.ts';
import { LuaVm } from '../../src/sandbox/worker/vm.ts';
import { inspectTool } from '../inspect-tool.ts';
import { readPrelude } from '../prelude.ts';
import { jsonAsset } from './json-asset.ts';

const FOLDER = fileURLToPath(new URL('../../tools/connectors', import.meta.url));

export interface BundledConnector {
  fileName: string;
  source: string;
  /** The modules it requires, by path. */
  files: Record<string, string>;
  spec: ToolSpec;
}

/** @throws Error that names the file and says what is wrong. */
export async function readBundledConnectors(folder = FOLDER): Promise<BundledConnector[]> {
  const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const modules = Object.fromEntries(
    readdirSync(join(folder, 'lib')).map((name) => [`lib/${name}`, read(`lib/${name}`)]),
  );
  const names = readdirSync(folder).filter((name) => name.endsWith('.lua'));
  return Promise.all(
    names.sort().map(async (fileName) => {
      const source = read(fileName);
      const files = required(source, modules);
      try {
        const vm = await LuaVm.load(readPrelude());
        return { fileName, source, files, spec: await inspectTool(vm, source, fileName, files) };
      } catch (problem) {
        throw new Error(`tools/connectors/${fileName}: ${(problem as Error).message}`, { cause: problem });
      }
    }),
  );
}

/** The modules required by the text, directly or indirectly. */
function required(source: string, modules: Record<string, string>): Record<string, string> {
  const found: Record<string, string> = {};
  const look = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/\brequire\s*\(?\s*["']([^"']+)["']/g)) {
      const path = modulePath(name, modules);
      if (path === undefined || found[path] !== undefined) continue;
      found[path] = modules[path] ?? '';
      look(found[path]);
    }
  };
  look(source);
  return found;
}

export function bundledConnectors(): Plugin {
  return jsonAsset({
    fileName: 'bundled-connectors.json',
    folder: FOLDER,
    isSource: (path) => path.endsWith('.lua'),
    read: () => readBundledConnectors(),
  });
}
