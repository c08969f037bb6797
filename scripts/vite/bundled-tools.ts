// Vite plugin: `bundled-tools.json`, the scripts of tools/ with their declarations, read by the real VM at build
// time. The app can list them without starting a sandbox, and a broken one fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { ToolSpec } from '../../src/core/tool.ts';
import { LuaVm } from '../../src/sandbox/worker/vm.ts';
import { inspectTool } from '../inspect-tool.ts';
import { readPrelude } from '../prelude.ts';
import { jsonAsset } from './json-asset.ts';

const FOLDER = fileURLToPath(new URL('../../tools', import.meta.url));

interface BundledTool {
  fileName: string;
  source: string;
  spec: ToolSpec;
}

/** Inspects every tools/*.lua. @throws Error that names the file and says what is wrong. */
export async function readBundledTools(folder = FOLDER): Promise<BundledTool[]> {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.lua'))
    .sort();
  return Promise.all(
    files.map(async (fileName) => {
      const source = readFileSync(join(folder, fileName), 'utf8');
      try {
        const spec = await inspectTool(await LuaVm.load(readPrelude()), source, fileName);
        return { fileName, source, spec };
      } catch (problem) {
        throw new Error(`tools/${fileName}: ${(problem as Error).message}`, { cause: problem });
      }
    }),
  );
}

export function bundledTools(): Plugin {
  return jsonAsset({
    fileName: 'bundled-tools.json',
    folder: FOLDER,
    isSource: (path) => path.endsWith('.lua'),
    read: readBundledTools,
  });
}
