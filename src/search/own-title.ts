// Returns the page's part of a title. Web pages append the name of their site: `Install | Lantern Docs`. In a library
// of one site that name is useless, and its words would be in the title of every page.

const PARTS = /\s+(?:[—–|·•»:]|::|--?)\s+/;
/** Endings of site names: what they are, and a version. */
const SITE =
  /\b(?:documentation|docs?|manual|handbook|wiki|website|blog|help cent(?:er|re)|knowledge base|reference)\b|\bv?\d+\.\d+/i;

/** @param headings the outermost ones of the page */
export function ownTitle(title: string, headings: Iterable<string>): string {
  const parts = title.split(PARTS);
  const [first, last] = [parts[0]!, parts.at(-1)!];
  if (parts.length < 2 || first === '' || last === '') return title;
  const names = new Set([...headings].map(plain));
  if (names.has(plain(title))) return title;
  if (names.has(plain(first))) return first;
  if (names.has(plain(last))) return last;
  return SITE.test(parts.slice(1).join(' ')) && !SITE.test(first) ? first : title;
}

/** `9. Massif: a heap profiler`: a number, a name, and what it is. */
const NAMED = /^(?:[\d.]+\s+)?([^:–—]{2,60}?)(?::| [–—-])\s/;

/** Returns the name in a title that also says what it names; otherwise the title. */
export function nameIn(title: string): string {
  return NAMED.exec(title)?.[1] ?? title;
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
