// Elements that receive documents dropped on them; elsewhere in the window, documents go to the library.

export interface DroppedDocuments {
  files: readonly File[];
  /** Files that could not even be opened. */
  skipped?: readonly { name: string; reason: string }[];
  /** What they are called; absent: as their files. */
  title?: string;
}

type Take = (dropped: DroppedDocuments) => void;

const takers = new WeakMap<Element, Take>();

/** Makes the element receive them; returns a function that stops. */
export function takesDocuments(element: Element, take: Take): () => void {
  takers.set(element, take);
  return () => void takers.delete(element);
}

/** Returns the receiver of documents dropped here, if it is not the library. */
export function takerUnder(target: EventTarget | null | undefined): Take | undefined {
  let element = target instanceof Element ? target : null;
  while (element && !takers.has(element)) element = element.parentElement;
  return element ? takers.get(element) : undefined;
}
