// What is served to programs elsewhere: tools, documents and agents, as the MCP server and the HTTP routes see them.
import type { Json, JsonObject } from '../base/json.ts';
import type { Caller } from '../core/call.ts';
import type { Approve } from '../core/ports/approval.ts';
import type { RunObserver } from '../core/ports/call-run.ts';
import type { ProfileArgument } from '../core/profile.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { CallReport } from '../core/tool.ts';

export interface ServedTool {
  name: string;
  description: string;
  builtin: boolean;
  parameters: ObjectSchema;
  returns?: Schema;
  /** What a call may do at most, by what was granted. */
  effects: ToolEffects;
}

export interface ToolEffects {
  /** It writes no file and sends nothing. */
  readsOnly: boolean;
  /** It may reach other hosts. */
  sends: boolean;
}

export interface ServedAgent {
  name: string;
  description: string;
  tools: string[];
  source: 'toml' | 'lua';
  arguments: ProfileArgument[];
}

export interface AgentPrompt {
  system: string;
  tools: string[];
  messages: { role: 'user' | 'assistant'; content: string }[];
}

export interface ServedDocument {
  id: string;
  source: string;
  /** Its path below the source. */
  path: string;
  title: string;
  contentType: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** How a call is made and watched. */
export interface CallWatch extends Pick<RunObserver, 'onProgress' | 'onEmit' | 'onLog'> {
  caller: Caller;
  signal: AbortSignal;
  /** Asks the person behind the client; absent: nobody can be asked. */
  ask?: Approve | undefined;
}

export const CHANGES = ['tools', 'agents', 'documents'] as const;
export type Change = (typeof CHANGES)[number];

export interface Served {
  readonly version: string;
  tools(): Promise<ServedTool[]>;
  /** Never rejects: every failure is the outcome of the report. */
  call(name: string, args: unknown, watch: CallWatch): Promise<CallReport>;
  agents(): Promise<ServedAgent[]>;
  /** @throws Failure `not_found` for an unknown name, `tool_error` for whatever its script does wrong. */
  prompt(name: string, args: JsonObject, signal: AbortSignal): Promise<AgentPrompt>;
  /** Newest last, so that the places of a page stay while documents come in. */
  documents(page: { offset: number; limit: number }): Promise<{ documents: ServedDocument[]; total: number }>;
  /** @throws Failure `not_found` */
  document(place: Pick<ServedDocument, 'source' | 'path'>): Promise<ServedDocument & { body: string }>;
  /** @returns a function that ends the subscription. */
  onChange(listener: (change: Change) => void): () => void;
}

/** The result of a report as JSON; a failure is none. */
export function resultOf({ outcome }: CallReport): Json {
  return outcome.error ? null : outcome.result;
}
