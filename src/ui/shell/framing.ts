// The app inside of another page: it does not start there, because that page could steal clicks. Loaded only there.
import { FRAME_ANCESTORS, mayBeFramedBy } from '../../core/framing.ts';

/** Starts the app when its own settings allow the pages around it; otherwise says why it doesn't start. */
export function startFramed(root: HTMLElement, start: (root: HTMLElement) => void): void {
  if (mayRunHere()) start(root);
  else showOwnWindow(root);
}

function mayRunHere(): boolean {
  const allowed = document.querySelector<HTMLMetaElement>(`meta[name="${FRAME_ANCESTORS}"]`)?.content ?? '';
  return mayBeFramedBy(ancestors(), allowed);
}

/** Firefox does not list them: there it is the page right around, where that is the only one and told us who it is. */
function ancestors(): string[] | undefined {
  const { ancestorOrigins } = location as { ancestorOrigins?: DOMStringList };
  if (ancestorOrigins) return [...ancestorOrigins];
  if (window.parent !== window.top || !URL.canParse(document.referrer)) return undefined;
  return [new URL(document.referrer).origin];
}

/** Says so instead of the app, with a way to it. */
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
