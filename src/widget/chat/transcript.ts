// The turns of a conversation, redrawn no more often than the screen; before the first one, questions to begin with.
import { make } from '../dom.ts';
import type { AllTexts, Host, TokensOf } from '../host.ts';
import type { Turn } from './conversation.ts';
import { TurnView, type TurnActions } from './turn-view.ts';

export interface TranscriptActions extends TurnActions {
  ask(question: string): void;
}

export class Transcript {
  readonly root = make('div', { class: 'turns' });
  readonly #views = new Map<Turn, TurnView>();
  readonly #grown = new Set<Turn>();
  #turns: readonly Turn[] = [];
  #texts: AllTexts | undefined;
  #frame = 0;

  constructor(
    private readonly host: Host,
    private readonly tokensOf: TokensOf,
    private readonly actions: TranscriptActions,
  ) {}

  get last(): HTMLElement | undefined {
    const turn = this.#turns.at(-1);
    return turn && this.#views.get(turn)?.root;
  }

  /** All is drawn anew with the next `draw`. */
  speak(texts: AllTexts): void {
    this.#texts = texts;
    this.#views.clear();
    this.root.replaceChildren();
  }

  draw(turns: readonly Turn[]): void {
    const texts = this.#texts;
    if (!texts) return;
    this.#turns = turns;
    for (const [turn, view] of this.#views) {
      if (turns.includes(turn)) continue;
      view.root.remove();
      this.#views.delete(turn);
    }
    this.root.querySelector('.welcome')?.remove();
    if (turns.length === 0) this.root.prepend(this.#welcome(texts));
    for (const turn of turns) {
      let view = this.#views.get(turn);
      if (!view) {
        view = new TurnView(turn, this.host, texts, this.tokensOf, this.actions);
        this.#views.set(turn, view);
        this.root.append(view.root);
      }
      view.update(turn === turns.at(-1));
    }
  }

  /** @param now and not with the next frame, which a hidden page does not get. */
  grow(turn: Turn, now: boolean): void {
    this.#grown.add(turn);
    if (now) this.#drawGrown();
    else this.#frame ||= requestAnimationFrame(() => this.#drawGrown());
  }

  #drawGrown(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    for (const turn of this.#grown) this.#views.get(turn)?.update(turn === this.#turns.at(-1));
    this.#grown.clear();
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
