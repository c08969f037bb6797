// Numbers the passages that a model may cite. Each answer has one book, in which a passage keeps its number. Pure.
import type { Citation } from '../core/conversation.ts';
import type { SearchHit } from '../core/document.ts';
import { isObject, type Json } from '../base/json.ts';
import type { ToolResult } from '../core/call.ts';

/** Fenced blocks and code spans: brackets in them are code. */
const CODE = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`/g;
/** `[1]`, `[1, 2]`, `[1-3]`, but no array index (`a[1]`), link (`[1](…)`, `[1]:`) or image. */
const MARK = /(?<![\w!\]])((?:\[\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\])+)(?![(:])/g;
/** A wider range is a mistake of the model, not a citation. */
const WIDEST_RANGE = 20;
/** Results can nest hits in lists and objects, searched to this depth. */
const DEEPEST = 6;

export class CitationBook {
  readonly #hits: SearchHit[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a passage, from 1. */
  number(hit: SearchHit): number {
    const key = `${hit.id}#${hit.chunk}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#hits.push(hit);
    this.#numbers.set(key, this.#hits.length);
    return this.#hits.length;
  }

  /** Restores the citations of this answer from before it was cut off, so that they keep their numbers. */
  restore(citations: readonly Citation[]): void {
    for (const { number, hit } of citations) {
      if (!hit) continue;
      this.#hits[number - 1] = hit;
      this.#numbers.set(`${hit.id}#${hit.chunk}`, number);
    }
  }

  /** Returns the outcome with a number in `cite` of every object that looks like a search hit. */
  present(outcome: ToolResult): ToolResult {
    return outcome.error ? outcome : { result: this.#annotate(outcome.result, 0) };
  }

  /** Returns the citations in a finished text, each number once, in numerical order. */
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

/** Returns the text without citation marks: the numbers of one answer mean nothing in the next. */
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
  // Separating code from prose takes a tenth of a second in a long text full of code spans.
  if (!text.includes('[')) return text;
  let result = '';
  let end = 0;
  for (const code of text.matchAll(CODE)) {
    const prose = text.slice(end, code.index);
    // A text can have a hundred thousand code spans, so only prose with a bracket is searched.
    result += (prose.includes('[') ? change(prose) : prose) + code[0];
    end = code.index + code[0].length;
  }
  return result + change(text.slice(end));
}

/** Returns what a person sees of a passage that the model read whole. */
function shownOf({ text: _, ...hit }: SearchHit & { text?: string }): SearchHit {
  return hit;
}

function withoutCite(value: { [key: string]: Json }): { [key: string]: Json } {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'cite'));
}

/** Returns the search hit that a tool passed on; undefined for anything else. */
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
