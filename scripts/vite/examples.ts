// Vite plugin: `examples.json`, the small tools of tools/examples/ that the studio offers to start from. Each is a folder:
// NAME/NAME.lua, NAME/cases.json and what else it requires. A broken one fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { LuaVm } from '../../src/lua/sandbox/vm.ts';
import { inspectTool } from '../inspect-tool.ts';
import { readPrelude } from '../prelude.ts';
import { jsonAsset } from './json-asset.ts';

const FOLDER = fileURLToPath(new URL('../../tools/examples', import.meta.url));

/** As `ui/studio/gallery/` reads it. */
export interface ExampleFile {
  name: string;
  description: string;
  tags: string[];
  source: string;
  /** By path, `cases.json` among them. */
  files: Record<string, string>;
}

/** @throws Error that names the example and says what is wrong. */
export async function readExamples(folder = FOLDER): Promise<ExampleFile[]> {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  // One machine for all: its memory is put back before each script.
  const machine = await LuaVm.load(readPrelude());
  const read: ExampleFile[] = [];
  for (const name of names) {
    const { [`${name}.lua`]: source, ...files } = textsIn(join(folder, name));
    if (source === undefined) throw new Error(`tools/examples/${name}: there is no ${name}.lua`);
    try {
      const spec = await inspectTool(machine, source, `${name}.lua`, files);
      const { description, tags = [] } = spec;
      read.push({ name: spec.name, description, tags: [...tags], source, files });
    } catch (problem) {
      throw new Error(`tools/examples/${name}: ${(problem as Error).message}`, { cause: problem });
    }
  }
  return read;
}

function textsIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return Object.fromEntries(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path).replaceAll('\\', '/'), readFileSync(path, 'utf8')];
    }),
  );
}

export function examples(): Plugin {
  return jsonAsset({
    fileName: 'examples.json',
    folder: FOLDER,
    isSource: (path) => /\.(lua|json)$/.test(path),
    read: () => readExamples(),
  });
}
