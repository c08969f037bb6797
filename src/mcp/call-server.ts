// Performs the call of a tool that is on a server: what leaves, what comes back, and what has been read since.
//
// - A call is sent text. Once an answer has read what others wrote, a person sees that text before it leaves, each time.
// - What a server answers is read like anything that others wrote, by others than itself.
import { Failure, toErrorData } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import type { Taint } from '../core/taint.ts';
import { readMcpSource } from '../core/mcp-tool.ts';
import {
  limitsOf,
  type Act,
  type CallReport,
  type FirstCaller,
  type LogLevel,
  type LogLine,
  type Tool,
} from '../core/tool.ts';
import type { McpConnection } from './connection.ts';
import { readResult } from './read-result.ts';

/** A call that was admitted and approved, as far as a server needs it. */
export interface ServerRun {
  tool: Tool;
  name: string;
  args: JsonObject;
  first: FirstCaller;
  signal: AbortSignal;
  taint: Taint;
  /** Nobody has agreed to the call yet: what it sends must be asked about. */
  asksFirst?: boolean;
  news: {
    onLog?(line: LogLine, at: number): void;
    onProgress?(fraction: number, text: string | undefined, at: number): void;
  };
  ask(act: Act, signal: AbortSignal): Promise<{ yes: boolean }>;
}

/** @param server its name, @param host of its address */
export async function callServerTool(
  run: ServerRun,
  { name: server, url }: { name: string; url: string },
  connection: () => Promise<Pick<McpConnection, 'callTool'>>,
): Promise<CallReport> {
  const started = performance.now();
  const at = (): number => performance.now() - started;
  const logs: LogLine[] = [];
  const { tool, args, signal, taint, news } = run;
  const report = (outcome: CallReport['outcome']): CallReport => ({ outcome, args, logs, milliseconds: 0 });
  try {
    const source = readMcpSource(tool.source);
    if (!source)
      throw new Failure('unavailable', `tool '${run.name}' has lost its description; test its server again`);
    const answer = await (
      await connection()
    ).callTool({
      tool: source.name,
      args,
      timeout: limitsOf(tool).timeout * 1000,
      signal,
      async beforeSending(request) {
        const read = run.first.kind === 'agent' ? taint.besides(new URL(url).host) : undefined;
        const why = read ?? (run.asksFirst ? 'what this conversation holds' : undefined);
        if (why === undefined) return;
        if (!(await run.ask({ kind: 'send', request, why }, signal)).yes) {
          throw new Failure('denied', `sending to ${new URL(url).host} was not approved`);
        }
      },
      onProgress: (progress, total, text) => {
        const fraction = total !== undefined && total > 0 ? Math.min(1, Math.max(0, progress / total)) : 0;
        news.onProgress?.(fraction, text, at());
      },
      onLog: (level, text) => {
        const line: LogLine = { level: LEVELS[level] ?? 'info', text };
        logs.push(line);
        news.onLog?.(line, at());
      },
    });
    taint.add(new URL(url).host);
    return report({ result: readResult(answer, run.name) });
  } catch (error) {
    // What a server says of its failure is its text as well.
    taint.add(new URL(url).host);
    const { code, message, ...rest } = toErrorData(error, 'unavailable');
    return report({
      error: { code, message: code === 'unavailable' ? `${server}: ${message}` : message, ...rest },
    });
  }
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
