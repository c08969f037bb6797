// The rendered part of a long conversation: its end, and more as the reader scrolls up.
//
// - Rendered messages stay. The browser keeps the scroll position; where it does not, this does.
// - Everything is rendered in steps before the browser's own search or printing.

/** Messages rendered at first and per step of scrolling. */
const AT_ONCE = 30;
/** Messages per frame when rendering all of them. */
const STEP = 60;
/** Distance from the top at which the next ones are rendered. */
const AHEAD = '1500px';

export class EarlierMessages {
  readonly #count: () => number;
  /** Counted from the end of the conversation when it was opened. */
  #first = $state<number>();
  #wantsAll = false;

  /** @param count returns the number of messages */
  constructor(count: () => number) {
    this.#count = count;
  }

  /** Index of the first rendered message. */
  get first(): number {
    const count = this.#count();
    return Math.min(this.#first ?? endOf(count), endOf(count));
  }

  showMore(): void {
    this.#first = Math.max(0, this.first - AT_ONCE);
  }

  /** Renders a message, and some before it. */
  reach(index: number): void {
    this.#first = Math.max(0, Math.min(this.first, index - 4));
  }

  showAll(): void {
    this.#wantsAll = true;
    this.#step();
  }

  /** For `{@attach}` on the placeholder of earlier messages, at the top. */
  attach = (node: HTMLElement): (() => void) => {
    const scroller = node.closest('[role=log]');
    const near = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting) || !scroller) return;
        this.#first ??= this.first;
        const anchored = CSS.supports('overflow-anchor', 'auto') && scroller.scrollTop > 0;
        const below = scroller.scrollHeight - scroller.scrollTop;
        this.showMore();
        requestAnimationFrame(() => {
          if (!anchored) scroller.scrollTop = scroller.scrollHeight - below;
          // The observer only reports changes: observe again, in case there is room for more.
          near.unobserve(node);
          near.observe(node);
        });
      },
      { root: scroller, rootMargin: `${AHEAD} 0px 0px` },
    );
    near.observe(node);
    return () => near.disconnect();
  };

  #step(): void {
    if (!this.#wantsAll || this.first === 0) return;
    this.#first = Math.max(0, this.first - STEP);
    requestAnimationFrame(() => this.#step());
  }
}

function endOf(count: number): number {
  return Math.max(0, count - AT_ONCE);
}
