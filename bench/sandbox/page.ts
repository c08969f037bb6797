// The page of bench/sandbox.mjs: our sandbox and its peers, each started by its first call.
import { noGrants } from '../../src/core/ports/no-grants.ts';
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import { DEFAULT_LIMITS } from '../../src/core/limits.ts';
import type { RunRequest } from '../../src/core/ports/tool-runner.ts';
import { LuaRunner, type LuaRunnerOptions } from '../../src/sandbox/runner.ts';
import workerUrl from '../../src/sandbox/worker/worker.ts?worker&url';
import { LUA_TOOLS } from './scripts.mjs';

interface Engine {
  /** Starts the engine at the first call. */
  call(tool: string, params?: unknown): Promise<unknown>;
  /** Runs an endless script, and stops it after this many milliseconds. */
  kill(tool: string, after: number): Promise<void>;
}

const SOURCES: unknown[] = [];
const HELLO = { message: 'hello' };

class Perilune implements Engine {
  #runner: LuaRunner | undefined;

  async call(tool: string, params: unknown = HELLO): Promise<unknown> {
    const { outcome } = await this.#run(tool, params, DEFAULT_LIMITS.timeout);
    if (outcome.error) throw new Error(outcome.error.message);
    return outcome.result;
  }

  async kill(tool: string, after: number): Promise<void> {
    const { outcome } = await this.#run(tool, HELLO, after / 1000);
    if (outcome.error?.code !== 'timeout') throw new Error(`${tool} ended with ${JSON.stringify(outcome)}`);
  }

  #run(tool: string, args: unknown, timeout: number): ReturnType<LuaRunner['run']> {
    const request: RunRequest = {
      key: tool,
      entry: 'tool',
      name: tool,
      source: LUA_TOOLS[tool] ?? '',
      schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
      args,
      config: {},
      secrets: [],
      limits: { ...DEFAULT_LIMITS, timeout },
      grants: noGrants(),
    };
    this.#runner ??= new LuaRunner({
      frameUrl: new URL('/sandbox.html', location.href).href,
      wasmUrl,
      workerUrl,
      // Only `sources` is ever called.
      services: { sources: () => Promise.resolve(SOURCES) } as unknown as LuaRunnerOptions['services'],
      http: { send: () => Promise.reject(new Error('there is no network here')) },
    });
    return this.#runner.run(request);
  }
}

/** An engine in a plain worker, without isolation. */
class Peer implements Engine {
  readonly #start: () => Worker;
  readonly #calls = new Map<number, { resolve(result: unknown): void; reject(problem: Error): void }>();
  #worker: Worker | undefined;
  #last = 0;

  constructor(start: () => Worker) {
    this.#start = start;
  }

  call(tool: string, params: unknown = HELLO): Promise<unknown> {
    this.#worker ??= this.#begin();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#worker?.postMessage({ id, tool, params });
    });
  }

  async kill(tool: string, after: number): Promise<void> {
    void this.call(tool).catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, after));
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#calls.clear();
  }

  #begin(): Worker {
    const worker = this.#start();
    worker.onmessage = ({
      data,
    }: MessageEvent<{ id: number; ask?: string; error?: string; result: unknown }>) => {
      if (data.ask) return worker.postMessage({ answer: SOURCES });
      const call = this.#calls.get(data.id);
      this.#calls.delete(data.id);
      if (data.error === undefined) call?.resolve(data.result);
      else call?.reject(new Error(data.error));
    };
    worker.onerror = ({ message }) => this.#calls.forEach(({ reject }) => reject(new Error(message)));
    return worker;
  }
}

const module = { type: 'module' } as const;
const engines: Record<string, Engine> = {
  perilune: new Perilune(),
  wasmoon: new Peer(() => new Worker(new URL('./wasmoon.worker.ts', import.meta.url), module)),
  fengari: new Peer(() => new Worker(new URL('./fengari.worker.ts', import.meta.url), module)),
  quickjs: new Peer(() => new Worker(new URL('./quickjs.worker.ts', import.meta.url), module)),
  'bare worker': new Peer(() => new Worker(new URL('./echo.worker.ts', import.meta.url), module)),
};

Object.assign(globalThis, { engines });
