// Elements that take the documents which are dropped on them: elsewhere in the window they go to the library.

export interface DroppedDocuments {
  files: readonly File[];
  /** What could not even be opened. */
  skipped?: readonly { name: string; reason: string }[];
}

type Take = (dropped: DroppedDocuments) => void;

const takers = new WeakMap<Element, Take>();

/** Has the element take them; answers what ends that. */
export function takesDocuments(element: Element, take: Take): () => void {
  takers.set(element, take);
  return () => void takers.delete(element);
}

/** What takes the documents that are dropped here, if it is not the library. */
export function takerUnder(target: EventTarget | null | undefined): Take | undefined {
  let element = target instanceof Element ? target : null;
  while (element && !takers.has(element)) element = element.parentElement;
  return element ? takers.get(element) : undefined;
}
