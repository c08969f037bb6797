// The server's response in the last test, if the run log still has it. Pure.
import type { Json } from '../../base/json.ts';
import type { CallReport } from '../../core/tool.ts';

/** Undefined when there was none, it is not JSON, or it was too large to record. */
export function lastAnswer(report: Pick<CallReport, 'trace'> | undefined): Json | undefined {
  const call = report?.trace?.hostCalls.findLast(
    ({ operation, answer }) => operation === 'http.request' && answer?.bytes !== undefined,
  );
  if (call?.answer?.bytes === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(call.answer.bytes), (character) => character.charCodeAt(0));
    const value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as Json;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the status of the last request in a run. */
export function lastStatus(report: Pick<CallReport, 'trace'> | undefined): number | undefined {
  const call = report?.trace?.hostCalls.findLast(
    ({ operation, answer }) => operation === 'http.request' && answer !== undefined,
  );
  try {
    const { status } = JSON.parse(call?.answer?.json ?? '{}') as { status?: unknown };
    return typeof status === 'number' ? status : undefined;
  } catch {
    return undefined;
  }
}
