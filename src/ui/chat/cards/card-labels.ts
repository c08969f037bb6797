// The single line of a tool card. Pure.
import type { ToolCallState, ToolPart } from '../../../core/conversation.ts';
import type { CallReport } from '../../../core/tool.ts';
import { PROPOSE_TOOL } from '../../../core/proposal.ts';
import { RUN_SCRIPT } from '../../../core/script-result.ts';
import { durationText } from '../../components/quantities.ts';
import { failureOf } from './call-failure.ts';
import { shortArguments } from '../short-arguments.ts';

const STATES: Record<ToolCallState, string> = {
  writing: 'preparing',
  waiting: 'waiting for you',
  running: 'running',
  done: 'done',
  failed: 'failed',
};

const NO_TITLES: ReadonlyMap<string, string> = new Map();

/**
 * The arguments on one line; for a script or proposal, its purpose.
 * @param titles of documents, by id
 */
export function lineOf({ name, args }: Pick<ToolPart, 'name' | 'args'>, titles = NO_TITLES): string {
  const { reason } = args;
  if (isScript(name) && typeof reason === 'string') {
    return reason.replace(/\s+/g, ' ').slice(0, 200);
  }
  const { document } = args;
  const title = typeof document === 'string' ? titles.get(document) : undefined;
  return shortArguments(title === undefined ? args : { ...args, document: title });
}

/** @param elapsed milliseconds of a running call. */
export function stateWord(
  phase: ToolCallState,
  report: CallReport | undefined,
  busy: boolean,
  elapsed = 0,
): string {
  const code = failureOf(report)?.code;
  if (report) {
    const word =
      code === 'cancelled' ? 'stopped' : code === 'denied' ? 'denied' : STATES[code ? 'failed' : 'done'];
    return `${durationText(report.milliseconds)} · ${word}`;
  }
  if (!busy) return 'cut short';
  const seconds = Math.floor(elapsed / 1000);
  return phase === 'running' && seconds > 0 ? `${durationText(seconds * 1000)} · running` : STATES[phase];
}

/** A running call's latest message: the end of its output or log. */
export function lastWord({ emitted = '', logs = [] }: Pick<ToolPart, 'emitted' | 'logs'>): string {
  // Only looks at the end: output may be long, and this is called for each piece of it.
  const line = emitted.slice(-400).trimEnd().split('\n').at(-1)?.trim();
  return line || (logs.at(-1)?.text ?? '');
}

/** Run by the user: the id is none that an answer assigns. */
export function isByHand(id: string): boolean {
  return !/^call-\d+$/.test(id);
}

/** Its argument is a script. */
export function isScript(name: string): boolean {
  return name === RUN_SCRIPT || name === PROPOSE_TOOL;
}
