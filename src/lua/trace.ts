// Writes down what a run asks of the page and what it is answered, for the record of runs and for a replay.
//
// - A call is written down after the worker has its answer: the script does not wait for it.
// - Secrets go in by name, in any spelling: in what was asked, in what a server sent back, in errors.
// - A run has room for so much. Answers that do not fit are left out, and a replay is then refused.
import { toErrorData, type ErrorData } from '../core/errors.ts';
import type { HostCallRecord, RunTrace } from '../core/run-record.ts';
import { asRecorded, textOf } from './asked.ts';
import { toBase64 } from './base64.ts';
import type { HostAnswer } from './powers.ts';
import type { RunSecrets } from './run-secrets.ts';

/** Characters of all that one run asked and was answered. */
const ROOM = 1024 * 1024;
/** What a call takes besides its texts: some 5,000 calls without any fill the room. */
const OVERHEAD = 200;

/** One host call, from when it is asked until it is answered. */
export interface PendingCall {
  answered(answer: HostAnswer): void;
  failed(problem: unknown): void;
}

interface Asked {
  operation: string;
  payload: string;
  bytes: Uint8Array | undefined;
  at: number;
  hashed: boolean;
  warnings: string[];
}

/** How a call ended. */
type End = { got: HostAnswer } | { error: ErrorData; open?: true };

/** How the run ended, as far as it is known. `error` is redacted. */
export interface RunEnd {
  /** JSON text of the list that the worker kept. */
  chances?: string | undefined;
  error?: ErrorData | undefined;
}

export class RunRecorder {
  readonly #secrets: RunSecrets;
  readonly #started: number;
  readonly #records: HostCallRecord[] = [];
  readonly #pending = new Map<number, Asked>();
  #calls = 0;
  #room = ROOM;
  #more = 0;
  #over = false;

  /** @param started when the run began, by the page's clock */
  constructor(secrets: RunSecrets, started: number) {
    this.#secrets = secrets;
    this.#started = started;
  }

  begin(operation: string, payload: string, bytes: Uint8Array | undefined, hashed: boolean): PendingCall {
    this.#room -= OVERHEAD;
    if (this.#room <= 0) {
      this.#more += 1;
      return { answered: () => undefined, failed: () => undefined };
    }
    const place = this.#calls++;
    const at = this.#now();
    this.#pending.set(place, { operation, payload, bytes, at, hashed, warnings: [] });
    return {
      answered: (got) => this.#settle(place, { got }),
      failed: (problem) => {
        const { code, message } = toErrorData(problem);
        this.#settle(place, { error: { code, message: this.#secrets.redact(message) } });
      },
    };
  }

  /** A line that the host writes into the log while it answers. */
  warned(text: string): void {
    // A script waits for one answer at a time.
    const [asked] = this.#pending.values();
    asked?.warnings.push(this.#secrets.redact(text));
  }

  finish({ chances, error }: RunEnd): RunTrace {
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
      ...(error?.details !== undefined && { failure: { code: error.code, details: error.details } }),
    };
  }

  #settle(place: number, end: End): void {
    const asked = this.#pending.get(place);
    if (!asked || this.#over) return;
    this.#pending.delete(place);
    this.#records[place] = this.#toRecord(asked, end);
  }

  #toRecord({ operation, payload, bytes, at, hashed, warnings }: Asked, end: End): HostCallRecord {
    const texts = asRecorded(this.#secrets, payload, bytes);
    this.#room -= texts.payload.length + (texts.body?.length ?? 0);
    const got = 'got' in end ? end.got : undefined;
    const answer = got && this.#toAnswer(got);
    return {
      operation,
      ...texts,
      at,
      milliseconds: rounded(this.#now() - at),
      sent: payload.length + (bytes?.length ?? 0),
      received: got ? got.json.length + (got.bytes?.length ?? 0) : 0,
      ...(!('got' in end) && end),
      ...(answer && { answer }),
      ...(warnings.length > 0 && { warnings }),
      ...(hashed && { hashed }),
    };
  }

  /** Undefined when there is no room for it, or a secret is in bytes that are no text. */
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

  #now(): number {
    return rounded(performance.now() - this.#started);
  }
}

/** To a tenth of a millisecond. */
function rounded(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

/** The worker's word: undefined when it is no list of texts. */
function toTexts(json: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) && list.every((note) => typeof note === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
