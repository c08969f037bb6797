// Labels of runs: their caller, outcome and host calls. Pure.
import type { ErrorCode } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import {
  callerKind,
  type HostCallRecord,
  type OpenHostCall,
  type RunApproval,
  type RunSummary,
} from '../../core/run-record.ts';
import type { Caller, FirstCaller } from '../../core/call.ts';
import { count, durationText } from '../components/quantities.ts';
import { language } from '../texts/texts.ts';

/** Outcome by status. */
export const OUTCOMES: Record<RunSummary['status'], string> = {
  ok: 'Done',
  bad_request: 'Wrong arguments',
  denied: 'Denied',
  not_found: 'Not found',
  timeout: 'Timed out',
  conflict: 'Conflict',
  too_large: 'Too large',
  bad_output: 'Wrong output',
  disabled: 'Switched off',
  rate_limited: 'Too many calls',
  cancelled: 'Stopped',
  tool_error: 'Failed',
  sandbox_crashed: 'Crashed',
  unavailable: 'Not available',
};

export const ERROR_CODES = Object.keys(OUTCOMES).filter((code): code is ErrorCode => code !== 'ok');

/** Callers, as listed in the filter. */
export const ASKERS: Record<Caller['kind'], string> = {
  agent: 'A chat',
  user: 'You',
  page: 'This page',
  browser: 'The browser’s agent',
  http: 'A script over HTTP',
  app: 'An app of an MCP server',
  schedule: 'A schedule',
  tool: 'Another tool',
};

const FIRST: Record<Exclude<FirstCaller['kind'], 'user'>, string> = {
  agent: 'a chat',
  page: 'this page',
  browser: 'the browser’s agent',
  http: 'a script over HTTP',
  app: 'an app of an MCP server',
  schedule: 'a schedule',
};

/** `A chat`, `weather, for a chat`. */
export function callerText(caller: Caller): string {
  if (caller.kind !== 'tool') return ASKERS[callerKind(caller)];
  const first = callerKind(caller.first) as FirstCaller['kind'];
  if (first === 'user') return `${caller.name}, for you`;
  return `${caller.name}, for ${FIRST[first]}`;
}

/** Undefined for a run that needed none. */
export function approvalText(approval: RunApproval | undefined): string | undefined {
  if (!approval) return undefined;
  const { answer, scope, waited } = approval;
  if (answer === 'no') return `Denied after ${durationText(waited)}`;
  const given = {
    once: 'For this call',
    chat: 'For this chat',
    version: 'For every call of this version',
  }[scope];
  return waited > 0 ? `${given}, after ${durationText(waited)}` : `${given}, given earlier`;
}

/** Runs always have times of 24 hours, so English is British. */
const DATES = language === 'en' ? 'en-GB' : language;
const TIME = new Intl.DateTimeFormat(DATES, { timeStyle: 'medium' });
const DAY_AND_TIME = new Intl.DateTimeFormat(DATES, {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});
const WHOLE = new Intl.DateTimeFormat(DATES, { dateStyle: 'long', timeStyle: 'medium' });

/** `10:42:31` for today, else `20 Nov, 10:42`. Runs are too frequent for relative times. */
export function momentText(iso: string, now: number): string {
  const then = new Date(iso);
  return then.toDateString() === new Date(now).toDateString() ? TIME.format(then) : DAY_AND_TIME.format(then);
}

/** `21 November 2026 at 10:42:31`. */
export function wholeMomentText(iso: string): string {
  return WHOLE.format(new Date(iso));
}

/** The subject of a host call: method and address of a request, else its path, name or query. */
export function subjectOf({ payload }: Pick<HostCallRecord, 'payload'>): string {
  const asked = parsed(payload);
  if (!isObject(asked)) return '';
  const { method, url } = asked;
  if (typeof url === 'string') return typeof method === 'string' ? `${method} ${url}` : url;
  const named = ['path', 'name', 'query', 'id'].map((key) => asked[key]);
  return named.find((value) => typeof value === 'string') ?? '';
}

/** The duration and result of a host call. */
export function callText(call: OpenHostCall | HostCallRecord): string {
  if (call.milliseconds === undefined) return 'not answered yet';
  const took = durationText(call.milliseconds);
  if (call.open) return `not answered when the run ended, after ${took}`;
  const waited = (call.waits ?? []).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  const words = `${call.error ? 'failed after' : 'took'} ${took}`;
  return waited > 0 ? `${words}, ${durationText(waited)} of it waiting for approval` : words;
}

/** Formats JSON text; other text, such as a truncated one, stays unchanged. */
export function laidOut(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Decodes a host call's response as text. @param base64 its bytes */
export function answeredText(base64: string): string {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  try {
    return laidOut(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return `${count(bytes.length, 'byte')} of binary data`;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
