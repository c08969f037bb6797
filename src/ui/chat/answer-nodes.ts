// Post-processes a rendered answer: source numbers become buttons, code and tables get buttons.
import type { Citation } from '../../core/conversation.ts';
import { pageText } from '../components/page-text.ts';
import { quietButton } from '../components/quiet-button.ts';
import { splitCitations } from '../../core/citation-text.ts';

/** In these elements, a number in brackets is code, or already a link. */
const NOT_PROSE = 'pre, code, kbd, samp, a, button';

/** Turns every `[n]` in the text into `<button data-cite="n">`. */
export function addCitations(root: DocumentFragment): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest(NOT_PROSE)) continue;
    const pieces = splitCitations(text.data);
    if (pieces.every((piece) => typeof piece === 'string')) continue;
    text.replaceWith(...pieces.map((piece) => (typeof piece === 'string' ? piece : citeButton(piece))));
  }
}

function citeButton(number: number): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'cite';
  button.dataset['cite'] = String(number);
  button.textContent = String(number);
  return button;
}

/** Labels each source button with its source. Before the answer has ended, none counts as invalid. */
export function labelCitations(
  root: ParentNode,
  citations: ReadonlyMap<number, Citation>,
  settled: boolean,
): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('button[data-cite]')) {
    const number = Number(button.dataset['cite']);
    const { hit } = citations.get(number) ?? {};
    const unverified = settled && !hit;
    button.classList.toggle('unverified', unverified);
    button.setAttribute(
      'aria-label',
      hit
        ? `Source ${number}: ${hit.title ?? hit.source_id}${pageText(hit) && `, ${pageText(hit)}`}`
        : `Source ${number}${unverified ? ', unverified' : ''}`,
    );
  }
}

function labelled(language: string): HTMLElement {
  const label = document.createElement('div');
  label.className = 'language';
  label.textContent = language;
  return label;
}

/** From this many columns on, the first one stays in view while the table scrolls. */
const WIDE_COLUMNS = 7;

/**
 * Wraps each code block and table in a scrolling frame; code gets a copy button, larger tables sort and export
 * buttons.
 */
export function frameWideParts(root: DocumentFragment): void {
  for (const pre of root.querySelectorAll('pre')) {
    const frame = document.createElement('div');
    frame.className = 'code';
    const copy = quietButton('button quiet copy', 'Copy', 'Copy code');
    copy.dataset['copy'] = '';
    const { language } = pre.dataset;
    pre.replaceWith(frame);
    // Makes it scrollable by keyboard.
    pre.tabIndex = 0;
    if (language) frame.append(labelled(language));
    frame.append(pre, copy);
  }
  for (const table of root.querySelectorAll('table')) {
    // Markdown has no table without a head: an empty one means none.
    if (isBlank(table.tHead)) table.deleteTHead();
    const frame = document.createElement('div');
    frame.className = 'table';
    frame.classList.toggle('wide', (table.rows[0]?.cells.length ?? 0) >= WIDE_COLUMNS);
    frame.tabIndex = 0;
    // Scrolls from the start of its text direction.
    frame.dir = table.dir;
    frame.setAttribute('role', 'group');
    frame.setAttribute('aria-label', 'Table');
    table.replaceWith(frame);
    frame.append(table);
    if ((table.tBodies[0]?.rows.length ?? 0) >= FEW_ROWS) addTableButtons(table, frame);
  }
}

function isBlank(part: HTMLElement | null): boolean {
  return part !== null && part.textContent?.trim() === '' && part.querySelector('img') === null;
}

/** Tables with fewer rows need no sorting. */
const FEW_ROWS = 3;

/** Tables with more rows get a filter. */
const MANY_ROWS = 8;

function filterOf(table: HTMLTableElement): HTMLElement[] {
  const field = document.createElement('input');
  field.type = 'search';
  field.ariaLabel = 'Filter rows';
  field.placeholder = 'Filter rows';
  const found = document.createElement('span');
  found.role = 'status';
  const filter = async (): Promise<void> => {
    const { filterRows } = await import('../components/table-actions.ts');
    found.textContent = filterRows(table, field.value);
  };
  field.addEventListener('input', () => void filter());
  return [field, found];
}

function addTableButtons(table: HTMLTableElement, frame: HTMLElement): void {
  for (const head of table.tHead?.rows[0]?.cells ?? []) {
    const name = (head.textContent ?? '').trim();
    // The button overlays the header, whose text stays selectable.
    const sort = quietButton('sort', '', name === '' ? 'Sort by this column' : `Sort by ${name}`);
    sort.dataset['sort'] = '';
    head.append(sort);
    // Excludes the button from the header's name.
    if (name !== '') head.ariaLabel = name;
  }
  const bar = document.createElement('div');
  bar.className = 'table-buttons';
  const copy = quietButton('button quiet', 'Copy', 'Copy table');
  copy.dataset['table'] = 'copy';
  const save = quietButton('button quiet', 'CSV', 'Download table as CSV');
  save.dataset['table'] = 'save';
  bar.append(copy, save);
  if ((table.tBodies[0]?.rows.length ?? 0) >= MANY_ROWS) bar.append(...filterOf(table));
  frame.after(bar);
}
