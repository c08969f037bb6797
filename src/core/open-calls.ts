// The calls that a closed page left without a result: each is given one. Pure.
import type { Part } from './conversation.ts';
import type { ErrorData } from './errors.ts';

const LOST: ErrorData = {
  code: 'cancelled',
  message: 'the page was closed while this call was running; it may or may not have taken effect',
};

/** Every call has a result: those without one are given up. */
export function closeOpenCalls(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (part.type !== 'tool' || part.report) return part;
    const { type, id, name, args, logs = [], emitted } = part;
    const report = { outcome: { error: LOST }, args, logs, milliseconds: 0 };
    return { type, id, name, args, state: 'failed', report: { ...report, ...(emitted && { emitted }) } };
  });
}
