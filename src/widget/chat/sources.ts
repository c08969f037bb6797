// Sources of an answer: numbers in its text, a list below it, and passages when no text was written.
import type { Citation } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';
import { make, setAll } from '../dom.ts';
import { splitMarks } from '../../base/split-marks.ts';
import { addressOf, wordsOf } from '../found-labels.ts';
import type { Host } from '../host.ts';
import { fill } from '../texts.ts';
import { isThisPage, visit, type Destination } from '../visit.ts';
import type { ChatTexts } from './text-types.ts';

/** Goes to the section on this page; another page opens in a new tab, to keep the conversation. */
export function leadTo(
  link: HTMLAnchorElement,
  hit: SearchHit,
  number: number,
  host: Host,
  question: string,
): void {
  const url = hit.source_url ?? hit.source_id;
  const words = wordsOf({ snippet: hit.snippet, matches: hit.marks });
  const destination: Destination = {
    url: addressOf(url, host.site, '', []),
    title: titleOf(hit),
    heading: hit.heading === undefined ? [] : hit.heading.split(' › '),
    words,
  };
  const isHere = isThisPage(destination.url);
  setAll(link, {
    href: addressOf(url, host.site, host.parameter, words),
    target: isHere ? undefined : '_blank',
    rel: isHere ? undefined : 'noopener',
  });
  link.onclick = (click) => {
    const isPlain = !(click.ctrlKey || click.metaKey || click.shiftKey || click.altKey);
    const newTab = !isHere || !isPlain;
    visit(host, link.href, destination, { query: question, position: number, newTab, click });
  };
}

export function titleOf(hit: SearchHit): string {
  return hit.title ?? hit.source_id;
}

/** The numbers in one answer, whose targets are known only once its citations are. */
/** Milliseconds of work at a time. */
const SPELL = 8;

export class CiteMarks {
  readonly #marks = new Map<number, HTMLAnchorElement[]>();
  #citations = new Map<number, Citation>();
  #isSettled = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: Host,
    private readonly question: string,
    private readonly texts: ChatTexts,
  ) {}

  mark(number: number): HTMLElement {
    const link = make('a', { class: 'cite', part: 'citation' }, String(number));
    const links = this.#marks.get(number);
    if (links) links.push(link);
    else this.#marks.set(number, [link]);
    this.#dress(number, link);
    return link;
  }

  /** @param isSettled the answer is complete: numbers without a source get none. */
  settle(citations: readonly Citation[], isSettled: boolean): void {
    const known = [...this.#citations.values()];
    const isSame =
      citations.length === known.length && citations.every((each, index) => each === known[index]);
    if (isSame && isSettled === this.#isSettled) return;
    this.#citations = new Map(citations.map((citation) => [citation.number, citation]));
    this.#isSettled = isSettled;
    clearTimeout(this.#timer);
    this.#dressAll(
      [...this.#marks].flatMap(([number, links]) => links.map((link) => [number, link] as const)),
      0,
    );
  }

  /** Works in slices: hundreds of thousands must not block the page. */
  #dressAll(marks: readonly (readonly [number, HTMLAnchorElement])[], from: number): void {
    const end = performance.now() + SPELL;
    for (let at = from; at < marks.length; at++) {
      this.#dress(...marks[at]!);
      if (performance.now() < end) continue;
      this.#timer = setTimeout(() => this.#dressAll(marks, at + 1));
      return;
    }
  }

  #dress(number: number, link: HTMLAnchorElement): void {
    const { hit, verified = true } = this.#citations.get(number) ?? {};
    const isWrong = !verified || (this.#isSettled && !hit);
    const values = { number: String(number), title: hit ? titleOf(hit) : '' };
    const said = isWrong ? fill(this.texts.unverified, values) : hit && fill(this.texts.source, values);
    link.classList.toggle('unverified', isWrong);
    setAll(link, { title: said, 'aria-label': said, role: isWrong ? 'img' : undefined });
    if (hit && !isWrong) leadTo(link, hit, number, this.host, this.question);
  }
}

export function sourceList(
  citations: readonly Citation[],
  host: Host,
  question: string,
  label: string,
): HTMLElement {
  const list = make('ol', { class: 'sources', part: 'sources', 'aria-label': label });
  for (const { number, hit } of citations) {
    if (!hit) continue;
    const link = make(
      'a',
      { part: 'source' },
      make('span', { class: 'number', 'aria-hidden': 'true' }, String(number)),
      make('span', { class: 'cut', dir: 'auto' }, headed(hit)),
    );
    leadTo(link, hit, number, host, question);
    list.append(make('li', { value: String(number) }, link));
  }
  return list;
}

/** Search results, best first, the first one in full. */
export function passageList(hits: readonly SearchHit[], host: Host, question: string): HTMLElement {
  const list = make('ol', { class: 'passages', part: 'passages' });
  hits.forEach((hit, index) => {
    const link = make('a', { class: 'title', part: 'source' }, titleOf(hit));
    leadTo(link, hit, index + 1, host, question);
    const stretches = hit.sentences?.length ? hit.sentences : hit.marks;
    const snippet = splitMarks(hit.snippet, stretches).map(({ text, marked }) =>
      marked ? make('mark', { part: 'mark' }, text) : text,
    );
    const heading = hit.heading !== undefined && hit.heading !== hit.title && hit.heading;
    const line = make('div', { class: 'line' }, link, heading && make('span', { class: 'crumb' }, heading));
    list.append(
      make('li', { part: 'passage', dir: 'auto' }, line, make('p', { part: 'snippet' }, ...snippet)),
    );
  });
  return list;
}

function headed(hit: SearchHit): string {
  const title = titleOf(hit);
  const heading = hit.heading?.split(' › ').at(-1);
  return heading === undefined || heading === title ? title : `${title} › ${heading}`;
}
