// The way from a drop of files anywhere in the window to the cases that they were dropped on.

/** An element with this takes files of cases. */
const ATTRIBUTE = 'data-takes-cases';
const DROPPED = 'perilune-cases';

/** Has the element take files of cases; answers what ends that. */
export function takesCases(element: HTMLElement, take: (files: readonly File[]) => void): () => void {
  const ondropped = (event: Event): void => take((event as CustomEvent<readonly File[]>).detail);
  element.setAttribute(ATTRIBUTE, '');
  element.addEventListener(DROPPED, ondropped);
  return () => {
    element.removeAttribute(ATTRIBUTE);
    element.removeEventListener(DROPPED, ondropped);
  };
}

/** @returns whether they were dropped on cases, and are such files. */
export function dropOnCases(over: EventTarget | null | undefined, files: readonly File[]): boolean {
  const pane = over instanceof Element ? over.closest(`[${ATTRIBUTE}]`) : null;
  if (!pane || files.length === 0 || !files.every(({ name }) => /\.json$/i.test(name))) return false;
  pane.dispatchEvent(new CustomEvent(DROPPED, { detail: files }));
  return true;
}
