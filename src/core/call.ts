// A call of a tool: who asks, what it wants to do, and what comes of it.
import type { ErrorData } from './errors.ts';
import type { Json } from '../base/json.ts';
import type { ScriptTouches } from './script-touches.ts';

export type ToolResult = { result: Json; error?: undefined } | { error: ErrorData; result?: undefined };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'print';

export interface LogLine {
  level: LogLevel;
  text: string;
}

/** Who asks for a call. It decides where an approval is shown, never whether one is needed. */
export type Caller =
  | FirstCaller
  | { kind: 'tool'; name: string; depth: number; first: FirstCaller; /** Its run. */ run?: string };

/** Who began: a tool that calls a tool does so for them. */
export type FirstCaller =
  | { kind: 'agent'; conversation: string; call: string }
  /** The conversation in which they do it, when that is in one. */
  | { kind: 'user'; conversation?: string }
  | { kind: 'page' }
  /** The time has come to scan a feed; nobody need be there to answer a question. */
  | { kind: 'schedule'; feed: string };

/** What a run wants to do beyond computing, that a person is to allow. `run` is the call itself. */
export type Act =
  /** `sends`: what leaves with the call, where one question stands for both. */
  | { kind: 'run'; sends?: Sending }
  | ({ kind: 'send' } & Sending)
  | { kind: 'write' | 'delete'; path: string; text: string }
  | { kind: 'script'; source: string; reason: string; touches: ScriptTouches };

export interface Sending {
  request: OutgoingRequest;
  /** What was read before, as a phrase. */
  why: string;
  /** Secrets in play that may not go there, as a phrase. */
  barred?: string;
}

/** An HTTP request as a person may see it: secrets appear by name. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
