// Every message across the sandbox boundary, one union each way.
//
// - Page and frame greet once by window messages, then talk over one port. Each worker has its own port to the page;
//   the frame only passes it on.
// - Values travel as JSON text, because a structured clone could carry what JSON cannot. Binary data (files, HTTP
//   bodies) travels beside the JSON of a host call. A worker's port is its identity.
// - Everything from the sandbox is `unknown` until `readFromFrame` or `readFromWorker` has checked it.
import { HTTP_STATUS } from '../core/error-codes.ts';
import type { ErrorData } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Limits } from '../core/limits.ts';
import type { LogLevel } from '../core/call.ts';

/** Start of every message that ends a replay because it differs from its run. */
export const DIFFERS = 'the replay differs from the recorded run';

/** Frame to page, by window message: it is ready, or it refuses to start because something is reachable. */
export type Greeting = { sandbox: 'ready' } | { sandbox: 'refused'; reason: string };

/** Page to frame, once, with the control port: the parts to build workers from. */
export interface FrameParts {
  worker: string;
  wasm: ArrayBuffer;
}

/** Page to frame, on the control port. `spawn` carries the worker's port. */
export type ToFrame = { type: 'spawn'; id: number } | { type: 'terminate'; id: number };

/** Frame to page, on the control port: a worker failed to start, threw, or sent an unreadable message. */
export interface FromFrame {
  type: 'died';
  id: number;
  message: string;
}

/** Frame to worker, once, with the worker's port to the page. */
export interface WorkerParts {
  wasm: WebAssembly.Module;
}

/** Page to worker. A worker handles one request at a time, identified by `id`. Schemas are JSON text too. */
export type ToWorker =
  | {
      type: 'run';
      id: number;
      /** The function to call: `tool.execute` or `connector.scan`. `script` runs the text itself. */
      entry: 'tool' | 'connector' | 'script';
      name: string;
      source: string;
      /** JSON object: path to source. */
      modules: string;
      schema: string;
      returns?: string;
      args: string;
      config: string;
      /** JSON object: the values that `env.get` returns. */
      env: string;
      /** JSON list: the names in `env` that are secrets. */
      secrets: string;
      limits: Limits;
      /** In a replay, a JSON list of recorded clock and random values. */
      recorded?: string;
      /** Count the executed lines. */
      coverage?: true;
    }
  | { type: 'inspect'; id: number; name: string; source: string; modules: string; limits: Limits }
  | { type: 'validate'; id: number; schema: string; args: string }
  /** Runs nothing. `sources` is a JSON object of texts by path. The answer is a JSON list of SyntaxProblem. */
  | { type: 'compile'; id: number; sources: string }
  | { type: 'answer'; id: number; call: number; json?: string; bytes?: Uint8Array; error?: ErrorData }
  /** Asks a person to approve this call. The run's deadline pauses until they answer. */
  | { type: 'hold'; id: number; call: number };

export type Answer = Extract<ToWorker, { type: 'answer' }>;
export type HoldMessage = Extract<ToWorker, { type: 'hold' }>;
export type Request = Exclude<ToWorker, Answer | HoldMessage>;

/** The end of a request. `args`: the checked arguments of a run. `spent`: this worker must not be reused. */
export interface Reply {
  type: 'reply';
  id: number;
  json?: string;
  error?: ErrorData;
  args?: string;
  /** The error is about a schema declared by the script. */
  about?: 'schema';
  spent: boolean;
  /** JSON list: the clock and random values of the run; absent when there were too many. */
  chances?: string;
  /** JSON text of a Coverage, if the run asked for it. */
  coverage?: string;
}

/** Worker to page. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'log'; id: number; level: LogLevel; text: string }
  | { type: 'progress'; id: number; fraction: number; text: string }
  | { type: 'emit'; id: number; text: string }
  | {
      type: 'call';
      id: number;
      call: number;
      operation: string;
      payload: string;
      bytes?: Uint8Array;
      /** It may contain a digest of a secret. */
      hashed?: true;
    }
  | Reply;

const LEVELS: readonly unknown[] = ['debug', 'info', 'warn', 'error', 'print'] satisfies LogLevel[];

/** Returns undefined for an invalid message; its sender must not be trusted any further. */
export function readFromWorker(data: unknown): FromWorker | undefined {
  if (!isObject(data)) return undefined;
  if (data['type'] === 'ready') return { type: 'ready' };
  return typeof data['id'] === 'number' && SHAPES.get(data['type'])?.(data)
    ? (data as unknown as FromWorker)
    : undefined;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isMissing = (value: unknown): boolean => value === undefined;

const SHAPES = new Map<unknown, (data: Record<string, unknown>) => boolean>([
  ['log', (data) => LEVELS.includes(data['level']) && isText(data['text'])],
  ['progress', (data) => isNumber(data['fraction']) && isText(data['text'])],
  ['emit', (data) => isText(data['text'])],
  ['call', isCall],
  ['reply', isReply],
]);

function isCall({ call, operation, payload, bytes, hashed }: Record<string, unknown>): boolean {
  return (
    isNumber(call) &&
    isText(operation) &&
    isText(payload) &&
    (isMissing(hashed) || hashed === true) &&
    (isMissing(bytes) || Object.prototype.toString.call(bytes) === '[object Uint8Array]')
  );
}

function isReply({ json, error, args, about, spent, ...notes }: Record<string, unknown>): boolean {
  const answered = isText(json) ? isMissing(error) : isMissing(json) && isErrorData(error);
  const texts = [args, notes['chances'], notes['coverage']].every((text) => isMissing(text) || isText(text));
  const extras = texts && (isMissing(about) || about === 'schema');
  return answered && extras && typeof spent === 'boolean';
}

function isErrorData(value: unknown): boolean {
  return (
    isObject(value) &&
    Object.hasOwn(HTTP_STATUS, String(value['code'])) &&
    isText(value['message']) &&
    isMissing(value['details'])
  );
}

export function readFromFrame(data: unknown): FromFrame | undefined {
  const ours = isObject(data) && data['type'] === 'died' && isNumber(data['id']) && isText(data['message']);
  return ours ? (data as unknown as FromFrame) : undefined;
}
