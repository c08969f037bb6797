// What a person types into a search box: words, "phrases in quotes", and the filters `source:`, `tag:` and `since:`.

export interface ParsedQuery {
  /** The words to search for, those of phrases among them, without the filters. */
  text: string;
  /** Stretches that a passage must have word for word. */
  phrases: string[];
  /** Any of these sources. Empty: all. */
  sources: string[];
  /** All of these tags. */
  tags: string[];
  /** The latest date that was named: `2026`, `2026-05` or `2026-05-31`, or a time. */
  since?: string;
}

/** A filter with its value, which stands in quotes when it has spaces; else a phrase, else a quote that nothing closes. */
const PART =
  /(?<=^|\s)(?<key>source|tag|since):(?:"(?<quoted>[^"]+)"|(?<bare>[^\s"]+))(?=\s|$)|["“”](?<phrase>[^"“”]*)["“”]/giu;
/** Characters. Queries are pasted too; only the first 64 words are looked for in any case. */
const LONGEST = 4000;
/** Each is compared with every passage that may say it. */
const MOST_PHRASES = 16;
const DATE = /^\d{4}(-\d{2}(-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?)?)?$/i;

/**
 * Never fails: a filter that says nothing (`source:`, `since:soon`) is made of words like any other. Keys are told from
 * prose by having no space after the colon. Of a text that somebody pasted it is the beginning that counts.
 */
export function parseQuery(query: string): ParsedQuery {
  const asked: ParsedQuery = { text: '', phrases: [], sources: [], tags: [] };
  asked.text = query.slice(0, LONGEST).replace(PART, (all: string, ...rest: unknown[]) => {
    const { key, quoted, bare, phrase } = rest.at(-1) as Record<string, string | undefined>;
    if (phrase !== undefined) {
      if (phrase.trim() !== '' && asked.phrases.length < MOST_PHRASES) asked.phrases.push(phrase.trim());
      // A phrase is finished: what it ends with is no beginning of a longer word.
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
