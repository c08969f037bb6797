// Runs a script without effects: each action is answered with a note of what it would have done.
//
// - Read access is real: documents, files of the conversation, tools that only read.
// - Files are written to a folder of this run alone, so that the script can read what it would have written.
// - Nothing is sent on any path: the run and all its calls share an `Outbound` that takes notes instead of sending.
import { Failure } from '../../core/errors.ts';
import type { Json } from '../../base/json.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import type { DryAct } from '../../core/script-touches.ts';
import { Outbound } from '../../core/outbound.ts';
import { Taint } from '../../core/taint.ts';
import type { CallReport } from '../../core/tool.ts';
import type { ToolResult } from '../../core/call.ts';
import type { FolderStore, Grants } from '../../core/ports/grants.ts';
import { outputOf } from './read-output.ts';
import { touchesOf, type ScriptDeps } from './script-deps.ts';
import { READ_OUTPUT, RUN_SCRIPT, SCRIPT } from './script-names.ts';
import { readOutcome, reportOf } from './script-outcome.ts';
import { effectOf } from './tool-effect.ts';

export interface DryRunDeps extends ScriptDeps {
  /** Calls a tool that only reads, as a model's script does in this conversation. */
  read(
    name: string,
    args: Json,
    conversation: string,
    signal: AbortSignal,
    outbound: Outbound,
  ): Promise<ToolResult>;
}

/** Maximum notes of one run, and characters of a text in one. */
const MOST_ACTS = 500;
const LONGEST = 4_000;

export async function dryRun(
  deps: DryRunDeps,
  source: string,
  conversation: string,
  signal?: AbortSignal,
): Promise<{ acts: DryAct[]; report: CallReport }> {
  const args = { source };
  const { syntax } = await touchesOf(deps, source);
  if (syntax) {
    const error = { code: 'tool_error' as const, message: `${SCRIPT}:${syntax.line}: ${syntax.message}` };
    return { acts: [], report: reportOf(args, { value: null, error, logs: [] }) };
  }
  const notes = new Notes();
  const under = (await deps.folderOf?.(conversation)) ?? deps.memory.folders;
  const { outcome, logs } = await deps.runner.run({
    key: `${SCRIPT} dry ${conversation}`,
    entry: 'script',
    name: SCRIPT,
    source,
    schema: { type: 'object' },
    args: deps.memory.globals(conversation),
    config: {},
    secrets: [],
    limits: DEFAULT_LIMITS,
    grants: grantsOf(deps, conversation, notes, under),
    ...(signal && { signal }),
  });
  const { value, error } = outcome.error
    ? { value: null, error: outcome.error }
    : readOutcome(outcome.result);
  return { acts: notes.acts, report: reportOf(args, { value, error, logs }) };
}

class Notes {
  readonly acts: DryAct[] = [];

  add(operation: string, text: string, payload: Json): void {
    if (this.acts.length >= MOST_ACTS) {
      throw new Failure(
        'rate_limited',
        `a dry run records at most ${MOST_ACTS} actions, and this script reached that limit`,
      );
    }
    this.acts.push({ operation, text: cut(text), payload: shortened(payload) });
  }
}

function grantsOf(deps: DryRunDeps, conversation: string, notes: Notes, under: FolderStore): Grants {
  const taint = new Taint();
  taint.add('this conversation');
  const outbound = new Outbound((request) => {
    notes.add('http.request', `Would send ${request.method} ${request.url}`, request as unknown as Json);
  });
  return {
    outbound,
    hosts: [],
    asksToSend: true,
    asksFirst: false,
    tokenHosts: [],
    signIn: undefined,
    before: undefined,
    cautious: true,
    taint,
    folder: conversation,
    store: overlay(under, notes),
    files: {},
    writes: true,
    // A run without effects needs no approval.
    approve: async () => false,
    callTool: (name, args, signal) => callTool(deps, { name, args, signal, conversation, notes, outbound }),
  };
}

async function callTool(
  deps: DryRunDeps,
  asked: {
    name: string;
    args: Json;
    signal: AbortSignal;
    conversation: string;
    notes: Notes;
    outbound: Outbound;
  },
): Promise<ToolResult> {
  const { name, args, signal, conversation, notes, outbound } = asked;
  const tool = deps.tool(name);
  if (!tool) return { error: { code: 'not_found', message: `no tool registered with name: ${name}` } };
  if (name === READ_OUTPUT) return { result: outputOf(deps.outputs, conversation, args) };
  const reads = name !== RUN_SCRIPT && tool.llmCallable && effectOf(tool)?.effect === 'reads';
  if (reads) return deps.read(name, args, conversation, signal, outbound);
  notes.add('tools.call', `Would call ${name}`, { name, args });
  return { result: null };
}

/** Returns a folder that keeps writes and deletions to itself. */
function overlay(under: FolderStore, notes: Notes): FolderStore {
  const changed = new Map<string, Uint8Array | undefined>();
  return {
    read: async (folder, path) => (changed.has(path) ? changed.get(path) : under.read(folder, path)),
    list: async (folder) => {
      const kept = (await under.list(folder)).filter(({ path }) => !changed.has(path));
      const written = [...changed].flatMap(([path, bytes]) =>
        bytes ? [{ path, size: bytes.length, modified: new Date(0).toISOString() }] : [],
      );
      return [...kept, ...written];
    },
    write: async (_folder, path, bytes) => {
      const size = bytes.length === 1 ? '1 byte' : `${bytes.length} bytes`;
      notes.add('fs.write', `Would write ${path} (${size})`, { path, text: textOf(bytes) });
      changed.set(path, new Uint8Array(bytes));
    },
    remove: async (folder, path) => {
      const there = changed.has(path) ? changed.get(path) : await under.read(folder, path);
      if (!there) return false;
      notes.add('fs.delete', `Would delete ${path}`, { path });
      changed.set(path, undefined);
      return true;
    },
  };
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, LONGEST * 4));
}

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

/** Cuts long texts in it; a payload that is still too long is shown as text. */
function shortened(payload: Json): Json {
  const text = JSON.stringify(payload, (_, value: Json) => (typeof value === 'string' ? cut(value) : value));
  return text.length > 4 * LONGEST ? cut(text) : (JSON.parse(text) as Json);
}
