// A list operated from a field: one row is active, arrow keys wrap around, and pointer and keys share the active row.
import { make, setAll } from './dom.ts';
import type { Option } from './options.ts';

export interface OptionActions {
  /** @param click by pointer; without one it was Enter. */
  choose(option: Option, newTab: boolean, click?: MouseEvent): void;
  /** Shift+Delete on a row. */
  remove(option: Option): void;
}

export class OptionList {
  readonly root = make('div', { id: 'list', role: 'listbox', part: 'list' });
  #options: readonly Option[] = [];
  #active = -1;
  /** Home and End move the text cursor until the arrow keys have entered the list. */
  #isInside = false;

  /** @param field the combobox. @param scroller the list's scroll container. */
  constructor(
    private readonly field: HTMLElement,
    private readonly scroller: HTMLElement,
    private readonly actions: OptionActions,
  ) {
    setAll(field, { role: 'combobox', 'aria-autocomplete': 'list', 'aria-controls': 'list' });
    field.addEventListener('keydown', (event) => this.#press(event));
    this.root.addEventListener('click', (event) => this.#click(event));
    this.root.addEventListener('pointermove', (event) => {
      const index = this.#indexOf(event);
      if (index >= 0 && index !== this.#active) this.#activate(index);
    });
  }

  get options(): readonly Option[] {
    return this.#options;
  }

  /**
   * @param first makes the first row active immediately. Without rows, the list counts as collapsed for assistive
   *   technology.
   */
  offer(options: readonly Option[], groups: readonly HTMLElement[], first = true): void {
    this.root.replaceChildren(...groups);
    this.#options = options;
    options.forEach(({ element }, index) => (element.id = `option-${index}`));
    setAll(this.field, { 'aria-expanded': String(options.length > 0) });
    this.#isInside = false;
    this.#active = -1;
    this.#activate(first && options.length > 0 ? 0 : -1);
  }

  positionOf(option: Option): number {
    return this.#options.indexOf(option) + 1;
  }

  #activate(index: number): void {
    this.#options[this.#active]?.element.removeAttribute('aria-selected');
    const next = this.#options[index]?.element;
    this.#active = next ? index : -1;
    setAll(this.field, { 'aria-activedescendant': next?.id });
    next?.setAttribute('aria-selected', 'true');
  }

  #press(event: KeyboardEvent): void {
    if (event.isComposing) return;
    const last = this.#options.length - 1;
    const option = this.#options[this.#active];
    if (event.key === 'Enter' && option) {
      event.preventDefault();
      this.actions.choose(option, event.ctrlKey || event.metaKey);
    } else if (event.key === 'Delete' && event.shiftKey && option?.search !== undefined) {
      event.preventDefault();
      this.actions.remove(option);
    } else if (last < 0) return;
    else if (event.key === 'ArrowDown') this.#go(event, this.#active >= last ? 0 : this.#active + 1);
    else if (event.key === 'ArrowUp') this.#go(event, this.#active <= 0 ? last : this.#active - 1);
    else if (event.key === 'Home' && this.#isInside) this.#go(event, 0);
    else if (event.key === 'End' && this.#isInside) this.#go(event, last);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') this.#isInside = false;
  }

  #go(event: Event, index: number): void {
    event.preventDefault();
    this.#isInside = true;
    this.#activate(index);
    // Also shows the heading above the first row.
    if (index === 0) this.scroller.scrollTop = 0;
    else this.#options[index]?.element.scrollIntoView({ block: 'nearest' });
  }

  #click(event: MouseEvent): void {
    const option = this.#options[this.#indexOf(event)];
    if (!option) return;
    // Combinations with Control, Shift or Alt belong to the browser.
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (isPlain || !option.destination) event.preventDefault();
    this.actions.choose(option, !isPlain, event);
  }

  #indexOf(event: Event): number {
    const row = event.target instanceof Element && event.target.closest('[role=option]');
    return this.#options.findIndex(({ element }) => element === row);
  }
}
