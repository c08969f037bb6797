// Dragging by touch. A long press on a draggable element, or a pull at a handle with `touch-action: none`, sends the
// same drag events as a mouse. Only some browsers do so themselves.

/** Milliseconds of a long press; browsers with touch dragging of their own take longer. */
const HOLD = 300;
/** Pixels a finger may move before a press counts as scrolling. */
const TREMBLE = 8;
/** Pixels from a list's edge in which it scrolls, and the distance per frame. */
const EDGE = 48;
const SCROLL_STEP = 10;

interface Point {
  clientX: number;
  clientY: number;
}

/** @returns a function that removes the listeners */
export function dragByTouch(): () => void {
  let waiting: { source: Element; from: Point; timer: ReturnType<typeof setTimeout> } | undefined;
  let drag: TouchDrag | undefined;

  const stopWaiting = (): void => {
    clearTimeout(waiting?.timer);
    waiting = undefined;
  };
  const lift = (source: Element, at: Point): void => {
    stopWaiting();
    drag = TouchDrag.lift(source, at);
  };
  const end = (dropped: boolean): void => {
    stopWaiting();
    drag?.end(dropped);
    drag = undefined;
  };
  const onStart = ({ touches, target }: TouchEvent): void => {
    const [touch] = touches;
    if (touches.length > 1) return end(false);
    const source = target instanceof Element ? sourceOf(target) : undefined;
    if (!touch || !source) return;
    const from = pointOf(touch);
    waiting = { source, from, timer: setTimeout(() => lift(source, from), HOLD) };
  };
  const onMove = (event: TouchEvent): void => {
    const [touch] = event.touches;
    if (!touch) return;
    if (waiting && distance(waiting.from, touch) > TREMBLE) {
      if (isHandle(event.target)) lift(waiting.source, waiting.from);
      else stopWaiting();
    }
    if (!drag) return;
    event.preventDefault();
    drag.move(pointOf(touch));
  };
  const onEnd = (event: TouchEvent): void => {
    // A dragged element must not be clicked as well.
    if (drag) event.preventDefault();
    end(true);
  };
  const onNativeDrag = (event: Event): void => {
    if (!event.isTrusted) return;
    if (drag) event.preventDefault();
    else stopWaiting();
  };
  const onMenu = (event: Event): void => {
    if (drag ?? waiting) event.preventDefault();
  };

  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('touchstart', onStart, { passive: true, signal });
  // Registered before any touch: Safari ignores later listeners when it decides whether to scroll.
  document.addEventListener('touchmove', onMove, { passive: false, signal });
  document.addEventListener('touchend', onEnd, { passive: false, signal });
  document.addEventListener('touchcancel', () => end(false), { signal });
  document.addEventListener('dragstart', onNativeDrag, { capture: true, signal });
  document.addEventListener('contextmenu', onMenu, { capture: true, signal });
  return () => {
    end(false);
    listening.abort();
  };
}

/** A drag from start to drop, sent to the elements as drag events. */
class TouchDrag {
  readonly #source: Element;
  readonly #data: DataTransfer;
  readonly #ghost: HTMLElement;
  #at: Point;
  #over: Element | undefined;
  #taken = false;
  #frame = 0;

  /** @returns undefined when the source refuses to be dragged */
  static lift(source: Element, at: Point): TouchDrag | undefined {
    const data = new DataTransfer();
    if (!send(source, 'dragstart', at, data)) return undefined;
    return new TouchDrag(source, at, data);
  }

  private constructor(source: Element, at: Point, data: DataTransfer) {
    this.#source = source;
    this.#data = data;
    this.#at = at;
    this.#ghost = ghostOf(source);
    this.#follow();
  }

  move(at: Point): void {
    this.#at = at;
  }

  end(dropped: boolean): void {
    cancelAnimationFrame(this.#frame);
    if (dropped) this.#look();
    this.#ghost.remove();
    if (this.#over) {
      if (dropped && this.#taken) send(this.#over, 'drop', this.#at, this.#data);
      else send(this.#over, 'dragleave', this.#at, this.#data);
    }
    send(this.#source, 'dragend', this.#at, this.#data);
  }

  /** On each frame: lists scroll, so the element under the finger changes even while the finger rests. */
  #follow = (): void => {
    const { clientX, clientY } = this.#at;
    this.#ghost.style.translate = `${clientX - 16}px ${clientY - 16}px`;
    this.#look();
    // Over an element that does not scroll, such as a bar at the window's edge, scrolls the source list.
    if (!scrollNear(this.#over, clientY)) scrollNear(this.#source, clientY);
    this.#frame = requestAnimationFrame(this.#follow);
  };

  #look(): void {
    const over = document.elementFromPoint(this.#at.clientX, this.#at.clientY) ?? undefined;
    const before = this.#over;
    this.#over = over;
    if (over !== before) {
      if (over) send(over, 'dragenter', this.#at, this.#data, before);
      if (before) send(before, 'dragleave', this.#at, this.#data, over);
    }
    this.#taken = over !== undefined && !send(over, 'dragover', this.#at, this.#data);
  }
}

/** @returns false when a listener prevented the default: it refuses a `dragstart`, or accepts a `dragover`. */
function send(to: Element, type: string, at: Point, dataTransfer: DataTransfer, relatedTarget?: Element) {
  const init = { ...at, dataTransfer, relatedTarget: relatedTarget ?? null };
  return to.dispatchEvent(new DragEvent(type, { ...init, bubbles: true, cancelable: true, composed: true }));
}

/** The element that a press here drags. Buttons and fields inside it keep their own presses. */
function sourceOf(target: Element): Element | undefined {
  const source = target.closest('[draggable="true"]');
  const control = target.closest('button, input, select, textarea');
  const inside = control !== null && control !== source && source?.contains(control);
  return source && !inside ? source : undefined;
}

function isHandle(target: EventTarget | null): boolean {
  for (let node = target instanceof Element ? target : null; node; node = node.parentElement) {
    if (getComputedStyle(node).touchAction === 'none') return true;
    if (node.getAttribute('draggable') === 'true') return false;
  }
  return false;
}

function ghostOf(source: Element): HTMLElement {
  const ghost = document.createElement('div');
  const copy = source.cloneNode(true) as Element;
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id');
  ghost.append(copy);
  ghost.setAttribute('aria-hidden', 'true');
  ghost.inert = true;
  const width = `${Math.min(source.getBoundingClientRect().width, 320)}px`;
  const look = { position: 'fixed', inset: '0 auto auto 0', width, zIndex: '1000', opacity: '0.8' };
  Object.assign(ghost.style, look, { pointerEvents: 'none', background: 'var(--surface)' });
  document.body.append(ghost);
  return ghost;
}

/** @returns whether it is inside a scrollable element */
function scrollNear(place: Element | undefined, y: number): boolean {
  let found = false;
  for (let node = place; node; node = node.parentElement ?? undefined) {
    const { overflowY } = getComputedStyle(node);
    const scrolls = overflowY === 'auto' || overflowY === 'scroll';
    if (!scrolls || node.scrollHeight <= node.clientHeight) continue;
    found = true;
    const { top, bottom } = node.getBoundingClientRect();
    const before = node.scrollTop;
    // For an edge beyond the window, the window's edge counts.
    if (y < Math.max(top, 0) + EDGE) node.scrollTop -= SCROLL_STEP;
    else if (y > Math.min(bottom, innerHeight) - EDGE) node.scrollTop += SCROLL_STEP;
    if (node.scrollTop !== before) break;
  }
  return found;
}

function pointOf({ clientX, clientY }: Point): Point {
  return { clientX, clientY };
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
}
