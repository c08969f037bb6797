// Parses search box input: words, "phrases in quotes", and the filters `source:`, `tag:` and `since:`.

export interface ParsedQuery {
  /** The words to search for, including those of phrases, without the filters. */
  text: string;
  /** Texts that a passage must contain word for word. */
  phrases: string[];
  /** Any of these sources. Empty: all. */
  sources: string[];
  /** All of these tags. */
  tags: string[];
  /** The latest given date: `2026`, `2026-05` or `2026-05-31`, or a time. */
  since?: string;
}

/** A filter with its value, quoted if it has spaces; otherwise a phrase, otherwise an unclosed quote. */
const PART =
  /(?<=^|\s)(?<key>source|tag|since):(?:"(?<quoted>[^"]+)"|(?<bare>[^\s"]+))(?=\s|$)|["“”](?<phrase>[^"“”]*)["“”]/giu;
/** Characters. Queries are also pasted, and only the first 64 words are searched anyway. */
const LONGEST = 4000;
/** Each phrase is compared with every candidate passage. */
const MOST_PHRASES = 16;
const DATE = /^\d{4}(-\d{2}(-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/**
 * Never fails: an invalid filter (`source:`, `since:soon`) is treated as words. A key has no space after its colon,
 * unlike prose. Only the beginning of a pasted text counts.
 */
export function parseQuery(query: string): ParsedQuery {
  const asked: ParsedQuery = { text: '', phrases: [], sources: [], tags: [] };
  asked.text = query.slice(0, LONGEST).replace(PART, (all: string, ...rest: unknown[]) => {
    const { key, quoted, bare, phrase } = rest.at(-1) as Record<string, string | undefined>;
    if (phrase !== undefined) {
      if (phrase.trim() !== '' && asked.phrases.length < MOST_PHRASES) asked.phrases.push(phrase.trim());
      // A phrase is finished, so its last word is not completed.
      return ` ${phrase} `;
    }
    const value = (quoted ?? bare ?? '').trim();
    return take(asked, key?.toLowerCase(), value) ? ' ' : all;
  });
  return asked;
}

function take(asked: ParsedQuery, key: string | undefined, value: string): boolean {
  if (value === '') return false;
  if (key === 'source') asked.sources.push(value);
  else if (key === 'tag') asked.tags.push(value);
  else {
    if (!DATE.test(value) || Number.isNaN(Date.parse(value))) return false;
    if (asked.since === undefined || value > asked.since) asked.since = value;
  }
  return true;
}
