// Fills the empty placeholders of a long text: requested ones immediately, then those scrolled into view, the rest when
// idle.

/** Number of neighbours filled before the requested passage is shown: a screen up and down. */
const AROUND = 6;
/** Distance in pixels outside the window at which a placeholder counts as coming into view. */
const AHEAD = 1200;
/** Time limit for that, in milliseconds. */
const SHOWN = 40;
/** Minimum length of an idle period to use, in milliseconds; a segment takes about one. */
const SPELL = 8;
/** Without idle callbacks, the pause between two periods of work, in milliseconds. */
const LATEST = 200;

export class GradualFiller {
  readonly #places: readonly HTMLElement[];
  readonly #indexes = new Map<Element, number>();
  readonly #fill: (index: number) => void;
  readonly #empty = new Set<number>();
  readonly #watch: IntersectionObserver;
  readonly #urgent = new Set<number>();
  #idle: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param fill puts the segment into its place; called once for each. */
  constructor(places: readonly HTMLElement[], fill: (index: number) => void) {
    this.#places = places;
    this.#fill = fill;
    this.#watch = new IntersectionObserver((entries) => this.#onView(entries), {
      rootMargin: `${AHEAD}px 0px`,
    });
    places.forEach((place, index) => {
      this.#empty.add(index);
      this.#indexes.set(place, index);
      this.#watch.observe(place);
    });
  }

  /** Fills a placeholder now, and its neighbours within the time limit; the rest follows outwards from there. */
  show(index: number): void {
    const end = performance.now() + SHOWN;
    this.#take(index);
    for (let distance = 1; distance <= AROUND; distance++) {
      for (const at of [index + distance, index - distance]) {
        if (performance.now() < end) this.#take(at);
        else this.#urgent.add(at);
      }
    }
    this.#soon();
    const rest = [...this.#empty].sort((a, b) => Math.abs(a - index) - Math.abs(b - index));
    this.#empty.clear();
    for (const each of rest) this.#empty.add(each);
    this.#later();
  }

  /** Fills what comes into view, and the rest in order. */
  start(): void {
    this.#later();
  }

  stop(): void {
    this.#watch.disconnect();
    if (this.#idle !== undefined) cancel(this.#idle);
    clearTimeout(this.#timer);
    this.#empty.clear();
    this.#urgent.clear();
  }

  #onView(entries: IntersectionObserverEntry[]): void {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting) this.#urgent.add(this.#indexes.get(target) ?? -1);
    }
    this.#fillUrgent();
  }

  /** A screen can show many placeholders, so their number at once is limited. */
  #fillUrgent(): void {
    const end = performance.now() + SPELL;
    for (const index of this.#urgent) {
      this.#urgent.delete(index);
      this.#take(index);
      if (performance.now() > end) break;
    }
    this.#soon();
  }

  #soon(): void {
    if (this.#timer !== undefined || this.#urgent.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#fillUrgent();
    });
  }

  #take(index: number): void {
    if (!this.#empty.delete(index)) return;
    const place = this.#places[index];
    if (!place) return;
    this.#watch.unobserve(place);
    this.#fill(index);
  }

  #later(): void {
    if (this.#idle !== undefined || this.#empty.size === 0) return;
    this.#idle = whenIdle(() => {
      this.#idle = undefined;
      const end = performance.now() + SPELL;
      for (const index of this.#empty) {
        this.#take(index);
        if (performance.now() > end) break;
      }
      this.#later();
    });
  }
}

/** Safari has no idle callbacks, so a short timer replaces them. */
function whenIdle(work: () => void): number {
  return 'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: LATEST })
    : (setTimeout(work, SPELL) as unknown as number);
}

function cancel(id: number): void {
  if ('cancelIdleCallback' in globalThis) cancelIdleCallback(id);
  else clearTimeout(id);
}
