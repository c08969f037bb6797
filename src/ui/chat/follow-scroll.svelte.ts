// Keeps the end of a growing conversation in sight, until the user scrolls up.
//
// - An answer found by search is read from its start: its question is brought to the top instead.
// - Scrolling back down to the end, or `toEnd`, takes the following up again.

/** Pixels from the end that still count as the end: subpixel layout and a touch of slack. */
const SLACK = 32;

export class FollowScroll {
  #following = $state(true);
  #node: HTMLElement | undefined;
  #lastTop = 0;
  /** Stays at the top while what is below it grows, until the user scrolls. */
  #top = $state.raw<Element>();
  /** What is shown is read from its start: nothing is followed until `toEnd`. */
  #fromStart = false;

  /** False while the user looks at something further up. */
  get following(): boolean {
    return this.#following;
  }

  /** The end is out of sight, and what is in sight was not brought there for being read. */
  get away(): boolean {
    return !this.#following && this.#top === undefined;
  }

  /** For `{@attach}` on the scrolling element; its first child is what grows. */
  attach = (node: HTMLElement): (() => void) => {
    this.#node = node;
    const grown = new ResizeObserver(() => this.#keep());
    grown.observe(node);
    if (node.firstElementChild) grown.observe(node.firstElementChild);
    const onscroll = (): void => this.#scrolled(node);
    // The wheel moves the page over several frames. Where each of them grows too, following would undo every step.
    const onwheel = ({ deltaY, ctrlKey }: WheelEvent): void => {
      if (deltaY < 0 && !ctrlKey && node.scrollTop > 0) this.#following = false;
      this.#top = undefined;
    };
    node.addEventListener('scroll', onscroll, { passive: true });
    node.addEventListener('wheel', onwheel, { passive: true });
    return () => {
      grown.disconnect();
      node.removeEventListener('wheel', onwheel);
      node.removeEventListener('scroll', onscroll);
      this.#node = undefined;
    };
  };

  toEnd(): void {
    this.#fromStart = false;
    this.#top = undefined;
    this.#following = true;
    this.#keep();
  }

  /** Something is being looked at: it stays where it is. */
  hold(): void {
    this.#top = undefined;
    this.#following = false;
  }

  /** What is not a conversation is read from its start. */
  toStart(): void {
    this.#fromStart = true;
    if (!this.#node) return;
    this.#top = undefined;
    this.#following = false;
    this.#lastTop = this.#node.scrollTop = 0;
  }

  /** Brings an element to the top and stays there. */
  toTopOf(element: Element | undefined): void {
    this.#top = element;
    this.#keep();
  }

  #keep(): void {
    if (!this.#node) return;
    if (this.#top?.isConnected) {
      this.#top.scrollIntoView({ block: 'start' });
      this.#lastTop = this.#node.scrollTop;
      this.#following = left(this.#node) < SLACK;
    } else if (this.#following) {
      this.#node.scrollTop = this.#node.scrollHeight;
      this.#lastTop = this.#node.scrollTop;
      // A text that gets shorter can bring its end into view by itself: only one that fits has nothing to follow.
    } else if (this.#node.scrollHeight <= this.#node.clientHeight) this.#following = !this.#fromStart;
  }

  #scrolled(node: HTMLElement): void {
    const moved = node.scrollTop - this.#lastTop;
    this.#lastTop = node.scrollTop;
    if (Math.abs(moved) > 1) this.#top = undefined;
    // A turn of the wheel begins with a few pixels: they count, or what grows meanwhile would undo them.
    if (moved < -1 && left(node) > 1) this.#following = false;
    else if (moved > 0 && left(node) < SLACK) this.#following = !this.#fromStart;
  }
}

/** Pixels to the end. */
function left({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
