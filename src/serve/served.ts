// Content served to other programs: tools, documents and agents, as the MCP server and the HTTP routes see them.
import type { Json, JsonObject } from '../base/json.ts';
import type { Caller } from '../core/call.ts';
import type { Approve } from '../core/ports/approval.ts';
import type { RunObserver } from '../core/ports/call-run.ts';
import type { Profile, ProfileArgument, ResolvedProfile } from '../core/profile.ts';
import type { ObjectSchema, Schema } from '../core/schema.ts';
import type { CallReport } from '../core/tool.ts';

/** A tool as listed over HTTP. */
export interface ListedTool {
  name: string;
  description: string;
  builtin: boolean;
  parameters: ObjectSchema;
}

export interface ServedTool extends ListedTool {
  returns?: Schema;
  /** The most that a call can do, according to its grants. */
  effects: ToolEffects;
}

export interface ToolEffects {
  /** It writes no file and sends nothing. */
  readsOnly: boolean;
  /** It can reach other hosts. */
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
  /** Path below the source. */
  path: string;
  title: string;
  contentType: string;
  /** ISO 8601. */
  updatedAt: string;
}

/** Options and listeners of a call. */
export interface CallWatch extends Pick<RunObserver, 'onProgress' | 'onEmit' | 'onLog'> {
  caller: Caller;
  signal: AbortSignal;
  /** Asks the person behind the client; absent: nobody can be asked. */
  ask?: Approve | undefined;
}

/** What the HTTP routes answer from. */
export interface HttpServed {
  readonly version: string;
  tools(): Promise<ListedTool[]>;
  /** Never rejects: every failure is the outcome of the report. */
  call(name: string, args: unknown, watch: CallWatch): Promise<CallReport>;
  agents(): Promise<ServedAgent[]>;
  /** @throws Failure `not_found` for an unknown name, `tool_error` for an error of its script. */
  prompt(name: string, args: JsonObject, signal: AbortSignal): Promise<AgentPrompt>;
}

export const CHANGES = ['tools', 'agents', 'documents'] as const;
export type Change = (typeof CHANGES)[number];

export interface Served extends HttpServed {
  tools(): Promise<ServedTool[]>;
  /** Newest last, so that pages stay stable while documents are added. */
  documents(page: { offset: number; limit: number }): Promise<{ documents: ServedDocument[]; total: number }>;
  /** @throws Failure `not_found` */
  document(place: Pick<ServedDocument, 'source' | 'path'>): Promise<ServedDocument & { body: string }>;
  /** @returns a function that unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
}

/** Returns an agent as listed. */
export function servedAgent(
  agent: Pick<Profile, 'name' | 'description' | 'kind' | 'tools' | 'arguments'>,
): ServedAgent {
  const { name, description, kind, tools = [], arguments: asked = [] } = agent;
  return { name, description, tools, source: kind === 'lua' ? 'lua' : 'toml', arguments: asked };
}

/** Returns the arguments of an agent as its script takes them: texts. */
export function textArguments(args: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );
}

/** Returns a resolved agent as answered. */
export function agentPrompt({
  system = '',
  tools,
  opening = [],
}: Omit<ResolvedProfile, 'name'>): AgentPrompt {
  const messages = opening.map(({ role, text: content }) => ({ role, content }));
  return { system, tools: [...(tools ?? [])], messages };
}

/** Returns the result of a report as JSON; null for a failure. */
export function resultOf({ outcome }: CallReport): Json {
  return outcome.error ? null : outcome.result;
}
