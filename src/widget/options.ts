// The rows of the list: results with their sections, and suggestions for an empty field.
import type { SiteHit, SiteSection } from '../core/site-pack.ts';
import { icon, make, type Child } from './dom.ts';
import { splitMarks } from '../base/split-marks.ts';
import { addressOf, placesOf, wordsOf } from './found-labels.ts';
import type { Destination } from './visit.ts';

/** More sections of one page would push the next page out of view. */
const MOST_SECTIONS = 3;

/** A row of the list: a link, a suggested search, or a question to the assistant. */
export interface Option {
  element: HTMLElement;
  destination?: Destination;
  search?: string;
  /** For the assistant. */
  question?: string;
}

export interface Addressing {
  site: string;
  parameter: string;
}

/** One group per page: the matched passage, then other sections that match. */
export function resultGroup(
  hit: SiteHit,
  addressing: Addressing,
): { element: HTMLElement; options: Option[] } {
  const [first = { heading: [], url: hit.url, snippet: '', matches: [] }, ...others] = hit.sections;
  const options = [
    pageOption(hit, first, addressing),
    ...others.slice(0, MOST_SECTIONS).map((section) => sectionOption(hit, section, addressing)),
  ];
  const element = make('div', { role: 'group', class: 'group', part: 'page', 'aria-label': hit.title });
  element.append(...options.map((option) => option.element));
  return { element, options };
}

/** Suggestions under a heading for an empty field. None: no group. */
export function startGroup(label: string, options: readonly Option[], action?: HTMLElement): HTMLElement[] {
  if (options.length === 0) return [];
  const head = make(
    'div',
    { class: 'head', role: 'presentation' },
    make('span', { 'aria-hidden': 'true' }, label),
    action,
  );
  const group = make('div', { role: 'group', class: 'group', 'aria-label': label }, head);
  group.append(...options.map(({ element }) => element));
  return [group];
}

export function searchOption(search: string, remove?: () => void): Option {
  const element = make(
    'div',
    { role: 'option', class: 'row start', part: 'suggestion' },
    icon('search'),
    make('span', {}, make('bdi', {}, search)),
  );
  if (!remove) return { element, search };
  // For pointers; the keyboard uses Shift+Delete, as in a browser's own lists.
  const button = make(
    'button',
    { type: 'button', tabindex: '-1', 'aria-hidden': 'true', class: 'quiet' },
    icon('close'),
  );
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    remove();
  });
  element.append(button);
  return { element, search };
}

/** @param label of its only row, which stays in view while the results scroll. */
export function askGroup(label: string, question: string): { element: HTMLElement; options: Option[] } {
  const row = make('div', { role: 'option', class: 'row start ask', part: 'ask' }, icon('chat'));
  row.append(make('span', {}, make('bdi', {}, label)));
  const element = make('div', { role: 'group', class: 'group asks', 'aria-label': label }, row);
  return { element, options: [{ element: row, question }] };
}

function pageOption(hit: SiteHit, section: SiteSection, addressing: Addressing): Option {
  const words = wordsOf(section);
  const crumb = headingOf(hit, section).join(' › ');
  return linkOption('row page', 'result', hit, section, addressing, [
    make(
      'span',
      { class: 'line' },
      make('span', { class: 'title', part: 'title' }, ...marked(hit.title, words)),
      crumb !== '' && make('span', { class: 'crumb', part: 'heading' }, ...marked(crumb, words)),
    ),
    snippetOf(section),
  ]);
}

function sectionOption(hit: SiteHit, section: SiteSection, addressing: Addressing): Option {
  const heading = headingOf(hit, section).at(-1);
  return linkOption('row section', 'section', hit, section, addressing, [
    heading !== undefined &&
      make('span', { class: 'crumb', part: 'heading' }, ...marked(heading, wordsOf(section))),
    snippetOf(section),
  ]);
}

/** Most pages begin with a heading that equals the title: show it once. */
function headingOf({ title }: SiteHit, { heading }: SiteSection): readonly string[] {
  return heading[0]?.trim().toLowerCase() === title.trim().toLowerCase() ? heading.slice(1) : heading;
}

function linkOption(
  name: string,
  part: string,
  { title }: SiteHit,
  section: SiteSection,
  { site, parameter }: Addressing,
  children: Child[],
): Option {
  const words = wordsOf(section);
  const href = addressOf(section.url, site, parameter, words);
  const element = make(
    'a',
    { role: 'option', class: name, part, href, tabindex: '-1', dir: 'auto' },
    ...children,
  );
  return {
    element,
    destination: { url: addressOf(section.url, site, '', []), title, heading: section.heading, words },
  };
}

function snippetOf({ snippet, matches }: SiteSection): Child {
  if (snippet === '') return false;
  const pieces = splitMarks(snippet, matches);
  return make(
    'span',
    { class: 'snippet', part: 'snippet' },
    ...pieces.map(({ text, marked }) => (marked ? mark(text) : text)),
  );
}

function marked(text: string, words: readonly string[]): Child[] {
  return splitMarks(text, placesOf(text, words)).map((piece) =>
    piece.marked ? mark(piece.text) : piece.text,
  );
}

const mark = (text: string): HTMLElement => make('mark', { part: 'mark' }, text);
