// The app inside another page: it does not start, because that page could steal clicks. Loaded only there.
import { FRAME_ANCESTORS, mayBeFramedBy } from '../../core/framing.ts';

/** Starts the app if its settings allow the pages around it; otherwise explains why not. */
export function startFramed(root: HTMLElement, start: (root: HTMLElement) => void): void {
  if (mayRunHere()) start(root);
  else showOwnWindow(root);
}

function mayRunHere(): boolean {
  const allowed = document.querySelector<HTMLMetaElement>(`meta[name="${FRAME_ANCESTORS}"]`)?.content ?? '';
  return mayBeFramedBy(ancestors(), allowed);
}

/** Firefox does not list ancestors: there, only a single parent that sent a referrer is known. */
function ancestors(): string[] | undefined {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList };
  if (ancestorOrigins) return [...ancestorOrigins];
  if (window.parent !== window.top || !URL.canParse(document.referrer)) return undefined;
  return [new URL(document.referrer).origin];
}

/** Shows an explanation instead of the app, with a link to it. */
function showOwnWindow(root: HTMLElement): void {
  const box = document.createElement('main');
  box.className = 'framed';
  const said = document.createElement('p');
  said.textContent = 'Perilune doesn’t run inside another page, because that page could steal your clicks.';
  const link = document.createElement('a');
  link.href = location.href;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = 'Open Perilune in its own tab';
  box.append(said, link);
  root.replaceChildren(box);
}
