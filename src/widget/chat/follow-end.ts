// Keeps the end of a growing conversation in view until the visitor scrolls up.

/** Pixels from the end that still count as the end: subpixel layout and some slack. */
const SLACK = 32;

export class FollowEnd {
  #follows = true;
  #lastTop = 0;
  readonly #grown = new ResizeObserver(() => this.#keep());

  /** @param changed called with whether the end is being followed. */
  constructor(
    private readonly scroller: HTMLElement,
    content: HTMLElement,
    private readonly changed: (follows: boolean) => void,
  ) {
    this.#grown.observe(scroller);
    this.#grown.observe(content);
    scroller.addEventListener('scroll', () => this.#scrolled(), { passive: true });
  }

  toEnd(): void {
    this.#set(true);
    this.#keep();
  }

  /** An answer that arrives immediately is read from its start. */
  toTopOf(element: HTMLElement): void {
    this.#set(false);
    const top = element.getBoundingClientRect().top - this.scroller.getBoundingClientRect().top;
    this.#lastTop = this.scroller.scrollTop += top - 8;
    if (this.#left < SLACK) this.#set(true);
  }

  stop(): void {
    this.#grown.disconnect();
  }

  /** Pixels to the end. */
  get #left(): number {
    const { scrollHeight, scrollTop, clientHeight } = this.scroller;
    return scrollHeight - scrollTop - clientHeight;
  }

  #keep(): void {
    if (this.#follows) this.scroller.scrollTop = this.scroller.scrollHeight;
    else if (this.#left <= 1) this.#set(true);
  }

  #scrolled(): void {
    const { scrollTop } = this.scroller;
    const isUp = scrollTop < this.#lastTop - 1;
    this.#lastTop = scrollTop;
    // A wheel turn begins with a few pixels: they count, or growing content would undo them.
    if (isUp && this.#left > 1) this.#set(false);
    else if (this.#left < SLACK) this.#set(true);
  }

  #set(follows: boolean): void {
    if (follows === this.#follows) return;
    this.#follows = follows;
    this.changed(follows);
  }
}
