// Records the clock and random values that a script gets, in order. In a replay, answers from such a list.
//
// - A run with secrets is replayed with `[secret NAME]` in place of each value, so base64 of such text is recorded
//   too. Of data decoded from a value only the length is recorded, and of digests nothing, because both could reveal
//   the value. Host calls say whether they may contain a digest.
// - The notes come from untrusted code. They affect only how a replay goes.
import { Failure } from '../../core/errors.ts';
import { fromBase64, toBase64 } from '../../base/base64.ts';
import { Expired } from '../deadline.ts';
import { DIFFERS } from '../protocol.ts';
import { NATIVES } from './natives.ts';

/** Maximum notes of one run. A script that reads the clock more often is waiting by it. */
const MAX_NOTES = 10_000;
/** Characters of all notes together. */
const MAX_CHARACTERS = 256 * 1024;

/** The last note of a run that timed out. */
const TIMEOUT = 'timeout';
const FAILED = 'failed';

/** A replay reached a state that its recorded run never had. No script can catch this. */
export class Differs extends Error {
  constructor(how: string) {
    super(`${DIFFERS}: ${how}`);
  }
}

const decoder = new TextDecoder();

export class Journal {
  readonly #secrets: readonly string[];
  readonly #recorded: readonly string[] | undefined;
  #notes: string[] | undefined = [];
  #characters = 0;
  #at = 0;
  #hashed = false;

  /**
   * @param secrets the values that a replay will lack, or their stand-ins in one
   * @param recorded the notes to answer from
   */
  constructor(secrets: readonly string[], recorded?: readonly string[]) {
    this.#secrets = secrets;
    this.#recorded = recorded;
  }

  /** In order; undefined when there were too many. */
  get notes(): readonly string[] | undefined {
    return this.#notes;
  }

  get replays(): boolean {
    return this.#recorded !== undefined;
  }

  /** True once something was hashed that may have been a secret. */
  get hashed(): boolean {
    return this.#hashed;
  }

  /** Returns the answer of one of NATIVES. `noted(what, text)` returns the text noted at that place. */
  answer(name: string, bytes: Uint8Array, more: Uint8Array): Uint8Array | string {
    if (name === 'noted') {
      const noted = this.note(decoder.decode(bytes), decoder.decode(more));
      // The bytes may not be text.
      return this.#recorded ? noted : more;
    }
    if (name === 'base64.decode' && this.#mentionsSecret(bytes)) return this.#decodeSecret(bytes);
    const answer = (NATIVES[name] as (typeof NATIVES)[string])(bytes, more);
    switch (name) {
      case 'crypto.random': {
        const random = answer as Uint8Array;
        return fromBase64(this.note(`${name}(${random.length})`, toBase64(random)));
      }
      case 'crypto.uuid':
        return this.note(name, answer as string);
      case 'base64.encode':
        return this.#mentionsSecret(bytes) ? this.note(name, answer as string) : answer;
      case 'crypto.sha256':
      case 'crypto.hmac_sha256':
        this.#hashed ||= this.#secrets.length > 0;
    }
    return answer;
  }

  /** Notes an answer. In a replay, returns the noted one. */
  note(what: string, value: string): string {
    const note = `${what} ${value}`;
    if (this.#recorded) return this.#next(this.#recorded, what);
    this.#characters += note.length;
    if (this.#characters > MAX_CHARACTERS || this.#notes?.length === MAX_NOTES) this.#notes = undefined;
    this.#notes?.push(note);
    return value;
  }

  noteTimeout(): void {
    if (!this.#recorded) this.note(TIMEOUT, '');
  }

  /** @throws Differs when the recorded run continued past the end of this one */
  checkEnd(): void {
    if (!this.#recorded || this.#at === this.#recorded.length) return;
    throw new Differs(
      `it used the clock or random numbers ${times(this.#at)}, the recorded run ${times(this.#recorded.length)}`,
    );
  }

  #next(recorded: readonly string[], what: string): string {
    const note = recorded[this.#at++];
    if (note === undefined) {
      throw new Differs(`it asks for ${what} after the last value that was recorded`);
    }
    const space = note.indexOf(' ');
    const noted = note.slice(0, space);
    if (noted === what) return note.slice(space + 1);
    if (noted === TIMEOUT) throw new Expired();
    throw new Differs(`it asks for ${what} where the recorded run asked for ${noted}`);
  }

  #decodeSecret(bytes: Uint8Array): Uint8Array {
    const decode = (): Uint8Array => NATIVES['base64.decode']?.(bytes, bytes) as Uint8Array;
    const noted = this.note('base64.decode', this.#recorded ? '' : lengthOr(FAILED, decode));
    // A stand-in is not base64: it fails with the same message.
    return this.#recorded && noted !== FAILED ? new Uint8Array(Number(noted)) : decode();
  }

  #mentionsSecret(bytes: Uint8Array): boolean {
    if (this.#secrets.length === 0) return false;
    const text = decoder.decode(bytes);
    return this.#secrets.some((secret) => text.includes(secret));
  }
}

function lengthOr(failed: string, decode: () => Uint8Array): string {
  try {
    return String(decode().length);
  } catch (problem) {
    if (problem instanceof Failure) return failed;
    throw problem;
  }
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
