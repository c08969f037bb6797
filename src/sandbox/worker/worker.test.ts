// The program of a sandbox worker, in this process: its answers to requests that run little or nothing of a script.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { readFromWorker, type Reply } from '../protocol.ts';
import type { RequestBody } from '../sandbox-worker.ts';

const { port1: page, port2: port } = new MessageChannel();
/** By a name that the type check doesn't follow: it is a program for another kind of scope. */
const WORKER = './worker.ts';
let lastId = 0;

beforeAll(async () => {
  const scope: { onmessage?: (event: object) => Promise<void> } = {};
  vi.stubGlobal('self', scope);
  await import(WORKER);
  // Node finds the WebAssembly by itself.
  await scope.onmessage?.({ data: { wasm: undefined }, ports: [port] });
});
afterAll(() => {
  page.close();
  vi.unstubAllGlobals();
});

function ask(body: RequestBody): Promise<Reply> {
  const id = ++lastId;
  return new Promise((resolve) => {
    page.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = readFromWorker(data);
      if (!message) throw new Error('the page would not believe this');
      if (message.type === 'reply' && message.id === id) resolve(message);
    };
    page.postMessage({ ...body, id });
  });
}

const inspect = (source: string): Promise<Reply> =>
  ask({ type: 'inspect', name: 't.lua', source, modules: '{}', limits: DEFAULT_LIMITS });

it('compiles many texts at once and returns the problems, without running any', async () => {
  const sources = {
    'a.lua': 'while true do end',
    'b.lua': 'x = = 1',
    'lib/c.lua': 'error("run")',
    'd.lua': 'y = "',
  };
  const { json, spent } = await ask({ type: 'compile', sources: JSON.stringify(sources) });
  expect(JSON.parse(json as string)).toMatchObject([
    { file: 'b.lua', line: 1, column: 5, endColumn: 6, message: "unexpected symbol near '='" },
    { file: 'd.lua', line: 1, column: 5 },
  ]);
  expect(spent).toBe(false);
});

it('blames a schema only when it is at fault', async () => {
  const script = (parameter: string) =>
    `tool = { parameters = { { name = "n", ${parameter} } } } function tool.execute() end`;
  const wrong = await inspect(script('pattern = "("'));
  expect([wrong.error?.code, wrong.about]).toEqual(['bad_request', 'schema']);
  const unknown = await inspect(script('type = "text"'));
  expect([unknown.error?.code, unknown.about]).toEqual(['bad_request', undefined]);
  const right = await inspect(script('type = "string"'));
  expect([right.error, right.about]).toEqual([undefined, undefined]);
});

it("runs scripts after texts that don't compile", async () => {
  await ask({ type: 'compile', sources: '{"a.lua":")"}' });
  expect((await inspect('tool = {} function tool.execute() end')).error).toBeUndefined();
});
