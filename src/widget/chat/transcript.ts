// Renders the turns of a conversation, at most once per frame; before the first turn, the starter questions.
import { make } from '../dom.ts';
import type { AllTexts, Host, AnswerReader } from '../host.ts';
import type { Turn } from './conversation.ts';
import { TurnView, type TurnActions } from './turn-view.ts';

/** Rendering takes at most a quarter of the page's time: the longer an answer, the less often it is drawn. */
const REST = 3;

export class Transcript {
  readonly root = make('div', { class: 'turns' });
  readonly #views = new Map<Turn, TurnView>();
  readonly #grown = new Set<Turn>();
  #turns: readonly Turn[] = [];
  /** The last turn when everything was rendered. */
  #drawnLast: Turn | undefined;
  /** Time from which the growing turn may be rendered again, by `performance.now()`. */
  #restUntil = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #texts: AllTexts | undefined;
  #frame = 0;

  constructor(
    private readonly host: Host,
    private readonly reader: AnswerReader,
    private readonly actions: TurnActions,
  ) {}

  get last(): HTMLElement | undefined {
    const turn = this.#turns.at(-1);
    return turn && this.#views.get(turn)?.root;
  }

  /** Renders everything again with the next `draw`. */
  speak(texts: AllTexts): void {
    this.#texts = texts;
    this.#views.clear();
    this.root.replaceChildren();
  }

  draw(turns: readonly Turn[]): void {
    const texts = this.#texts;
    if (!texts) return;
    this.#turns = turns;
    const there = new Set(turns);
    for (const [turn, view] of this.#views) {
      if (there.has(turn)) continue;
      view.root.remove();
      this.#views.delete(turn);
    }
    this.root.querySelector('.welcome')?.remove();
    if (turns.length === 0) this.root.prepend(this.#welcome(texts));
    for (const turn of turns) {
      let view = this.#views.get(turn);
      const isNew = view === undefined;
      if (!view) {
        view = new TurnView(turn, this.host, texts, this.reader, this.actions);
        this.#views.set(turn, view);
        this.root.append(view.root);
      }
      const isLast = turn === turns.at(-1);
      if (isNew || isLast || turn === this.#drawnLast || this.#grown.has(turn)) view.update(isLast);
    }
    this.#drawnLast = turns.at(-1);
  }

  /** @param now instead of with the next frame, which a hidden page does not get. */
  grow(turn: Turn, now: boolean): void {
    this.#grown.add(turn);
    if (now) return this.#drawGrown();
    if (this.#frame !== 0 || this.#timer !== undefined) return;
    const rest = this.#restUntil - performance.now();
    if (rest <= 0) this.#nextFrame();
    else this.#timer = setTimeout(() => this.#nextFrame(), rest);
  }

  #nextFrame(): void {
    this.#timer = undefined;
    this.#frame = requestAnimationFrame(() => this.#drawGrown());
  }

  #drawGrown(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#frame = 0;
    this.#timer = undefined;
    const begun = performance.now();
    for (const turn of this.#grown) this.#views.get(turn)?.update(turn === this.#turns.at(-1));
    this.#grown.clear();
    const drawn = performance.now();
    this.#restUntil = drawn + REST * (drawn - begun);
  }

  #welcome(texts: AllTexts): HTMLElement {
    const box = make('div', { class: 'welcome', part: 'welcome' }, make('h2', {}, texts.greeting));
    for (const question of this.host.questions) {
      const button = make(
        'button',
        { type: 'button', class: 'starter', part: 'starter', dir: 'auto' },
        question,
      );
      button.addEventListener('click', () => this.actions.ask(question));
      box.append(button);
    }
    box.append(make('slot', { name: 'assistant-start' }));
    return box;
  }
}
