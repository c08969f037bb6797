// Vite plugin: `examples.json`, the studio's examples. The small tools of tools/examples/, one folder each with
// NAME/NAME.lua, NAME/cases.json and required modules; and the bundled tools, tools/NAME.lua with NAME.cases.json. A
// broken one fails the build.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { CASES_FILE } from '../../src/core/tool-case.ts';
import { callsIn } from '../../src/lua-language/calls-in.ts';
import { LuaVm } from '../../src/sandbox/worker/vm.ts';
import type { Example } from '../../src/ui/studio/gallery/example.ts';
import { inspectTool } from '../inspect-tool.ts';
import { readPrelude } from '../prelude.ts';
import { jsonAsset } from './json-asset.ts';

const TOOLS = fileURLToPath(new URL('../../tools', import.meta.url));
const FOLDER = join(TOOLS, 'examples');

/** The examples, then the bundled tools. @throws Error that names the example and says what is wrong. */
export async function readExamples(): Promise<Example[]> {
  // One VM for all: its memory is reset before each script.
  const machine = await LuaVm.load(readPrelude());
  const read: Example[] = [];
  for (const { place, name, source, files, bundled } of [...smallTools(), ...bundledTools()]) {
    if (source === undefined) throw new Error(`${place}: there is no ${name}.lua`);
    try {
      const spec = await inspectTool(machine, source, `${name}.lua`, files);
      const { description, tags = [] } = spec;
      const calls = [source, ...modulesOf(files)].flatMap(callsIn);
      read.push({
        name: spec.name,
        description,
        tags: [...tags],
        calls: [...new Set(calls)],
        bundled,
        source,
        files,
      });
    } catch (problem) {
      throw new Error(`${place}: ${(problem as Error).message}`, { cause: problem });
    }
  }
  return read;
}

interface Found {
  place: string;
  name: string;
  source: string | undefined;
  files: Record<string, string>;
  bundled: boolean;
}

function smallTools(): Found[] {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders
    .map(({ name }) => name)
    .sort()
    .map((name) => {
      const { [`${name}.lua`]: source, ...files } = textsIn(join(FOLDER, name));
      return { place: `tools/examples/${name}`, name, source, files, bundled: false };
    });
}

function bundledTools(): Found[] {
  const scripts = readdirSync(TOOLS).filter((name) => name.endsWith('.lua'));
  return scripts.sort().map((file) => {
    const name = file.replace(/\.lua$/, '');
    const [source, cases] = [file, `${name}.cases.json`].map((one) => readFileSync(join(TOOLS, one), 'utf8'));
    return { place: `tools/${file}`, name, source, files: { [CASES_FILE]: cases ?? '' }, bundled: true };
  });
}

function modulesOf(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files).flatMap((path) => (path.endsWith('.lua') ? [files[path] as string] : []));
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
    folder: TOOLS,
    isSource: (path) => /\.(lua|json)$/.test(path),
    read: () => readExamples(),
  });
}
