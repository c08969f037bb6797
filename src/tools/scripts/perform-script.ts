// Runs a script of a model, or of a person, for one call of `lua_run_script`.
//
// - A script that only reads runs immediately. Any other needs an approval first, unless it is the person's own. If the
//   person edits it, the edited text runs.
// - Each tool it calls follows its own policy, grants and approvals.
// - A run is held to what its text shows (script-guard.ts). It has no hosts: each request needs approval.
// - It gets fresh memory, and the plain data that the previous script left.
import { Failure, type ErrorData } from '../../core/errors.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import type { ScriptTouches } from '../../core/script-touches.ts';
import type { CallReport } from '../../core/tool.ts';
import { isOutside, mayFollowText, type FirstCaller, type ToolResult } from '../../core/call.ts';
import type { Json } from '../../base/json.ts';
import type { CallRun } from '../../core/ports/call-run.ts';
import type { FolderStore, Grants } from '../../core/ports/grants.ts';
import { outputOf } from './read-output.ts';
import { touchesOf, type ScriptDeps } from './script-deps.ts';
import { ScriptGuard } from './script-guard.ts';
import { READ_OUTPUT, SCRIPT } from './script-names.ts';
import { readOutcome, reportOf, type Told } from './script-outcome.ts';
import { effectOf } from './tool-effect.ts';

/** @throws Failure `denied`, `bad_request` */
export async function performScript(deps: ScriptDeps, run: CallRun): Promise<CallReport> {
  const { caller, args } = run;
  if (caller.kind === 'tool' || caller.kind === 'schedule' || isOutside(caller.kind)) {
    throw new Failure('denied', 'only people and models can run scripts, not tools');
  }
  const source = textOf(args['source']);
  if (source.trim() === '') throw new Failure('bad_request', 'source must not be empty');
  const text = caller.kind === 'user' ? { source } : await approved(deps, run, source);
  const touches = text.touches ?? (await touchesOf(deps, text.source));
  const edited = text.source === source ? undefined : text.source;
  const problem = syntaxError(touches);
  if (problem) return reportOf(args, { value: null, error: problem, logs: [], edited });
  // A person's own script is limited only by the policies of the tools it calls.
  const guard = caller.kind === 'user' ? undefined : guardOf(deps, touches, text.asked === true);
  return execute(deps, run, text.source, guard, edited);
}

interface Approved {
  source: string;
  touches?: ScriptTouches;
  asked?: boolean;
}

async function approved(deps: ScriptDeps, run: CallRun, source: string): Promise<Approved> {
  const touches = await touchesOf(deps, source);
  if (touches.readOnly || touches.syntax) return { source, touches };
  // What it writes or sends is refused, one by one. It may run as if approved, and nobody is asked.
  if (run.outbound.isReadOnly) return { source, touches, asked: true };
  const reason = textOf(run.args['reason']);
  const answer = await run.ask({ kind: 'script', source, reason, touches }, run.signal);
  if (!answer.yes) {
    throw new Failure(
      'denied',
      'the user did not want this script to run. Do not send it again; ask what they want instead',
    );
  }
  const { edited = source } = answer;
  if (edited === source) return { source, touches, asked: true };
  return { source: edited, touches: await touchesOf(deps, edited), asked: true };
}

function guardOf(deps: ScriptDeps, touches: ScriptTouches, asked: boolean): ScriptGuard {
  return new ScriptGuard(touches, asked, (name) => effectOf(deps.tool(name)));
}

function syntaxError({ syntax }: ScriptTouches): ErrorData | undefined {
  return syntax && { code: 'tool_error', message: `${SCRIPT}:${syntax.line}: ${syntax.message}` };
}

async function execute(
  deps: ScriptDeps,
  run: CallRun,
  source: string,
  guard: ScriptGuard | undefined,
  edited: string | undefined,
): Promise<CallReport> {
  const { signal, observer, args, first } = run;
  const conversation = conversationOf(first);
  const store = (await deps.folderOf?.(conversation)) ?? deps.memory.folders;
  return deps.memory.inTurn(conversation, async (globals, keep) => {
    // They may come from another branch or the person: this answer doesn't know their source.
    if (Object.keys(globals).length > 0) run.taint.add('what earlier scripts left');
    const report = await deps.runner.run({
      key: `${SCRIPT} ${first.kind} ${conversation}`,
      entry: 'script',
      name: SCRIPT,
      source,
      schema: { type: 'object' },
      args: globals,
      config: {},
      secrets: [],
      limits: DEFAULT_LIMITS,
      grants: grantsOf(deps, run, { guard, store }),
      signal: guard ? AbortSignal.any([signal, guard.signal]) : signal,
      onLog: observer.onLog,
      onProgress: observer.onProgress,
      onEmit: observer.onEmit,
      onHostCall: observer.onHostCall,
    });
    const told = guard?.failure ? { value: null, error: guard.failure.toData() } : toldOf(report, keep);
    const { emitted, trace } = report;
    return {
      ...reportOf(args, { ...told, logs: [...report.logs, ...(told.logs ?? [])], edited }),
      ...(emitted !== undefined && { emitted }),
      ...(trace && { trace }),
    };
  });
}

function toldOf(
  { outcome: { result, error: broken } }: CallReport,
  keep: (globals: unknown) => void,
): Partial<Told> & Pick<Told, 'value'> {
  if (broken) return { value: null, error: broken };
  const { value, error, globals, lost } = readOutcome(result);
  keep(globals);
  if (lost.length === 0) return { value, error };
  const text = `not kept for the next script: ${lost.join(', ')}. Only plain data up to 256 KB in total is kept, no functions`;
  return { value, error, logs: [{ level: 'warn', text }] };
}

function grantsOf(
  deps: ScriptDeps,
  run: CallRun,
  { guard, store }: { guard: ScriptGuard | undefined; store: FolderStore },
): Grants {
  const { first, taint, outbound, asksFirst, ask } = run;
  const conversation = conversationOf(first);
  return {
    hosts: [],
    asksToSend: true,
    asksFirst,
    tokenHosts: [],
    signIn: undefined,
    folder: conversation,
    store,
    files: {},
    // The folder belongs to the conversation, and a script that writes was approved as a whole. A project folder asks
    // before each change.
    writes: true,
    cautious: mayFollowText(first),
    taint,
    outbound,
    approve: async (act, signal) => (await ask(act, signal)).yes,
    callTool: (name, args, signal, onWaiting) => callTool(deps, run, { name, args, signal, onWaiting }),
    before: async (operation, payload) => {
      guard?.check(operation, payload);
      return undefined;
    },
  };
}

async function callTool(
  { tool, outputs }: ScriptDeps,
  { first, callTool: call }: CallRun,
  asked: { name: string; args: Json; signal: AbortSignal; onWaiting(waiting: boolean): void },
): Promise<ToolResult> {
  const { name, args, signal, onWaiting } = asked;
  if (name === READ_OUTPUT) return { result: outputOf(outputs, conversationOf(first), args) };
  // A tool that a model may not call is off limits to its script too.
  if (mayFollowText(first) && tool(name)?.llmCallable === false) {
    return { error: { code: 'denied', message: `tool '${name}' is not offered to models in its settings` } };
  }
  return call(name, args, signal, onWaiting);
}

/** Returns the conversation whose variables and folder are used. */
export function conversationOf(first: FirstCaller): string {
  if (first.kind === 'agent') return first.conversation;
  return first.kind === 'user' && first.conversation !== undefined ? first.conversation : first.kind;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
