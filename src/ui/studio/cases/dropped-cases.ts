// Passes files dropped anywhere in the window to the case list under the pointer.

/** Elements with this attribute accept files of cases. */
const ATTRIBUTE = 'data-takes-cases';
const DROPPED = 'perilune-cases';

/** Makes the element accept files of cases; returns a function that stops. */
export function takesCases(element: HTMLElement, take: (files: readonly File[]) => void): () => void {
  const ondropped = (event: Event): void => take((event as CustomEvent<readonly File[]>).detail);
  element.setAttribute(ATTRIBUTE, '');
  element.addEventListener(DROPPED, ondropped);
  return () => {
    element.removeAttribute(ATTRIBUTE);
    element.removeEventListener(DROPPED, ondropped);
  };
}

/** @returns whether these are case files dropped on a case list. */
export function dropOnCases(over: EventTarget | null | undefined, files: readonly File[]): boolean {
  const pane = over instanceof Element ? over.closest(`[${ATTRIBUTE}]`) : null;
  if (!pane || files.length === 0 || !files.every(({ name }) => /\.json$/i.test(name))) return false;
  pane.dispatchEvent(new CustomEvent(DROPPED, { detail: files }));
  return true;
}
