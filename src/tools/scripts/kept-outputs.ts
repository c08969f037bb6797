// Keeps results that were too long for a model, so that the conversation can read them in parts. In memory, with
// limits.
import { Failure } from '../../core/errors.ts';
import type { Json } from '../../base/json.ts';
import { READ_OUTPUT } from './script-names.ts';

/** Characters of one conversation, and of all. The oldest results are dropped first. */
const OF_ONE = 8_000_000;
const OF_ALL = 24_000_000;
/** Characters of one answer: as JSON it stays below what a model is shown of one result. */
const LONGEST_PART = 10_000;
const USUAL_PART = 6_000;
const MOST_FOUND = 20;
/** Characters shown on either side of a match. */
const AROUND = 120;

interface Kept {
  id: string;
  name: string;
  text: string;
}

export interface PartRequest {
  id: string;
  offset?: number | undefined;
  limit?: number | undefined;
  find?: string | undefined;
}

export class KeptOutputs {
  /** By conversation, latest last; likewise the results of each. */
  readonly #kept = new Map<string, Kept[]>();
  #count = 0;

  /** @returns how the model can read it */
  keep(conversation: string, name: string, text: string): string | undefined {
    // A part that was read is already stored in full.
    if (name === READ_OUTPUT || text.length > OF_ONE) return undefined;
    const id = `out-${++this.#count}`;
    const all = [...(this.#kept.get(conversation) ?? []), { id, name, text }];
    while (sizeOf(all) > OF_ONE) all.shift();
    this.#kept.delete(conversation);
    this.#kept.set(conversation, all);
    this.#makeRoom();
    return `all of it is kept: call ${READ_OUTPUT} with id "${id}" and an offset, or with words to find`;
  }

  /** @throws Failure `not_found` */
  read(conversation: string, { id, offset = 0, limit = USUAL_PART, find }: PartRequest): Json {
    const kept = this.#kept.get(conversation)?.find((one) => one.id === id);
    if (!kept) {
      throw new Failure(
        'not_found',
        `output '${id}' is no longer kept; call its tool again, and request less at a time`,
      );
    }
    const { name, text } = kept;
    const total = text.length;
    if (find !== undefined && find !== '') return { id, tool: name, total, ...matchesIn(text, find, offset) };
    const start = wholeCharacter(text, Math.min(Math.max(0, Math.floor(offset)), total));
    const end = wholeCharacter(text, Math.min(total, start + Math.max(1, Math.min(limit, LONGEST_PART))));
    return {
      id,
      tool: name,
      total,
      offset: start,
      text: text.slice(start, end),
      ...(end < total && { next: end }),
    };
  }

  forget(conversation: string): void {
    this.#kept.delete(conversation);
  }

  #makeRoom(): void {
    const sizes = [...this.#kept].map(([conversation, all]) => ({ conversation, size: sizeOf(all) }));
    let size = sizes.reduce((sum, one) => sum + one.size, 0);
    for (const oldest of sizes) {
      if (size <= OF_ALL) return;
      this.#kept.delete(oldest.conversation);
      size -= oldest.size;
    }
  }
}

function sizeOf(all: readonly Kept[]): number {
  return all.reduce((sum, { text }) => sum + text.length, 0);
}

/** Finds matches, ignoring case. Without a regular expression: a model's input must not hang the page. */
function matchesIn(
  text: string,
  find: string,
  offset: number,
): { matches: { offset: number; text: string }[]; next?: number } {
  const searched = text.toLowerCase();
  const wanted = find.toLowerCase();
  const matches: { offset: number; text: string }[] = [];
  // Lower case may have another length, and then positions would not match.
  const exact = searched.length === text.length && wanted.length === find.length;
  const [where, what] = exact ? [searched, wanted] : [text, find];
  let at = where.indexOf(what, Math.max(0, Math.floor(offset)));
  while (at >= 0 && matches.length < MOST_FOUND) {
    const start = wholeCharacter(text, Math.max(0, at - AROUND));
    const end = wholeCharacter(text, Math.min(text.length, at + what.length + AROUND));
    matches.push({ offset: at, text: text.slice(start, end) });
    at = where.indexOf(what, end);
  }
  return { matches, ...(at >= 0 && { next: at }) };
}

/** Moves the position out of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
