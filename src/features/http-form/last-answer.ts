// The response that the last test got from its server, as far as the run log holds it. Pure.
import type { Json } from '../../base/json.ts';
import type { CallReport } from '../../core/tool.ts';

/** Undefined where there was none, where it is no JSON, or where it was too large to be kept. */
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

/** The status that the server answered the last request of a run with. */
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
