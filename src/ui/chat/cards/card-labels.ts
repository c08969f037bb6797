// What a tool card says on its one line. Pure.
import type { ToolCallState, ToolPart } from '../../../core/conversation.ts';
import type { CallReport } from '../../../core/tool.ts';
import { PROPOSE_TOOL } from '../../../core/proposal.ts';
import { RUN_SCRIPT } from '../../../core/script-result.ts';
import { durationText } from '../../components/quantities.ts';
import { shortArguments } from '../short-arguments.ts';

const STATES: Record<ToolCallState, string> = {
  writing: 'preparing',
  waiting: 'waiting for you',
  running: 'running',
  done: 'done',
  failed: 'failed',
};

/** The arguments on one line; of a script and a proposal, what they are for. */
export function lineOf({ name, args }: Pick<ToolPart, 'name' | 'args'>): string {
  const { reason } = args;
  if ((name === RUN_SCRIPT || name === PROPOSE_TOOL) && typeof reason === 'string') {
    return reason.replace(/\s+/g, ' ').slice(0, 200);
  }
  return shortArguments(args);
}

/** @param elapsed milliseconds of a call that goes on. */
export function stateWord(
  phase: ToolCallState,
  report: CallReport | undefined,
  busy: boolean,
  elapsed = 0,
): string {
  const code = report?.outcome.error?.code;
  if (report) {
    const word =
      code === 'cancelled' ? 'stopped' : code === 'denied' ? 'denied' : STATES[code ? 'failed' : 'done'];
    return `${durationText(report.milliseconds)} · ${word}`;
  }
  if (!busy) return 'cut short';
  const seconds = Math.floor(elapsed / 1000);
  return phase === 'running' && seconds > 0 ? `${durationText(seconds * 1000)} · running` : STATES[phase];
}

/** What a call that goes on said last: the end of its output, or of its log. */
export function lastWord({ emitted = '', logs = [] }: Pick<ToolPart, 'emitted' | 'logs'>): string {
  // The end alone is looked at: output may be long, and this is asked with every piece of it.
  const line = emitted.slice(-400).trimEnd().split('\n').at(-1)?.trim();
  return line || (logs.at(-1)?.text ?? '');
}

/** A person ran it: its id is none that an answer gives. */
export function isByHand(id: string): boolean {
  return !/^call-\d+$/.test(id);
}
