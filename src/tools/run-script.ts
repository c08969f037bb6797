// Runs a tool in the sandbox, as a script or compiled to one, with the user's grants.
import { mayFollowText } from '../core/call.ts';
import { toScan } from '../core/connector.ts';
import type { Json } from '../base/json.ts';
import { namesIn } from '../core/placeholders.ts';
import { isCompiled } from '../core/tool-kinds.ts';
import { limitsOf, type CallReport, type Tool } from '../core/tool.ts';
import type { CallRun } from '../core/ports/call-run.ts';
import type { InvokeDeps } from './invoke-deps.ts';
import { sha256 } from './plain.ts';
import { scriptOf } from './runnable.ts';
import type { Grants } from '../core/ports/grants.ts';

export async function runScript(
  { runner, secrets }: Pick<InvokeDeps, 'runner' | 'secrets'>,
  run: CallRun,
): Promise<CallReport> {
  const { tool, args, config, nested, signal, observer } = run;
  const { spec, kind } = tool;
  const names = namesIn(config);
  const report = await runner.run({
    key: `${tool.id}:${await sourceHash(tool)}`,
    entry: kind === 'connector' ? 'connector' : 'tool',
    name: tool.name,
    source: await scriptOf(tool),
    compiled: isCompiled(kind),
    schema: spec.parameters,
    returns: spec.returns,
    args,
    config,
    secrets: names.length > 0 ? await secrets(names) : [],
    limits: limitsOf(tool),
    grants: grantsOf(run, secrets),
    nested,
    signal,
    onLog: observer.onLog,
    onProgress: observer.onProgress,
    onEmit: observer.onEmit,
    onHostCall: observer.onHostCall,
  });
  if (kind !== 'connector' || report.outcome.error) return report;
  return { ...report, outcome: { result: toScan(report.outcome.result, tool.name) as unknown as Json } };
}

function grantsOf(
  { tool, first, taint, outbound, asksFirst, ask, callTool }: CallRun,
  secrets: InvokeDeps['secrets'],
): Grants {
  return {
    hosts: tool.hosts,
    folder: tool.folder,
    files: tool.files,
    writes: tool.writes,
    // People and pages start runs knowingly. A model may be following instructions in a text.
    cautious: mayFollowText(first),
    taint,
    outbound,
    asksFirst,
    asksToSend: false,
    // The declaration of an HTTP tool says where its tokens go.
    tokenHosts: tool.kind === 'http' ? tool.hosts : [],
    signIn:
      tool.kind === 'http'
        ? async () => (await import('./http/sign-in-target.ts')).signInTarget(tool, secrets)
        : undefined,
    store: undefined,
    before: undefined,
    approve: async (act, signal) => (await ask(act, signal)).yes,
    callTool,
  };
}

/** Tools are frozen, so a tool's hash never changes. */
const hashes = new WeakMap<Tool, Promise<string>>();

function sourceHash(tool: Tool): Promise<string> {
  const hash = hashes.get(tool) ?? sha256(tool.source);
  hashes.set(tool, hash);
  return hash;
}
