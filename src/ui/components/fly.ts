// Motion that shows where a thing came from: what was pressed flies to what it became. Off under reduced motion.
import './fly.css';

/** Milliseconds. */
const FLIGHT = 180;
/** Milliseconds until a departure is forgotten: what opens later is not waited for any more. */
const PATIENCE = 1500;

let departure: { from: DOMRect; at: number } | undefined;

function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Remembers where something was pressed that will open elsewhere. */
export function takeOff(pressed: Element | null): void {
  departure =
    pressed && !isStill() ? { from: pressed.getBoundingClientRect(), at: performance.now() } : undefined;
}

/** The same for each press inside an element. */
export function takesOff(node: HTMLElement): () => void {
  const onclick = (): void => takeOff(node);
  node.addEventListener('click', onclick);
  return () => node.removeEventListener('click', onclick);
}

/** Shows the way from what was pressed to a place. Without a departure nothing happens. */
export function land(to: DOMRect): void {
  const start = departure;
  departure = undefined;
  if (!start || performance.now() - start.at > PATIENCE || to.width === 0) return;
  // What is out of view is flown to at the edge of the window.
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
