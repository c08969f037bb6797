// An answer from the site's pages: the answering block in its section, then other pages, or the closest ones.
import { type AnswerBlock, type AnswerPart, type AnswerSection, marksIn } from '../../core/answer.ts';
import type { FoundPart } from '../../core/conversation.ts';
import { HEADING_SEPARATOR, type SearchHit } from '../../core/document.ts';
import { languageNames } from '../../core/language-names.ts';
import { plainTitle } from '../../core/plain-title.ts';
import { folded, wideRows, type WideRows } from '../../markdown/wide-rows.ts';
import { make } from '../dom.ts';
import { placesOf } from '../found-labels.ts';
import type { AllTexts, AnswerReader, Host } from '../host.ts';
import { fill } from '../texts.ts';
import { Prose } from './prose.ts';
import { linkRule } from './prose-nodes.ts';
import { leadTo, titleOf } from './sources.ts';

const MOST_OTHERS = 3;
const MOST_MISSING = 3;
/** Shorter words are rarely what a question is about. */
const SHORTEST = 3;

export interface FoundSurroundings {
  host: Host;
  texts: AllTexts;
  reader: AnswerReader;
  ask(question: string): void;
  connect(): void;
  section(question: string, answer: AnswerBlock): Promise<AnswerSection | undefined>;
}

export class FoundView {
  readonly root = make('div', { class: 'found', part: 'found' });
  readonly #others = make('div');
  #proses: Prose[] = [];
  #shown: FoundPart | undefined;

  constructor(private readonly given: FoundSurroundings) {}

  /** @param hits search results for it, best first */
  show(part: FoundPart, hits: readonly SearchHit[]): void {
    if (part !== this.#shown) this.#draw(part);
    this.#shown = part;
    const { alsoSee, closest } = this.given.texts;
    const answering = new Set(partsOf(part).flatMap(({ answer }) => answer?.document.id ?? []));
    const others = hits.filter(
      ({ id }, at) => !answering.has(id) && hits.findIndex((hit) => hit.id === id) === at,
    );
    this.#others.replaceChildren(
      ...this.#listOf(others.slice(0, MOST_OTHERS), part.question, answering.size > 0 ? alsoSee : closest),
    );
  }

  remove(): void {
    for (const prose of this.#proses) prose.remove();
    this.root.remove();
  }

  #draw(part: FoundPart): void {
    const { texts } = this.given;
    const parts = partsOf(part);
    const isAnswered = parts.some(({ answer }) => answer !== null);
    const { asked } = part.found;
    for (const prose of this.#proses.splice(0)) prose.remove();
    this.root.replaceChildren();
    if (!isAnswered) this.root.append(...this.#none(part));
    else {
      if (asked !== undefined)
        this.root.append(make('p', { class: 'small' }, fill(texts.readAs, { question: asked })));
      for (const one of parts) {
        if (parts.length > 1) this.root.append(make('h3', { dir: 'auto' }, one.question));
        if (one.answer) this.root.append(this.#block(one.question, one.answer));
        else this.root.append(make('p', { class: 'notice' }, texts.noAnswer));
      }
    }
    this.root.append(this.#others);
  }

  #block(question: string, answer: AnswerBlock): HTMLElement {
    const { host, texts } = this.given;
    const box = make('div', { class: 'block' });
    const link = make('a', { part: 'source' }, make('span', { class: 'page-title' }, titleAt(answer)));
    leadTo(link, placeOf(answer, question), 1, host, question);
    const more = make('button', { type: 'button', class: 'link', part: 'show-more' }, texts.showMore);
    const place = make('p', { class: 'from', dir: 'auto' }, link);
    const rows = wideRows(answer.section.markdown, answer.section.marks);
    box.append(rows ? cellLists(rows) : this.#prose(answer, answer.section), place);
    more.addEventListener('click', () => {
      more.disabled = true;
      const show = (whole: AnswerSection | undefined): void => {
        more.disabled = false;
        // A longer section, or one that cannot be read now, opens as its page.
        if (!whole) return link.click();
        more.remove();
        box.replaceChildren(this.#prose(answer, whole), place);
      };
      this.given.section(question, answer).then(show, () => show(undefined));
    });
    if (rows || !answer.section.complete) place.append(' ', more);
    return box;
  }

  #prose(answer: AnswerBlock, section: AnswerSection): HTMLElement {
    const { reader, texts, host } = this.given;
    // Such numbers belong to the page.
    const cite = (number: number): HTMLElement => make('span', {}, `[${number}]`);
    const prose = new Prose(reader, { linkTo: linkRule(host.site), cite }, texts);
    this.#proses.push(prose);
    prose.set(section.markdown, true);
    prose.mark(marksIn(answer, section));
    return prose.root;
  }

  #none({ found }: FoundPart): HTMLElement[] {
    const { texts, ask, connect, host } = this.given;
    const languages = languageNames(found.near?.languages ?? [], host.language);
    const missing = (found.near?.missing ?? []).slice(0, MOST_MISSING);
    const words = missing.map((word) => fill(texts.quoted, { text: word })).join(' ');
    const said = make('p', { class: 'refused', part: 'refused' }, texts.noAnswer);
    // No page has the words of another language.
    if (languages !== '') said.append(' ', fill(texts.otherLanguage, { languages }));
    else if (words !== '') said.append(' ', fill(texts.missing, { words }));
    const ways = make('div', { class: 'choices' });
    // A single word is not a question, and adds nothing to the list below.
    const other = found.near?.ask?.includes(' ') ? found.near.ask : undefined;
    if (other !== undefined)
      ways.append(button(fill(texts.askInstead, { question: other }), () => ask(other)));
    ways.append(button(texts.connect, connect));
    return [said, ways];
  }

  #listOf(hits: readonly SearchHit[], question: string, label: string): HTMLElement[] {
    if (hits.length === 0) return [];
    const list = make('ul', { class: 'others', part: 'others', 'aria-label': label });
    hits.forEach((hit, index) => {
      const heading = hit.heading === undefined ? '' : plainTitle(hit.heading);
      const link = make(
        'a',
        { part: 'source' },
        make('span', { class: 'page-title' }, plainTitle(titleOf(hit))),
      );
      if (heading !== '' && hit.heading !== hit.title) link.append(` › ${heading}`);
      leadTo(link, hit, index + 1, this.given.host, question);
      list.append(make('li', { dir: 'auto' }, link));
    });
    return [make('p', { class: 'label', 'aria-hidden': 'true' }, label), list];
  }
}

function partsOf({ question, found }: FoundPart): readonly AnswerPart[] {
  return found.parts ?? [{ question, ...found }];
}

/** The page's title and the headings below it. */
function titleAt({ document, heading }: AnswerBlock): string {
  const below = heading.split(HEADING_SEPARATOR).filter((one) => one !== '' && one !== document.title);
  return [document.title, ...below].map(plainTitle).join(HEADING_SEPARATOR);
}

/** The place of an answer, with the question's words it contains, to be marked on the page. */
function placeOf({ document, heading, text, url, chunk = 0 }: AnswerBlock, question: string): SearchHit {
  const words = question
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(({ length }) => length > SHORTEST);
  return {
    id: document.id,
    source: document.source,
    source_id: document.id,
    ...(url !== undefined && { source_url: url }),
    updated_at: '',
    title: document.title,
    ...(heading !== '' && { heading }),
    score: 1,
    snippet: text,
    marks: placesOf(text, words).map(([start, end]) => [start, end]),
    chunk,
  };
}

function cellLists({ head, rows }: WideRows): HTMLElement {
  const box = make('div', { class: 'cells' });
  for (const cells of rows) {
    const list = make('dl', { dir: 'auto' });
    for (const { text, column, isMarked } of folded(cells)) {
      const cell = make('dd', { dir: 'auto' }, isMarked ? make('mark', {}, text) : text);
      list.append(make('dt', {}, make('bdi', {}, head[column] ?? '')), cell);
    }
    box.append(list);
  }
  return box;
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = make('button', { type: 'button', class: 'button' }, label);
  made.addEventListener('click', act);
  return made;
}
