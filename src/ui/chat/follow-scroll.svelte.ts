// Keeps the end of a growing conversation in view until the user scrolls up.
//
// - A search answer is read from its start: its question is scrolled to the top instead.
// - Scrolling back to the end, or `toEnd`, resumes following.

/** Pixels from the end that still count as the end: subpixel layout and some slack. */
const SLACK = 32;

export class FollowScroll {
  #following = $state(true);
  #node: HTMLElement | undefined;
  #lastTop = 0;
  /** An element kept at the top while the content below grows, until the user scrolls. */
  #top = $state.raw<Element>();
  /** The content is read from its start: nothing is followed until `toEnd`. */
  #fromStart = false;

  /** False while the user reads further up. */
  get following(): boolean {
    return this.#following;
  }

  /** The end is out of view, and the current position was chosen by the user. */
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
    // The wheel scrolls over several frames. While content grows, following would undo every step.
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

  /** The user looks at something: stop following. */
  hold(): void {
    this.#top = undefined;
    this.#following = false;
  }

  /** Content other than a conversation is read from its start. */
  toStart(): void {
    this.#fromStart = true;
    if (!this.#node) return;
    this.#top = undefined;
    this.#following = false;
    this.#lastTop = this.#node.scrollTop = 0;
  }

  /** Scrolls an element to the top and stays there. */
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
      // When a text shrinks, its end may come into view without scrolling: only content that fits has nothing to
      // follow.
    } else if (this.#node.scrollHeight <= this.#node.clientHeight) this.#following = !this.#fromStart;
  }

  #scrolled(node: HTMLElement): void {
    const moved = node.scrollTop - this.#lastTop;
    this.#lastTop = node.scrollTop;
    if (Math.abs(moved) > 1) this.#top = undefined;
    // A wheel turn begins with a few pixels: they count, or growing content would undo them.
    if (moved < -1 && left(node) > 1) this.#following = false;
    else if (moved > 0 && left(node) < SLACK) this.#following = !this.#fromStart;
  }
}

/** Pixels to the end. */
function left({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}
