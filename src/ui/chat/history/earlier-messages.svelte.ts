// How much of a long conversation is on the screen: its end, and more as the reader scrolls up.
//
// - What was put there stays. The browser keeps the place of what is being read; where it does not, this does.
// - All of it is put there, a few at a time, before the browser's own search or a print.

/** Messages that are there from the beginning, and that come at once. */
const AT_ONCE = 30;
/** A step on the way to all of them: within a frame. */
const STEP = 60;
/** How far before its top the next ones are made. */
const AHEAD = '1500px';

export class EarlierMessages {
  readonly #count: () => number;
  /** From the end of the conversation as it was when it was opened. */
  #first = $state<number>();
  #wantsAll = false;

  /** @param count how many messages there are */
  constructor(count: () => number) {
    this.#count = count;
  }

  /** The place of the first message that is shown. */
  get first(): number {
    const count = this.#count();
    return Math.min(this.#first ?? endOf(count), endOf(count));
  }

  showMore(): void {
    this.#first = Math.max(0, this.first - AT_ONCE);
  }

  /** Shows a message, with some before it. */
  reach(index: number): void {
    this.#first = Math.max(0, Math.min(this.first, index - 4));
  }

  showAll(): void {
    this.#wantsAll = true;
    this.#step();
  }

  /** For `{@attach}` on what stands for the earlier ones, at the top. */
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
          // The observer tells of changes only: it is asked anew whether there is room for more.
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
