// The examples in the guide and the READMEs, including those the studio offers: each script, HTTP tool and flow is
// read as the app would read it, and checked as the studio would.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { ToolSpec } from '../src/core/tool.ts';
import { compileFlow } from '../src/tools/flow/compile-flow.ts';
import { readFlowSpec } from '../src/core/flow/flow-spec.ts';
import type { Step } from '../src/core/flow/flow-types.ts';
import { compile, kindOf } from '../src/tools/runnable.ts';
import { LuaVm } from '../src/sandbox/worker/vm.ts';
import { inspectTool } from './inspect-tool.ts';
import { readPrelude } from './prelude.ts';
import { ToolLint } from './tool-lint.ts';
import { readExamples } from './vite/examples.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = `${root}public/demo-docs/`;
const files = [
  ...readdirSync(guide)
    .filter((name) => name.endsWith('.md'))
    .map((page) => guide + page),
  `${root}tools/README.md`,
  `${root}README.md`,
];

function blocks(language: string, wanted: (block: string) => boolean): { what: string; block: string }[] {
  const fence = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm');
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(fence)]
      .map(([, block = '']) => block)
      .filter(wanted)
      .map((block, index) => ({ what: `${file.slice(root.length)}, ${language} ${index + 1}`, block })),
  );
}

const scripts = blocks('lua', (block) => /^(tool|connector) = /m.test(block));
const data = blocks('json', (block) => /^\{/.test(block) && /"(request|steps)":/.test(block));
const isFlow = ({ block }: { block: string }): boolean => kindOf(block) === 'flow';

/** Modules required by the guide's scripts, by path. */
const modules = Object.fromEntries(
  blocks('lua', (block) => /^return \w+$/m.test(block)).map(({ block }) => [
    `lib/${/^return (\w+)$/m.exec(block)?.[1]}.lua`,
    block,
  ]),
);
// One VM for all: its memory is reset before each script.
const machine = await LuaVm.load(readPrelude());
const lint = await ToolLint.start();

it('are found', () => {
  expect(scripts.length).toBeGreaterThan(6);
  expect(data.filter((one) => !isFlow(one)).length).toBeGreaterThan(1);
  expect(data.filter(isFlow).length).toBeGreaterThan(1);
});

it.each(scripts)('$what can be installed, without any warning', async ({ block }) => {
  const spec = await inspectTool(machine, block, 'example.lua');
  expectGood(spec);
  const kind = block.startsWith('connector') ? 'connector' : 'lua';
  const fileName = `${spec.name}.lua`;
  expect(await lint.findings({ source: block, kind, fileName, files: modules })).toEqual([]);
});

it.each(data)('$what compiles to a script that can be installed, without any warning', async ({ block }) => {
  const kind = kindOf(block) as 'http' | 'flow';
  const source = await compile(kind, block, 'example.json');
  const spec = await inspectTool(machine, source, 'example.lua');
  expectGood(spec);
  const fileName = `${spec.name}.${kind}.json`;
  expect(await lint.findings({ source: block, kind, fileName })).toEqual([]);
});

it.each(await readExamples())('$name, a template, has no warning', async (example) => {
  const { name, source, files } = example;
  expect(await lint.findings({ source, kind: 'lua', fileName: `${name}.lua`, files })).toEqual([]);
});

it('would fail on a warning', async () => {
  const source =
    'tool = { name = "t", description = "d" } function tool.execute() local x = json.prase("1") end';
  const findings = await lint.findings({ source, kind: 'lua', fileName: 't.lua' });
  expect(findings.map((one) => one.split(' ')[1])).toEqual(
    expect.arrayContaining(['unknown_call', 'unused_local']),
  );
});

it.each(data.filter(isFlow))('$what calls bundled tools only', ({ block }) => {
  const flow = readFlowSpec(block);
  expect(compileFlow(flow)).toContain('tool.execute');
  const bundled = readdirSync(`${root}tools`).map((file) => file.replace(/\.lua$/, ''));
  expect(bundled).toEqual(expect.arrayContaining(toolsIn(flow.steps)));
});

function toolsIn(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'call') return [step.tool];
    if (step.kind === 'forEach') return toolsIn(step.steps);
    if (step.kind === 'parallel') return toolsIn(step.branches.flat());
    return toolsIn([...step.then, ...(step.else ?? [])]);
  });
}

/** Newcomers would copy an example with its warnings. */
function expectGood({ name, description, parameters }: ToolSpec): void {
  expect(name).not.toBe('example');
  expect(description.length).toBeGreaterThan(10);
  for (const parameter of Object.values(parameters.properties ?? {})) {
    expect(parameter.description).toEqual(expect.any(String));
  }
}
