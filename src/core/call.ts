// A call of a tool: the caller, the act to be approved, and the outcome.
import type { ErrorData } from './errors.ts';
import type { Json } from '../base/json.ts';
import type { ScriptTouches } from './script-touches.ts';

export type ToolResult = { result: Json; error?: undefined } | { error: ErrorData; result?: undefined };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'print';

export interface LogLine {
  level: LogLevel;
  text: string;
}

/** Who makes a call. It decides where an approval is shown, never whether one is needed. */
export type Caller =
  | FirstCaller
  | { kind: 'tool'; name: string; depth: number; first: FirstCaller; /** The caller's run. */ run?: string };

/** The original caller. A tool that calls a tool acts for it. */
export type FirstCaller =
  /** `automation`: the id of the automation that asks. The user may then be away. */
  | { kind: 'agent'; conversation: string; call: string; automation?: string }
  /** The conversation in which the user acts, if any. */
  | { kind: 'user'; conversation?: string }
  | { kind: 'page' }
  /** The browser's own agent, or an extension, through WebMCP: a model that has read nobody knows what. */
  | { kind: 'browser' }
  /** A script that uses the app's HTTP routes. What it has read is unknown too. */
  | { kind: 'http' }
  /** An app of an MCP server, by the server's host, shown in a chat. Its page decides what it calls. */
  | { kind: 'app'; server: string; conversation: string }
  /** A scheduled scan of a feed, or a run of an automation, by id. The user may be away. */
  | { kind: 'schedule'; feed?: string; automation?: string };

/** A caller that is no part of Perilune. What it wants may come from texts that Perilune never saw. */
export type OutsideKind = 'browser' | 'http' | 'app';

export function isOutside(kind: Caller['kind']): kind is OutsideKind {
  return kind === 'browser' || kind === 'http' || kind === 'app';
}

/** True for a caller that may follow instructions in a text that it has read: a model, and every outside caller. */
export function mayFollowText({ kind }: Pick<Caller, 'kind'>): boolean {
  return kind === 'agent' || isOutside(kind);
}

/** Returns the first caller, through any number of tools in between. */
export function firstOf(caller: Caller): FirstCaller {
  return caller.kind === 'tool' ? caller.first : caller;
}

/** True for a scheduled call. It asks no questions, because the user may be away. */
export function isUnattended(caller: Caller): boolean {
  const first = firstOf(caller);
  return first.kind === 'schedule' || (first.kind === 'agent' && first.automation !== undefined);
}

/** An act of a run beyond computing that needs approval. `run` is the call itself. */
export type Act =
  /** `sends`: the request that the call makes, when one question covers both. */
  | { kind: 'run'; sends?: Sending }
  | ({ kind: 'send' } & Sending)
  /** `change`: its change in a project folder, instead of the whole text. */
  | { kind: 'write' | 'delete'; path: string; text: string; change?: FileChange }
  | { kind: 'script'; source: string; reason: string; touches: ScriptTouches };

/** A change of one file, for a person. */
export interface FileChange {
  /** Name of the project folder. */
  folder: string;
  what: 'added' | 'changed' | 'removed';
  /** Unified. */
  diff: string;
}

export interface Sending {
  request: OutgoingRequest;
  /** What was read before, as a phrase. */
  why: string;
  /** Secrets in play that must not go there, as a phrase. */
  barred?: string;
}

/** An HTTP request as shown to a person: secrets appear by name. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}
