// The same cases in stock Lua 5.4 and in the sandbox: rewritten parts of the library behave like the original. Each
// line of corpus/*.txt is a case, together with the indented lines after it. corpus/case.lua runs one and prints the
// outcome.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { DIFFERENCES, SINCE_THEN } from './corpus/differences.ts';

const CORPUS = fileURLToPath(new URL('corpus', import.meta.url));
const runCase = readFileSync(join(CORPUS, 'case.lua'), 'utf8');
const trial = new ScriptTrial();

const topics = readdirSync(CORPUS)
  .filter((file) => file.endsWith('.txt'))
  .map((file) => ({ name: file.replace('.txt', ''), cases: casesOf(join(CORPUS, file)) }));
const all = topics.flatMap(({ cases }) => cases);
const stock = underStockLua(all);

describe.skipIf(!stock)("the sandbox's answers (104) (needs lua5.4)", () => {
  for (const { name, cases } of topics) {
    it.each(cases.map((source) => [source]))(`${name}: %s`, async (source) => {
      const theirs = stock?.get(source);
      const difference = DIFFERENCES.get(source);
      expect(await inSandbox(source)).toBe(difference ?? theirs);
      if (difference !== undefined && !SINCE_THEN.has(source)) expect(theirs).not.toBe(difference);
    });
  }

  it('equal those of stock Lua in every case except the listed ones, all of which exist', () => {
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(1300);
    expect([...DIFFERENCES.keys()].filter((source) => !all.includes(source))).toEqual([]);
  });
});

function casesOf(path: string): string[] {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('\t') ? [] : [index]));
  return starts.map((start, index) => lines.slice(start, starts[index + 1]).join('\n'));
}

/** Runs all cases in one process and returns what each prints; undefined without lua5.4. */
function underStockLua(cases: readonly string[]): Map<string, string> | undefined {
  const input = Buffer.concat(
    cases.flatMap((source) => [Buffer.from(`${Buffer.byteLength(source)}\n`), Buffer.from(source)]),
  );
  const { status, stdout, stderr, error } = spawnSync(
    'lua5.4',
    [join(CORPUS, 'stock.lua'), join(CORPUS, 'case.lua')],
    { input, timeout: 100_000, maxBuffer: 64 * 1024 * 1024 },
  );
  if (error && 'code' in error && error.code === 'ENOENT') return undefined;
  if (status !== 0) throw new Error(`lua5.4 stopped: ${stderr.toString()}`);
  const printed = new Map<string, string>();
  let at = 0;
  for (const source of cases) {
    const lineEnd = stdout.indexOf('\n', at);
    const size = Number(stdout.subarray(at, lineEnd).toString());
    printed.set(source, comparable(stdout.subarray(lineEnd + 1, lineEnd + 1 + size).toString()));
    at = lineEnd + 1 + size;
  }
  return printed;
}

async function inSandbox(source: string): Promise<string> {
  const { logs, message } = await trial.script(
    `tool = { execute = function(params) return load(params.run, '=case.lua')(params.source) end }`,
    { args: { source, run: runCase } },
  );
  const printed = logs.map((line) => line.replace(/^print: /, ''));
  return comparable([...printed, ...(message === undefined ? [] : [`ended: ${message}`])].join('\n'));
}

/** Addresses differ between processes. */
function comparable(text: string): string {
  return text.replace(/0x[0-9a-f]{8,}/g, '0x…');
}
