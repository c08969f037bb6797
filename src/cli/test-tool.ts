// `perilune tool test FILE`: makes one call, and reports it as it happens.
import { Failure, type ErrorData } from '../core/errors.ts';
import { scriptHint } from '../core/script-hint.ts';
import type { Tool } from '../core/tool.ts';
import type { LogLine } from '../core/call.ts';
import { pairsOf, valueOf, WrongUse } from './command-line.ts';
import { count, inMilliseconds, plain, type Output } from './output.ts';
import { installTool, readTool, type Given, type Session } from './session.ts';
import { sayWarnings, warningsOf } from './tool-warnings.ts';

/** @returns the exit code. @throws Failure when the script can't be loaded. */
export async function testTool(
  file: string,
  params: readonly string[] | undefined,
  given: Given,
  session: Session,
  output: Output,
): Promise<number> {
  const pairs = pairsOf(params, '--param');
  const read = await readTool(file);
  const tool = await installTool(session, read, given).catch((problem: unknown) => {
    const isAgent =
      /^agent\s*=/m.test(read.draft.source) && !/^(tool|connector)\s*=/m.test(read.draft.source);
    // Lua's own errors come first: they name the line.
    if (!isAgent || !(problem instanceof Failure) || /:\d+:/.test(problem.message)) throw problem;
    throw new WrongUse(
      `${file} is an agent, not a tool. Offer it to programs: npx perilune serve FOLDER; or drop it on the app`,
    );
  });
  const { name, version, parameters } = tool.spec;
  const known = Object.keys(parameters.properties ?? {});
  output.line(`${output.paint('bold', name)} ${version}: script loaded, ${count(known.length, 'parameter')}`);
  sayWarnings(await warningsOf(tool), output);
  const others = pairs.map(([key]) => key).filter((key) => !known.includes(key));
  if (others.length > 0)
    output.line(output.paint('yellow', `not a parameter of this tool: ${others.join(', ')}`));
  const report = await session.tools.call(tool.id, argsOf(tool, pairs), {
    caller: { kind: 'user' },
    onLog: (line) => {
      output.line(logLine(line, output));
      const [, secret] = /^the secret (\S+) is not set/.exec(line.level === 'warn' ? line.text : '') ?? [];
      if (secret !== undefined) output.line(`       in a terminal: --secret ${plain(secret)}`);
    },
  });
  const { outcome, logs, emitted, args, milliseconds } = report;
  if (emitted !== undefined) output.line(plain(emitted));
  if (outcome.error) sayError(outcome.error, output);
  else output.line(plain(JSON.stringify(outcome.result, null, 2)));
  output.line(output.paint('dim', `${outcome.error ? 'failed' : 'done'} in ${inMilliseconds(milliseconds)}`));
  output.value({ tool: { name, version, parameters: known }, args, ...outcome, logs, emitted, milliseconds });
  return outcome.error ? 1 : 0;
}

/** Parameters declared as text stay text, even when they look like a number. */
function argsOf({ spec }: Tool, pairs: readonly [string, string][]): Record<string, unknown> {
  const entries = pairs.map(([key, text]) => {
    const value = valueOf(text);
    const isText = spec.parameters.properties?.[key]?.type === 'string';
    return [key, isText && typeof value !== 'string' ? text : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

const STYLES = { error: 'red', warn: 'yellow', info: 'dim', debug: 'dim', print: 'dim' } as const;

function logLine({ level, text }: LogLine, { paint }: Output): string {
  return `${paint(STYLES[level], level.padEnd(5))}  ${plain(text)}`;
}

export function sayError({ code, message }: ErrorData, output: Output): void {
  output.line(`${output.paint('red', code)}: ${plain(message)}`);
  const hint = scriptHint({ code, message });
  if (hint !== undefined) output.line(output.paint('dim', `  ${plain(hint)}`));
  const [, host] = /add (\S+) to the hosts in the tool's settings/.exec(message) ?? [];
  if (host !== undefined) output.line(`  in a terminal: --allow ${plain(host)}`);
  const [, missing] = /^missing required parameter: (\w+)/.exec(message) ?? [];
  if (missing !== undefined) output.line(`  in a terminal: --param ${plain(missing)}=VALUE`);
}
