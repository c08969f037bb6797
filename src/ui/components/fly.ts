// Animates a pressed element to the place that it opened, to show where that came from. Off under reduced motion.
import './fly.css';

/** Milliseconds. */
const FLIGHT = 180;
/** Milliseconds until a departure is forgotten. A place that opens later gets no animation. */
const PATIENCE = 1500;

let departure: { from: DOMRect; at: number } | undefined;

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Remembers where an element was pressed that opens something elsewhere. */
export function takeOff(pressed: Element | null): void {
  departure =
    pressed && !isStill() ? { from: pressed.getBoundingClientRect(), at: performance.now() } : undefined;
}

/** Does the same for each press inside an element. */
export function takesOff(node: HTMLElement): () => void {
  const onclick = (): void => takeOff(node);
  node.addEventListener('click', onclick);
  return () => node.removeEventListener('click', onclick);
}

/** Animates from the pressed element to a place. Does nothing without a departure. */
export function land(to: DOMRect): void {
  const start = departure;
  departure = undefined;
  if (!start || performance.now() - start.at > PATIENCE || to.width === 0) return;
  // If the target is out of view, the animation ends at the edge of the window.
  const height = Math.min(to.height, innerHeight / 2);
  const top = Math.max(0, Math.min(to.top, innerHeight - height));
  const { from } = start;
  const ghost = document.createElement('div');
  ghost.className = 'flying';
  ghost.ariaHidden = 'true';
  Object.assign(ghost.style, {
    left: `${to.left}px`,
    top: `${top}px`,
    width: `${to.width}px`,
    height: `${height}px`,
  });
  document.body.append(ghost);
  const away = `translate(${from.left - to.left}px, ${from.top - top}px) scale(${from.width / to.width}, ${from.height / height})`;
  ghost
    .animate(
      [{ transform: away, opacity: 0.9 }, { transform: 'none', opacity: 0.5, offset: 0.8 }, { opacity: 0 }],
      {
        duration: FLIGHT,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      },
    )
    .finished.finally(() => ghost.remove())
    .catch(() => undefined);
}
