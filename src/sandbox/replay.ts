// Answers a replay with what its run was answered. Nothing else is asked.
//
// - Every host call must match the recorded one: the same operation, and the same question as the record shows it.
// - Secrets are known by name only. A script that hashes in a run with secrets gets other digests in a replay. Its
//   later questions must then have the same shape, but their texts may differ.
// - A run that ended while waiting ends there again, in the same way.
import { Failure, type ErrorCode } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { HostCallRecord, RunTrace } from '../core/run-record.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { asRecorded } from './recorded-request.ts';
import { fromBase64 } from '../base/base64.ts';
import type { HostAnswer } from '../core/ports/grants.ts';
import { DIFFERS } from './protocol.ts';
import type { RunSecrets } from './run-secrets.ts';

export class HostReplay extends RecordedAnswers {
  readonly #trace: RunTrace;
  readonly #secrets: RunSecrets;
  readonly #warn: (text: string) => void;
  #calls = 0;

  /** @param secrets their stand-ins, see `RunSecrets.standIns` */
  constructor(trace: RunTrace, secrets: RunSecrets, warn: (text: string) => void) {
    super();
    this.#trace = trace;
    this.#secrets = secrets;
    this.#warn = warn;
  }

  /** The calls and answers so far. */
  get trace(): RunTrace {
    return { ...this.#trace, hostCalls: this.#trace.hostCalls.slice(0, this.#calls) };
  }

  /** @throws Failure that the script received in the run */
  answer(operation: string, payload: string, bytes?: Uint8Array): HostAnswer {
    const number = this.#calls + 1;
    const recorded = this.#trace.hostCalls[this.#calls];
    const differs = (how: string): Failure =>
      this.over(new Failure('tool_error', `${DIFFERS} at host call ${number}: ${how}${this.#hint()}`));
    if (!recorded) throw differs(`it calls ${operation}, and the recorded run made no more calls`);
    if (recorded.operation !== operation) {
      throw differs(`it calls ${operation} where the recorded run called ${recorded.operation}`);
    }
    const now = asRecorded(this.#secrets, payload, bytes);
    const difference = differenceOf(now, recorded);
    if (difference) throw differs(`${operation} gets ${difference}`);
    this.#calls += 1;
    for (const text of recorded.warnings ?? []) this.#warn(text);
    const { answer, error, open } = recorded;
    if (open && error) throw this.over(new Failure(error.code, error.message));
    if (error) throw new Failure(error.code, error.message);
    if (!answer)
      throw this.over(new Failure('tool_error', `the response of host call ${number} was not recorded`));
    return { json: answer.json, ...(answer.bytes !== undefined && { bytes: fromBase64(answer.bytes) }) };
  }

  /**
   * Returns a failure when the script has ended and the recorded run continued.
   * @param problem the error that it ended with, if any
   */
  checkEnd(problem: string | undefined): Failure | undefined {
    const { length } = this.#trace.hostCalls;
    // The worker has already found a difference.
    if (this.#calls === length || problem?.startsWith(DIFFERS)) return undefined;
    const how = problem === undefined ? '' : ` (${problem})`;
    return new Failure(
      'tool_error',
      `${DIFFERS}: it ended after ${this.#calls} host calls${how}, and the recorded run made ${length}${this.#hint()}`,
    );
  }

  detailsOf(code: ErrorCode): unknown {
    return this.#trace.failure?.code === code ? this.#trace.failure.details : undefined;
  }

  #hint(): string {
    return (this.#trace.secrets?.length ?? 0) > 0
      ? '; a script that takes a secret apart cannot be replayed, because a record contains only the names of secrets'
      : '';
  }
}

type RequestedCall = Pick<HostCallRecord, 'payload' | 'body'>;

/** Describes the first difference. */
function differenceOf(now: RequestedCall, recorded: HostCallRecord): string | undefined {
  const same = recorded.hashed ? sameShape : (one: string, other: string): boolean => one === other;
  if (!same(now.payload, recorded.payload)) {
    return `${excerpt(now.payload, recorded.payload)} where it got ${excerpt(recorded.payload, now.payload)}`;
  }
  if ((now.body === undefined) !== (recorded.body === undefined)) return 'a body in only one of the two';
  return same(now.body ?? '', recorded.body ?? '') ? undefined : 'another body';
}

/** Characters of an excerpt, and how many of them precede the difference. */
const EXCERPT = 80;
const BEFORE = 20;

/** Returns the part of a text where it begins to differ from another. */
function excerpt(text: string, other: string): string {
  let at = 0;
  while (at < text.length && text[at] === other[at]) at += 1;
  const start = Math.max(0, at - BEFORE);
  const end = start + EXCERPT;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

/** Fields of a question that never contain a digest. */
const FIRM: readonly string[] = ['method', 'name', 'path'];

/** Compares two JSON texts apart from the strings in them. Texts that aren't JSON count as equal. */
function sameShape(one: string, other: string): boolean {
  const [a, b] = [parsed(one), parsed(other)];
  if (!isObject(a) || !isObject(b)) return isObject(a) === isObject(b);
  const same = (key: string): boolean => a[key] === b[key];
  return addressOf(a) === addressOf(b) && FIRM.every(same) && sameValue(a, b);
}

function addressOf({ url }: Record<string, unknown>): string | undefined {
  return typeof url === 'string' ? url.split('?')[0] : undefined;
}

function sameValue(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => sameValue(item, other[at]));
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && sameValue(one[key], other[key]))
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
