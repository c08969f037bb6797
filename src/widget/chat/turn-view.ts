// A question with its answer, part by part; once complete, its sources and actions.
import type { AnswerBlock, AnswerSection } from '../../core/answer.ts';
import type { Notice, Part } from '../../core/conversation.ts';
import type { SearchHit } from '../../core/document.ts';
import { make } from '../dom.ts';
import type { AllTexts, Host, AnswerReader } from '../host.ts';
import { fill } from '../texts.ts';
import { answerOf, sourcesOf, type Turn, type Vote } from './conversation.ts';
import { visible } from './exact-text.ts';
import { FoundView } from './found-view.ts';
import { chatIcon } from './icons.ts';
import { copyTo, Prose } from './prose.ts';
import { linkRule } from './prose-nodes.ts';
import { CiteMarks, passageList, sourceList } from './sources.ts';
import type { ChatTexts } from './text-types.ts';
import { ToolCard } from './tool-card.ts';

export interface TurnActions {
  ask(question: string): void;
  again(): void;
  connect(): void;
  /** Searches instead, after an answer failed. */
  search(query: string): void;
  /** The whole section around an answer, if it can be shown in place. */
  section(question: string, answer: AnswerBlock): Promise<AnswerSection | undefined>;
  vote(turn: Turn, vote: Vote, comment?: string): void;
}

/** A rendered part. */
interface Shown {
  type: Part['type'];
  update(part: Part): void;
  remove(): void;
}

/** Parts that an answer from pages shows itself. */
const OF_FOUND: ReadonlySet<Part['type']> = new Set(['passages', 'notice']);

export class TurnView {
  readonly root: HTMLElement;
  readonly #parts = make('div', { class: 'parts' });
  readonly #thinking = make('p', { class: 'thinking' });
  readonly #foot = make('div', { class: 'foot' });
  readonly #cites: CiteMarks;
  #shown: Shown[] = [];

  constructor(
    private readonly turn: Turn,
    private readonly host: Host,
    private readonly texts: AllTexts,
    private readonly reader: AnswerReader,
    private readonly actions: TurnActions,
  ) {
    this.#cites = new CiteMarks(host, turn.question, texts);
    const asked = make('h2', { class: 'question', part: 'question' });
    // The label is in the page's language, and must not decide the question's text direction.
    asked.append(make('span', { class: 'unseen' }, `${texts.youAsked}: `), make('bdi', {}, turn.question));
    const answer = make('div', {
      class: 'answer',
      part: 'answer',
      role: 'article',
      'aria-label': texts.answer,
    });
    answer.append(this.#parts, this.#thinking, this.#foot);
    this.root = make('div', { class: 'turn', part: 'turn' }, asked, answer);
    this.update(false);
  }

  /** @param isLast only the last question can be asked again. */
  update(isLast: boolean): void {
    const { parts, reason } = this.turn;
    const isFound = parts.some(({ type }) => type === 'answer');
    const drawn = parts.filter(
      ({ type }) => type !== 'citations' && type !== 'offers' && !(isFound && OF_FOUND.has(type)),
    );
    const kept = this.#shown.findIndex(({ type }, index) => type !== drawn[index]?.type);
    for (const old of this.#shown.splice(kept < 0 ? this.#shown.length : kept)) old.remove();
    drawn.forEach((part, index) => (this.#shown[index] ??= this.#make(part)).update(part));
    this.#cites.settle(sourcesOf(parts), reason !== undefined);
    const { model } = this.turn;
    this.#thinking.textContent = fill(this.texts.asking, { model: model ?? '' }).trim();
    this.#thinking.hidden = reason !== undefined || drawn.length > 0 || this.turn.mode === 'search';
    this.#foot.replaceChildren(...(reason === undefined ? [] : this.#footOf(isLast)));
  }

  #make(part: Part): Shown {
    const { type } = part;
    if (type === 'text') {
      const actions = {
        linkTo: linkRule(this.host.site),
        cite: (number: number) => this.#cites.mark(number),
      };
      const prose = new Prose(this.reader, actions, this.texts);
      this.#parts.append(prose.root);
      return {
        type,
        update: (now) => now.type === 'text' && prose.set(now.text, this.turn.reason !== undefined),
        remove: () => prose.remove(),
      };
    }
    if (type === 'answer') {
      const { host, texts, reader, actions } = this;
      const view = new FoundView({ host, texts, reader, ...actions });
      this.#parts.append(view.root);
      return {
        type,
        update: (now) => now.type === 'answer' && view.show(now, hitsOf(this.turn.parts)),
        remove: () => view.remove(),
      };
    }
    if (type === 'tool') {
      const card = new ToolCard(this.texts, this.host.language);
      this.#parts.append(card.root);
      return {
        type,
        update: (now) => now.type === 'tool' && card.update(now, this.turn.reason !== undefined),
        remove: () => card.remove(),
      };
    }
    const box = make('div');
    let before: Part | undefined;
    this.#parts.append(box);
    const update = (now: Part): void => {
      if (now !== before) box.replaceChildren(...this.#plain(now));
      before = now;
    };
    return { type, update, remove: () => box.remove() };
  }

  #plain(part: Part): HTMLElement[] {
    if (part.type === 'notice') return [make('p', { class: 'notice' }, noticeOf(part, this.texts))];
    if (part.type === 'passages') return [passageList(part.hits, this.host, this.turn.question)];
    if (part.type === 'suggestions') return part.questions.map((question) => this.#starter(question));
    if (part.type !== 'error') return [];
    const said = make('strong', {}, this.texts.answerFailed);
    return [
      make(
        'div',
        { class: 'failure', part: 'error', role: 'alert' },
        said,
        ' ',
        ...visible(part.error.message),
      ),
    ];
  }

  #starter(question: string): HTMLElement {
    const button = make(
      'button',
      { type: 'button', class: 'starter', part: 'starter', dir: 'auto' },
      question,
    );
    button.addEventListener('click', () => this.actions.ask(question));
    return button;
  }

  #footOf(isLast: boolean): HTMLElement[] {
    const { parts, reason, mode, question } = this.turn;
    const { texts } = this;
    const isSearch = mode === 'search';
    const sources = sourcesOf(parts);
    const foot: HTMLElement[] = [];
    if (reason === 'stopped' || reason === 'budget') foot.push(make('p', { class: 'notice' }, texts[reason]));
    if (!isSearch && sources.some(({ hit }) => hit)) {
      const label = make('p', { class: 'label', 'aria-hidden': 'true' }, texts.sources);
      foot.push(label, sourceList(sources, this.host, question, texts.sources));
    }
    const isFound = parts.some(
      (part) => part.type === 'passages' || (part.type === 'answer' && part.found.answer),
    );
    if (isSearch && isLast && isFound) {
      const connect = make('button', { type: 'button', class: 'link' }, texts.connect);
      connect.addEventListener('click', () => this.actions.connect());
      foot.push(make('p', { class: 'small' }, texts.notWritten, ' ', connect));
    }
    if (reason === 'failed' && isLast) {
      const again = this.#named(texts.tryAgain, () => this.actions.again());
      foot.push(
        make(
          'div',
          { class: 'choices' },
          again,
          this.#named(texts.toSearch, () => this.actions.search(question)),
        ),
      );
    } else foot.push(this.#actions(isLast));
    return foot;
  }

  #actions(isLast: boolean): HTMLElement {
    const { parts, reason, model } = this.turn;
    const { copy, again, good, bad } = this.texts;
    const bar = make('div', { class: 'actions', part: 'answer-actions' });
    const { text } = answerOf(this.turn);
    if (text !== '') {
      const button = this.#button('copy', copy, () => void copyTo(button, text, this.texts.copied));
      bar.append(button);
    }
    if (isLast) bar.append(this.#button('again', again, () => this.actions.again()));
    if (reason !== 'failed' && parts.length > 0) {
      const form = make('span', { class: 'votes', role: 'group' });
      const votes = (['up', 'down'] as const).map((vote) => {
        const button = this.#button(vote, vote === 'up' ? good : bad, () => this.#vote(form, votes, vote));
        button.setAttribute('aria-pressed', String(this.turn.vote === vote));
        return button;
      });
      form.append(...votes);
      bar.append(form);
    }
    if (model !== undefined) bar.append(make('span', { class: 'by' }, make('bdi', {}, model)));
    return bar;
  }

  #named(label: string, act: () => void): HTMLButtonElement {
    const button = make('button', { type: 'button', class: 'button', part: 'retry' }, label);
    button.addEventListener('click', act);
    return button;
  }

  #button(name: Parameters<typeof chatIcon>[0], label: string, act: () => void): HTMLButtonElement {
    const attributes = {
      type: 'button',
      class: 'quiet',
      'aria-label': label,
      title: label,
      part: `answer-${name}`,
    };
    const button = make('button', attributes, chatIcon(name));
    button.addEventListener('click', act);
    return button;
  }

  #vote(form: HTMLElement, votes: readonly HTMLElement[], vote: Vote): void {
    this.actions.vote(this.turn, vote);
    votes.forEach((button, index) =>
      button.setAttribute('aria-pressed', String(index === (vote === 'up' ? 0 : 1))),
    );
    this.root.querySelector('.comment')?.remove();
    const { comment, send, thanks } = this.texts;
    const said = make('p', { class: 'small', role: 'status' }, thanks);
    if (vote === 'up') {
      form.parentElement?.after(make('div', { class: 'comment' }, said));
      return;
    }
    const field = make('input', {
      type: 'text',
      maxlength: '1000',
      placeholder: comment,
      'aria-label': comment,
    });
    const button = make('button', { type: 'submit', class: 'button' }, send);
    const asked = make('form', { class: 'comment', part: 'comment' }, field, button);
    asked.addEventListener('submit', (event) => {
      event.preventDefault();
      const text = field.value.trim();
      if (text !== '') this.actions.vote(this.turn, vote, text);
      asked.replaceChildren(said);
    });
    form.parentElement?.after(asked);
    field.focus();
  }
}

function hitsOf(parts: readonly Part[]): readonly SearchHit[] {
  return parts.flatMap((part) => (part.type === 'passages' ? part.hits : []));
}

function noticeOf({ code, text, percent }: Notice, { notices }: ChatTexts): string {
  const said = code && notices[code];
  return said === undefined ? text : fill(said, { percent: String(Math.round(percent ?? 0)) });
}
