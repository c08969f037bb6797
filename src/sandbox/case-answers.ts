// Answers a script in a test from its case. Nothing else is asked, and nothing leaves the sandbox.
//
// - Calls must come in the order of the case. Only the fields that the case names are compared.
// - A call without an answer in the case ends the run, and no script can catch that.
import { Failure } from '../core/errors.ts';
import { jsonDifferences } from '../base/json-differences.ts';
import type { CaseAnswers, CaseCall } from '../core/tool-case.ts';
import { RecordedAnswers } from './recorded-answers.ts';
import { asRecorded } from './recorded-request.ts';
import { fromBase64 } from '../base/base64.ts';
import type { HostAnswer } from '../core/ports/grants.ts';
import { DIFFERS } from './protocol.ts';
import type { RunSecrets } from './run-secrets.ts';

const RECORD = 'Record the case again from a run, or add the call to it.';
/** Maximum characters of a payload quoted in a message. */
const ASKED = 200;

export class CaseDispatcher extends RecordedAnswers {
  readonly #calls: readonly CaseCall[];
  readonly #secrets: RunSecrets;
  #made = 0;

  constructor({ host = [] }: CaseAnswers, secrets: RunSecrets) {
    super();
    this.#calls = host;
    this.#secrets = secrets;
  }

  /** @throws Failure for the script to handle, or one that ends the run when the case has no answer */
  answer(operation: string, payload: string, bytes?: Uint8Array): HostAnswer {
    const asked = asRecorded(this.#secrets, payload, bytes);
    const number = this.#made + 1;
    const expected = this.#calls[this.#made];
    if (!expected) {
      throw this.#over(
        `host call ${number} has no answer in the case: ${operation} with ${asked.payload.slice(0, ASKED)}. ${RECORD}`,
      );
    }
    if (expected.call !== operation) {
      throw this.#over(
        `host call ${number} is ${operation}, and the case has an answer for ${expected.call} there. ${RECORD}`,
      );
    }
    const [difference] =
      expected.with === undefined ? [] : jsonDifferences(expected.with, parsed(asked.payload), 'it', true);
    if (difference)
      throw this.#over(`host call ${number}, ${operation}, has different arguments: ${difference}`);
    if (expected.sends !== undefined && !asked.body?.includes(expected.sends)) {
      throw this.#over(`host call ${number}, ${operation}, does not send ${JSON.stringify(expected.sends)}.`);
    }
    this.#made += 1;
    if (expected.error) throw new Failure(expected.error.code, expected.error.message);
    return { json: JSON.stringify(expected.answer ?? null), ...bytesOf(expected) };
  }

  /** Returns a failure when the script has ended and the case has more answers. */
  checkEnd(problem: string | undefined): Failure | undefined {
    if (problem?.startsWith(DIFFERS)) {
      return new Failure(
        'tool_error',
        'the script uses the clock or random numbers differently than when the case was recorded. Record it again.',
      );
    }
    const next = this.#calls[this.#made];
    if (!next || problem !== undefined) return undefined;
    return new Failure(
      'tool_error',
      `the script made ${this.#made} of the ${this.#calls.length} host calls of the case: ${next.call} was not called.`,
    );
  }

  detailsOf(): undefined {
    return undefined;
  }

  #over(message: string): Failure {
    return this.over(new Failure('tool_error', message));
  }
}

function bytesOf({ body, bytes }: CaseCall): Pick<HostAnswer, 'bytes'> {
  if (bytes !== undefined) return { bytes: fromBase64(bytes) };
  return body === undefined ? {} : { bytes: new TextEncoder().encode(body) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
