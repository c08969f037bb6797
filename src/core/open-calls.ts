// Gives an error result to calls that a closed page left open. Pure.
import type { Part } from './conversation.ts';
import type { ErrorData } from './errors.ts';

const LOST: ErrorData = {
  code: 'cancelled',
  message: 'the page was closed while this call was running; it may or may not have taken effect',
};

/** Every call needs a result: those without one are marked as abandoned. */
export function closeOpenCalls(parts: readonly Part[]): Part[] {
  return parts.map((part) => {
    if (part.type !== 'tool' || part.report) return part;
    const { type, id, name, args, logs = [], emitted } = part;
    const report = { outcome: { error: LOST }, args, logs, milliseconds: 0 };
    return { type, id, name, args, state: 'failed', report: { ...report, ...(emitted && { emitted }) } };
  });
}
