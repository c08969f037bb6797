// Fills the empty places of a long text: what is asked for at once, what comes into view next, the rest when nobody waits.

/** Drawn around the passage that was asked for, before anything is shown: a screen up and down. */
const AROUND = 6;
/** How far outside of the window a place counts as coming into view. Pixels. */
const AHEAD = 1200;
/** What that may take. Milliseconds. */
const SHOWN = 40;
/** What one idle moment is used for at least; a segment takes about one. Milliseconds. */
const SPELL = 8;
/** Where nothing is ever idle, the next spell comes after so long. Milliseconds. */
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

  /** Fills the place now, and its neighbours while that is quick; the rest follows from there outwards. */
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

  /** A screen may show many places: no more of them at once than the page can stand. */
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

/** Safari has no idle callbacks: there it is a little at a time. */
function whenIdle(work: () => void): number {
  return 'requestIdleCallback' in globalThis
    ? requestIdleCallback(work, { timeout: LATEST })
    : (setTimeout(work, SPELL) as unknown as number);
}

function cancel(id: number): void {
  if ('cancelIdleCallback' in globalThis) cancelIdleCallback(id);
  else clearTimeout(id);
}
