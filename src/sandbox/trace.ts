// Records a run's host calls and their answers, for the run record and for a replay.
//
// - A call is recorded after the worker has its answer, so the script doesn't wait for it.
// - Secrets are recorded by name, whatever their spelling: in questions, in answers of servers, in errors.
// - A run has limited room. Answers that don't fit are left out, and a replay is then refused.
import { toErrorData, type ErrorData } from '../core/errors.ts';
import type { HostCallRecord, OpenHostCall, RunTrace, Span } from '../core/run-record.ts';
import { asRecorded, textOf } from './recorded-request.ts';
import { toBase64 } from '../base/base64.ts';
import type { HostAnswer } from '../core/ports/grants.ts';
import type { RunSecrets } from './run-secrets.ts';

/** Characters of all questions and answers of one run. */
const ROOM = 1024 * 1024;
/** Characters counted per call besides its texts; about 5,000 calls without texts fill the room. */
const OVERHEAD = 200;

/** One host call, from its start to its answer. */
export interface PendingCall {
  /** A person is being asked, or no longer is. */
  waiting(now: boolean): void;
  answered(answer: HostAnswer): void;
  failed(problem: unknown): void;
}

interface RequestedCall {
  operation: string;
  payload: string;
  bytes: Uint8Array | undefined;
  at: number;
  hashed: boolean;
  warnings: string[];
  waits: Span[];
  /** How many questions to a person are open, and since when. */
  asking: number;
  since: number;
}

/** How a call ended. */
type End = { got: HostAnswer } | { error: ErrorData; open?: true };

/** How the run ended, as far as known. `error` is redacted. */
export interface RunEnd {
  /** JSON text of the list that the worker kept. */
  chances?: string | undefined;
  error?: ErrorData | undefined;
  /** When a worker was available, on the clock of `performance.now()`. */
  begun?: number | undefined;
}

/**
 * Is told of each host call twice: at its start and at its end.
 * @param place its index among the calls
 */
export type HostCallListener = (place: number, call: OpenHostCall | HostCallRecord) => void;

export class RunRecorder {
  readonly #secrets: RunSecrets;
  readonly #started: number;
  readonly #listener: HostCallListener | undefined;
  readonly #logTimes: number[] = [];
  readonly #records: HostCallRecord[] = [];
  readonly #pending = new Map<number, RequestedCall>();
  #calls = 0;
  #room = ROOM;
  #more = 0;
  #over = false;

  /** @param started when the run began, on the page's clock */
  constructor(secrets: RunSecrets, started: number, listener?: HostCallListener) {
    this.#secrets = secrets;
    this.#started = started;
    this.#listener = listener;
  }

  /** Milliseconds since the start of the run. */
  get now(): number {
    return rounded(performance.now() - this.#started);
  }

  /** Notes that a log line arrived now. Returns the time. */
  logged(): number {
    const at = this.now;
    this.#logTimes.push(at);
    return at;
  }

  begin(operation: string, payload: string, bytes: Uint8Array | undefined, hashed: boolean): PendingCall {
    this.#room -= OVERHEAD;
    if (this.#room <= 0) {
      this.#more += 1;
      return { waiting: () => undefined, answered: () => undefined, failed: () => undefined };
    }
    const place = this.#calls++;
    const at = this.now;
    const asked = { operation, payload, bytes, at, hashed, warnings: [], waits: [], asking: 0, since: at };
    this.#pending.set(place, asked);
    this.#listener?.(place, {
      operation,
      payload: asRecorded(this.#secrets, payload, undefined).payload,
      at,
    });
    return {
      waiting: (now) => this.#wait(asked, now),
      answered: (got) => this.#settle(place, { got }),
      failed: (problem) => {
        const { code, message } = toErrorData(problem);
        this.#settle(place, { error: { code, message: this.#secrets.redact(message) } });
      },
    };
  }

  /** Adds a line that the host writes to the log while it answers. */
  warned(text: string): void {
    // A script waits for one answer at a time.
    const [asked] = this.#pending.values();
    asked?.warnings.push(this.#secrets.redact(text));
  }

  finish({ chances, error, begun }: RunEnd): RunTrace {
    const end = error ?? { code: 'cancelled', message: 'the run was over' };
    for (const place of [...this.#pending.keys()]) this.#settle(place, { error: end, open: true });
    this.#over = true;
    const noted = chances === undefined ? undefined : toTexts(this.#secrets.redact(chances));
    const { names } = this.#secrets;
    return {
      hostCalls: this.#records,
      ...(this.#more > 0 && { moreCalls: this.#more }),
      ...(noted && { chances: noted }),
      ...(names.length > 0 && { secrets: names }),
      ...(begun !== undefined && { ready: rounded(begun - this.#started) }),
      ...(this.#logTimes.length > 0 && { logTimes: this.#logTimes }),
      ...(error?.details !== undefined && { failure: { code: error.code, details: error.details } }),
    };
  }

  #settle(place: number, end: End): void {
    const asked = this.#pending.get(place);
    if (!asked || this.#over) return;
    this.#pending.delete(place);
    if (asked.asking > 0) this.#waited(asked);
    const record = (this.#records[place] = this.#toRecord(asked, end));
    this.#listener?.(place, record);
  }

  /** Several questions may be open at once: the wait lasts until the last one is answered. */
  #wait(asked: RequestedCall, now: boolean): void {
    asked.asking += now ? 1 : -1;
    if (now && asked.asking === 1) asked.since = this.now;
    if (!now && asked.asking === 0) this.#waited(asked);
  }

  #waited({ waits, since }: RequestedCall): void {
    waits.push({ at: since, milliseconds: rounded(this.now - since) });
  }

  #toRecord(
    { operation, payload, bytes, at, hashed, warnings, waits }: RequestedCall,
    end: End,
  ): HostCallRecord {
    const texts = asRecorded(this.#secrets, payload, bytes);
    this.#room -= texts.payload.length + (texts.body?.length ?? 0);
    const got = 'got' in end ? end.got : undefined;
    const answer = got && this.#toAnswer(got);
    return {
      operation,
      ...texts,
      at,
      milliseconds: rounded(this.now - at),
      sent: payload.length + (bytes?.length ?? 0),
      received: got ? got.json.length + (got.bytes?.length ?? 0) : 0,
      ...(!('got' in end) && end),
      ...(answer && { answer }),
      ...(warnings.length > 0 && { warnings }),
      ...(waits.length > 0 && { waits }),
      ...(hashed && { hashed }),
    };
  }

  /** Returns undefined when there is no room for it, or when bytes that aren't text contain a secret. */
  #toAnswer({ json, bytes }: HostAnswer): HostCallRecord['answer'] {
    const size = json.length + ((bytes?.length ?? 0) * 4) / 3;
    if (size > this.#room) return undefined;
    this.#room -= size;
    const kept = { json: this.#secrets.redact(json) };
    if (!bytes) return kept;
    if (this.#secrets.carried([bytes]).length === 0) return { ...kept, bytes: toBase64(bytes) };
    const text = textOf(bytes);
    if (text === undefined) return undefined;
    return { ...kept, bytes: toBase64(new TextEncoder().encode(this.#secrets.redact(text))) };
  }
}

/** Rounds to a tenth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** Parses the worker's list; undefined when it isn't a list of texts. */
function toTexts(json: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((note) => typeof note === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
