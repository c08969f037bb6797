// Numbers for the passages that a model may cite, one book an answer: the same passage keeps its number. Pure.
import type { Citation } from '../core/conversation.ts';
import type { SearchHit } from '../core/document.ts';
import { isObject, type Json } from '../base/json.ts';
import type { ToolResult } from '../core/call.ts';

/** Fenced blocks and code spans: brackets in them are code. */
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
/** `[1]`, `[1, 2]`, `[1-3]`, but no array index (`a[1]`), no link (`[1](…)`, `[1]:`) and no image. */
const MARK = /(?<![\w!\]])((?:\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\])+)(?![(:])/g;
/** A range wider than this is no citation but a slip of the model. */
const WIDEST_RANGE = 20;
/** Results may nest hits in lists in objects; deeper than this nothing is looked for. */
const DEEPEST = 6;

export class CitationBook {
  readonly #hits: SearchHit[] = [];
  readonly #numbers = new Map<string, number>();

  /** The number of a passage, from 1 up. */
  number(hit: SearchHit): number {
    const key = `${hit.id}#${hit.chunk}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#hits.push(hit);
    this.#numbers.set(key, this.#hits.length);
    return this.#hits.length;
  }

  /** Citations of this very answer from before it was cut off: their numbers stay theirs. */
  restore(citations: readonly Citation[]): void {
    for (const { number, hit } of citations) {
      if (!hit) continue;
      this.#hits[number - 1] = hit;
      this.#numbers.set(`${hit.id}#${hit.chunk}`, number);
    }
  }

  /** An outcome in which every object that looks like a search hit has its number in `cite`. */
  present(outcome: ToolResult): ToolResult {
    return outcome.error ? outcome : { result: this.#annotate(outcome.result, 0) };
  }

  /** What a finished text cites, each number once, in order of number. */
  cited(text: string): Citation[] {
    return [...citedNumbers(text)]
      .sort((a, b) => a - b)
      .map((number) => {
        const hit = this.#hits[number - 1];
        return hit ? { number, verified: true, hit: shownOf(hit) } : { number, verified: false };
      });
  }

  #annotate(value: Json, depth: number): Json {
    if (depth > DEEPEST || value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => this.#annotate(item, depth + 1));
    const hit = toHit(value);
    if (hit) return { cite: this.number(hit), ...withoutCite(value) };
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.#annotate(inner, depth + 1)]),
    );
  }
}

/** The text without its citation marks: the numbers of one answer mean nothing in the next. */
export function withoutCitations(text: string): string {
  return mapProse(text, (prose) => prose.replace(new RegExp(`[ \\t]?${MARK.source}`, 'g'), ''));
}

function citedNumbers(text: string): Set<number> {
  const numbers = new Set<number>();
  mapProse(text, (prose) => {
    for (const [, marks = ''] of prose.matchAll(MARK)) {
      for (const [, from, to] of marks.matchAll(/(\d+)(?:\s*[–-]\s*(\d+))?/g)) {
        const first = Number(from);
        const last = to === undefined ? first : Number(to);
        for (let n = first; n <= Math.min(last, first + WIDEST_RANGE); n++) if (n > 0) numbers.add(n);
      }
    }
    return prose;
  });
  return numbers;
}

function mapProse(text: string, change: (prose: string) => string): string {
  // Telling code from prose takes a tenth of a second where a long text has nothing but code spans.
  if (!text.includes('[')) return text;
  let result = '';
  let end = 0;
  for (const code of text.matchAll(CODE)) {
    const prose = text.slice(end, code.index);
    // A text may have a hundred thousand code spans: what is between them is looked at only where a mark can be.
    result += (prose.includes('[') ? change(prose) : prose) + code[0];
    end = code.index + code[0].length;
  }
  return result + change(text.slice(end));
}

/** What a person is shown of a passage that a model read whole. */
function shownOf({ text: _, ...hit }: SearchHit & { text?: string }): SearchHit {
  return hit;
}

function withoutCite(value: { [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'cite'));
}

/** A search hit out of what a tool passed on of one; undefined for anything else. */
function toHit(value: unknown): SearchHit | undefined {
  if (!isObject(value)) return undefined;
  const { id, snippet, score, source, source_id, updated_at, title, source_url, heading, chunk } = value;
  if (typeof id !== 'string' || id === '' || typeof snippet !== 'string') return undefined;
  return {
    id,
    snippet,
    score: typeof score === 'number' ? score : 0,
    source: textOr(source, ''),
    source_id: textOr(source_id, ''),
    updated_at: textOr(updated_at, ''),
    marks: [],
    chunk: typeof chunk === 'number' ? chunk : 0,
    ...(typeof title === 'string' && { title }),
    ...(typeof source_url === 'string' && { source_url }),
    ...(typeof heading === 'string' && { heading }),
  };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback;
}
