// The field for questions. Typed text stays until it is sent, whatever is shown meanwhile.
import { make, setAll } from '../dom.ts';
import { chatIcon } from './icons.ts';
import type { ChatTexts } from './text-types.ts';

export interface ComposerActions {
  ask(question: string): void;
  stop(): void;
}

export class Composer {
  readonly root = make('form', { class: 'composer', part: 'composer' });
  readonly #field = make('textarea', {
    rows: '1',
    part: 'question-input',
    enterkeyhint: 'send',
    dir: 'auto',
  });
  readonly #button = make('button', { class: 'send', part: 'ask-button' });
  #texts: Pick<ChatTexts, 'askButton' | 'stop'> = { askButton: '', stop: '' };
  #isBusy = false;

  constructor(private readonly actions: ComposerActions) {
    this.root.append(this.#field, this.#button);
    this.root.addEventListener('submit', (event) => {
      event.preventDefault();
      if (this.#isBusy) actions.stop();
      else this.#ask();
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!this.#isBusy) this.#ask();
    });
    this.#field.addEventListener('input', () => this.#show());
    this.#show();
  }

  get isEmpty(): boolean {
    return this.#field.value.trim() === '';
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }
  set isBusy(isBusy: boolean) {
    this.#isBusy = isBusy;
    this.#show();
  }

  /** @param draft is used if the field is empty. @param isBeingTyped the next letter follows it. */
  begin(draft: string | undefined, isBeingTyped: boolean): void {
    if (draft !== undefined && (this.isEmpty || isBeingTyped)) {
      this.#field.value = draft;
      if (!isBeingTyped) this.#field.select();
    }
    this.#show();
    this.focus();
  }

  focus(): void {
    this.#field.focus({ preventScroll: true });
  }

  speak(texts: ChatTexts): void {
    this.#texts = texts;
    setAll(this.#field, { placeholder: texts.askPlaceholder, 'aria-label': texts.askPlaceholder });
    this.#show();
  }

  #ask(): void {
    const question = this.#field.value.trim();
    if (question === '') return;
    this.#field.value = '';
    this.#show();
    this.actions.ask(question);
  }

  #show(): void {
    const label = this.#isBusy ? this.#texts.stop : this.#texts.askButton;
    this.#button.replaceChildren(chatIcon(this.#isBusy ? 'stop' : 'send'));
    setAll(this.#button, {
      'aria-label': label,
      title: label,
      'aria-disabled': !this.#isBusy && this.isEmpty ? 'true' : undefined,
    });
  }
}
