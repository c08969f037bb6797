// The secrets of one run: those that its tool's config names. Inserts them, and keeps them out of everything that
// leaves.
//
// - Redacted text contains no spelling of any value, whatever surrounds it.
// - Redacted JSON stays valid JSON. Parts without a value stay the same, to the character.
// - A value that a script takes apart, or writes in a spelling of its own, can't be found. The limits on hosts cover
//   that (core/outbound.ts).
import type { JsonObject } from '../base/json.ts';
import { expand } from '../core/placeholders.ts';
import { SECRET_MIN_LENGTH, type Secret } from '../core/secrets.ts';
import type { Hit } from './row-finder.ts';
import { SpellingFinder } from './secret-spellings.ts';

/** Replacements for a value, tried in turn, because a value may be part of a marker. The last one contains no value. */
const MARKERS = [marked, () => '[hidden]', () => '•••', () => ''];
/**
 * A marker may join with its surroundings into a value again. Text that still contains one after this many rounds is
 * dropped.
 */
const ROUNDS = 4;
/** A number, `true`, `false` or `null`. */
const BARE_TOKEN = /[^\s[\]{}:,]+/g;
const LIST_PART = /[\d\s,]/;

export class RunSecrets {
  #secrets!: readonly Secret[];
  #finder!: SpellingFinder;
  #markers!: readonly string[];
  readonly #standIns: boolean;

  /** @param standIns the values are their own markers, see `standIns` */
  constructor(secrets: readonly Secret[], standIns = false) {
    this.#standIns = standIns;
    this.#know(secrets);
  }

  /** Adds a secret that the run acquired, such as an access token. It is kept out of everything from now on. */
  add(secret: Secret): void {
    if (this.#secrets.some(({ value }) => value === secret.value)) return;
    this.#know([...this.#secrets, secret]);
  }

  /** Names of all secrets, acquired ones included. */
  get names(): string[] {
    return [...new Set(this.#secrets.map(({ name }) => name))];
  }

  /** Secrets that may go to certain hosts only, without values. */
  get bound(): Pick<Secret, 'name' | 'hosts'>[] {
    return this.#secrets.flatMap(({ name, hosts }) => (hosts.length > 0 ? [{ name, hosts }] : []));
  }

  #know(secrets: readonly Secret[]): void {
    const short = secrets.find(({ value }) => value.length < SECRET_MIN_LENGTH);
    if (short) {
      throw new Error(
        `the secret ${short.name} is too short to be hidden: it needs ${SECRET_MIN_LENGTH} characters`,
      );
    }
    // Longest first: where one contains another, the place is named after the longer one.
    this.#secrets = secrets.toSorted((one, other) => other.value.length - one.value.length);
    this.#finder = new SpellingFinder(this.#secrets.map(({ value }) => value));
    this.#markers = this.#secrets.map(({ name }) => (this.#standIns ? marked(name) : this.#markerFor(name)));
  }

  /**
   * Creates stand-ins for a replay, which knows secrets by name only: each value is its own marker. Any spelling that
   * a script writes then becomes the marker again, as the value did in the recorded run.
   */
  static standIns(names: readonly string[], values: Readonly<Record<string, string>> = {}): RunSecrets {
    return new RunSecrets(
      names.map((name) => ({ name, value: values[name] ?? marked(name), hosts: [] })),
      true,
    );
  }

  /** Returns the config as the tool sees it: `${NAME}` is replaced once in every string, by '' when it has no value. */
  expand(config: JsonObject): JsonObject {
    return expand(config, new Map(this.#secrets.map(({ name, value }) => [name, value])));
  }

  /** Returns the values of `env.get`: each secret by its name, and each plain config value by its key. */
  env(config: JsonObject): Record<string, string> {
    const env = Object.create(null) as Record<string, string>;
    for (const [key, value] of Object.entries(this.expand(config))) {
      if (typeof value === 'string') env[key] = value;
      else if (typeof value === 'number' || typeof value === 'boolean') env[key] = String(value);
    }
    for (const { name, value } of this.#secrets) env[name] = value;
    return env;
  }

  /** Replaces every spelling of every value by `[secret NAME]`. JSON stays valid JSON. */
  redact(text: string): string {
    if (this.#secrets.length === 0 || !this.#finder.stands(text)) return text;
    return isJson(text) ? this.#redactJson(text) : this.#redactText(text);
  }

  /** Returns the secrets that occur in these parts, in any spelling, including one that is part of another. */
  carried(parts: readonly (string | Uint8Array)[]): Secret[] {
    if (this.#secrets.length === 0) return [];
    const found = new Set<number>();
    for (const part of parts) {
      for (const { value } of this.#finder.find(part)) found.add(value);
    }
    return this.#secrets.filter((_, index) => found.has(index));
  }

  #redactText(text: string): string {
    let redacted = text;
    if (this.#standIns) return this.#replace(text, merge(this.#finder.find(text)));
    for (let round = 0; round < ROUNDS; round++) {
      const places = merge(this.#finder.find(redacted));
      if (places.length === 0) return redacted;
      redacted = this.#replace(redacted, places);
    }
    return this.#finder.stands(redacted) ? '' : redacted;
  }

  #replace(text: string, places: readonly Hit[]): string {
    let result = '';
    let done = 0;
    for (const { value, start, end } of places) {
      result += text.slice(done, start) + (this.#markers[value] ?? '');
      done = end;
    }
    return result + text.slice(done);
  }

  #redactJson(text: string): string {
    const redacted = mapTokens(text, (token) =>
      this.#finder.stands(token) ? this.#redactToken(token) : token,
    );
    if (this.#standIns || !this.#finder.stands(redacted)) return redacted;
    // For example, the value `nice` in "\nice": it occurs in the spelling, not in the string.
    const emptied = mapTokens(redacted, (token) => (this.#finder.stands(token) ? '""' : token));
    // A value that extends over several tokens, such as `":[{"`: no part of the text can be kept.
    return this.#finder.stands(emptied) ? '""' : emptied;
  }

  #redactToken(token: string): string {
    if (token.startsWith('[')) return this.#redactList(token);
    const content: unknown = token.startsWith('"') ? JSON.parse(token) : token;
    return JSON.stringify(this.#redactContent(String(content)));
  }

  /** Replaces a list of numbers that are the bytes of a value by a string. */
  #redactList(list: string): string {
    const redacted = list.replace(BARE_TOKEN, (number) =>
      this.#finder.stands(number) ? this.#redactToken(number) : number,
    );
    return this.#finder.stands(redacted) ? JSON.stringify(this.#redactText(list)) : redacted;
  }

  #redactContent(content: string): string {
    // JSON within JSON, such as the body of an answer.
    return /^\s*[[{"]/.test(content) && isJson(content)
      ? this.#redactJson(content)
      : this.#redactText(content);
  }

  #markerFor(name: string): string {
    for (const make of MARKERS) {
      const marker = make(name);
      if (!this.#finder.stands(marker)) return marker;
    }
    return '';
  }
}

function marked(name: string): string {
  return `[secret ${name}]`;
}

/** Merges overlapping places, each named after its longest value. */
function merge(hits: Iterable<Hit>): Hit[] {
  const places: Hit[] = [];
  for (const hit of hits) {
    const last = places.at(-1);
    if (!last || hit.start >= last.end) {
      places.push({ ...hit });
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    last.value = Math.min(last.value, hit.value);
  }
  return places;
}

/** Changes the strings (with their quotes), the lists of whole numbers and the other plain values of a JSON text. */
function mapTokens(text: string, change: (token: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  // By hand, because a regular expression overflows the stack on strings of a few MB.
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', done)) {
    let close = open + 1;
    while (text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    parts.push(mapBare(text.slice(done, open), change), change(text.slice(open, close + 1)));
    done = close + 1;
  }
  return parts.join('') + mapBare(text.slice(done), change);
}

/** Changes the plain values between two strings. */
function mapBare(text: string, change: (token: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  let close: number;
  for (let open = text.indexOf('['); open >= 0; open = text.indexOf('[', close)) {
    close = open + 1;
    while (LIST_PART.test(text.charAt(close))) close++;
    if (text[close] !== ']') continue;
    parts.push(text.slice(done, open).replace(BARE_TOKEN, change), change(text.slice(open, close + 1)));
    done = close + 1;
  }
  return parts.join('') + text.slice(done).replace(BARE_TOKEN, change);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
