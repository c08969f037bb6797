// Calls a tool on a server: what is sent, what comes back, and the resulting taint.
//
// - Arguments leave the device. Once an answer has read untrusted text, a person sees the request before each call.
// - The server's results are untrusted for every other host.
import { Failure, toErrorData } from '../core/errors.ts';
import { isDeeperThan } from '../base/json-depth.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { sendingOf } from '../core/outbound.ts';
import { UNKNOWN_TEXT } from '../core/taint.ts';
import { readMcpSource } from '../core/mcp-tool.ts';
import { limitsOf, type CallReport } from '../core/tool.ts';
import { isUnattended, mayFollowText, type LogLevel, type LogLine } from '../core/call.ts';
import type { McpConnection } from './connection.ts';
import { readResult } from './read-result.ts';
import type { ServerRun } from '../core/ports/call-run.ts';

/** Characters and levels of an answer that is kept for an app. */
const MOST_ANSWER = 2 ** 20;
const DEEPEST = 100;

/** @param server its name, @param host of its address */
export async function callServerTool(
  run: ServerRun,
  { name: server, url }: { name: string; url: string },
  connection: () => Promise<Pick<McpConnection, 'callTool'>>,
): Promise<CallReport> {
  const started = performance.now();
  const at = (): number => performance.now() - started;
  const logs: LogLine[] = [];
  const { tool, args, signal, taint, observer } = run;
  const log = (level: LogLevel, text: string): void => {
    logs.push({ level, text });
    observer.onLog?.({ level, text }, at());
  };
  const report = (outcome: CallReport['outcome']): CallReport => ({ outcome, args, logs, milliseconds: 0 });
  try {
    const source = readMcpSource(tool.source);
    if (!source)
      throw new Failure(
        'unavailable',
        `the description of tool '${run.name}' is missing; test its server again`,
      );
    if (run.outbound.isDry) {
      const request = { name: source.name, arguments: args };
      run.outbound.note({ method: 'POST', url, headers: {}, body: JSON.stringify(request) });
      return report({ result: null });
    }
    run.outbound.refuse('calls of MCP servers');
    const answer = await (
      await connection()
    ).callTool({
      tool: source.name,
      args,
      timeout: limitsOf(tool).timeout * 1000,
      signal,
      async beforeSending(request) {
        const read = mayFollowText(run.first) ? taint.besides(new URL(url).host) : undefined;
        const act = sendingOf(request, read ?? (run.asksFirst ? UNKNOWN_TEXT : undefined), run.outbound);
        if (act !== undefined && !(await run.ask(act, signal)).yes) {
          throw new Failure('denied', `sending to ${new URL(url).host} was not approved`);
        }
      },
      onProgress: (progress, total, text) => {
        const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : 0;
        observer.onProgress?.(fraction, text, at());
      },
      unattended: isUnattended(run.first),
      onLog: (level, text) => log(LEVELS[level] ?? 'info', text),
    });
    taint.add(new URL(url).host);
    const kept = source.app || run.first.kind === 'app' ? answerFor(answer) : undefined;
    const result = readResult(answer, run.name);
    const structured = isObject(answer) ? answer['structuredContent'] : undefined;
    const unchecked = structured === undefined ? undefined : await run.checkResult(structured);
    if (unchecked !== undefined) log('warn', unchecked);
    return { ...report({ result }), ...(kept && { answer: kept }) };
  } catch (error) {
    // The server's error message is its text as well.
    taint.add(new URL(url).host);
    const { code, message, ...rest } = toErrorData(error, 'unavailable');
    return report({
      error: { code, message: code === 'unavailable' ? `${server}: ${message}` : message, ...rest },
    });
  }
}

/** The answer as data of limited size, for the server's app. It never reaches a model. */
function answerFor(answer: unknown): JsonObject | undefined {
  if (!isObject(answer) || isDeeperThan(DEEPEST, answer as Json)) return undefined;
  const text = JSON.stringify(answer);
  return text.length <= MOST_ANSWER ? (JSON.parse(text) as JsonObject) : undefined;
}

const LEVELS: Record<string, LogLevel> = {
  debug: 'debug',
  info: 'info',
  notice: 'info',
  warning: 'warn',
  error: 'error',
  critical: 'error',
  alert: 'error',
  emergency: 'error',
};
