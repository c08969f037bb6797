// After arriving from a result, marks the matched words on the page without changing its elements.
import { sheetOf } from './dom.ts';
import { takeWords, wordPattern } from './found-labels.ts';

const NAME = 'perilune';
const MOST_MARKS = 500;
/** Where the content of a page is, the surest place first. */
const BODIES = ['[data-perilune-body]', 'main', '[role="main"]', 'article', 'body'];
const SKIPPED =
  'script, style, noscript, textarea, select, nav, [role="navigation"], [class*="table-of-contents" i], ' +
  '[class*="tableofcontents" i], [aria-hidden="true"], [data-perilune-ignore], perilune-chat';

let sheet: CSSStyleSheet | undefined;

/** Takes the words out of the page's address and marks them. */
export function markArrival(parameter: string): void {
  const { words, href } = takeWords(location.href, parameter);
  history.replaceState(history.state, '', href);
  const mark = (): void => void markWords(words);
  markWords(words);
  // Later rendering by the page's own script replaces marked text.
  if (document.readyState !== 'complete') addEventListener('load', () => setTimeout(mark), { once: true });
}

/** @returns the number of marked places; Escape removes the marks. */
export function markWords(words: readonly string[]): number {
  const pattern = wordPattern(words);
  // Browsers before 2025 show the section without marks.
  if (!pattern || !globalThis.CSS?.highlights) return 0;
  const ranges = contentOf(document)
    .flatMap((body) => rangesOf(pattern, body))
    .slice(0, MOST_MARKS);
  if (ranges.length === 0) return 0;
  if (!sheet) {
    sheet = sheetOf(
      `::highlight(${NAME}){background-color:var(--perilune-highlight,oklch(88% .13 92));color:oklch(22% .04 85)}`,
    );
    document.adoptedStyleSheets.push(sheet);
    document.addEventListener('keydown', forgetOnEscape);
  }
  CSS.highlights.set(NAME, new Highlight(...ranges));
  if (location.hash === '') intoView(ranges[0]);
  return ranges.length;
}

export function unmark(): void {
  CSS.highlights?.delete(NAME);
  document.removeEventListener('keydown', forgetOnEscape);
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
  sheet = undefined;
}

function forgetOnEscape(event: KeyboardEvent): void {
  if (event.key === 'Escape') unmark();
}

function contentOf(page: Document): Element[] {
  const found = BODIES.map((selector) => [...page.querySelectorAll(selector)]).find(
    ({ length }) => length > 0,
  );
  return (found ?? []).filter((each) => !found?.some((other) => other !== each && other.contains(each)));
}

function rangesOf(pattern: RegExp, body: Element): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < MOST_MARKS; node = walker.nextNode()) {
    const text = node.textContent ?? '';
    if (text.trim() === '' || node.parentElement?.closest(SKIPPED)) continue;
    for (const match of text.matchAll(pattern)) {
      const range = document.createRange();
      range.setStart(node, match.index);
      range.setEnd(node, match.index + match[0].length);
      ranges.push(range);
    }
  }
  return ranges;
}

function intoView(range: Range | undefined): void {
  const top = range?.getBoundingClientRect().top ?? 0;
  if (top > innerHeight) range?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
}
