// Opens a document of the library next to the chat. It is in the address, so that Back closes it and a reload keeps
// it.
import { takeOff } from '../../components/fly.ts';
import { parseHash, route } from '../../route.svelte.ts';

/** The element focused before a document was opened; it gets the focus back. */
let cameFrom: Element | null = null;

/** A plain click on a document link opens it next to the chat; with a modifier key, the browser decides. */
export function opensBeside(node: HTMLElement): () => void {
  const onclick = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#/library/"]');
    const { item, query } = parseHash(link?.hash ?? '');
    // Connectors are a page of the library, not a document.
    if (item === undefined || item === 'connectors') return;
    event.preventDefault();
    // The quoted passage itself, if the link is the place of one.
    const quoted = link?.closest('.found')?.querySelector('mark, dl') ?? link;
    openBeside(item, query.get('passage') ?? undefined, quoted);
  };
  node.addEventListener('click', onclick);
  return () => node.removeEventListener('click', onclick);
}

export function openBeside(document: string, passage?: string, pressed?: Element | null): void {
  const focused = window.document.activeElement;
  takeOff(pressed ?? focused);
  if (!focused?.closest('.document-panel')) cameFrom = focused;
  route.go('library', document, { ...(passage !== undefined && { passage }), chat: route.item ?? '' });
}

export function closeBeside(): void {
  route.go('chat', route.item);
  if (cameFrom instanceof HTMLElement && cameFrom.isConnected) cameFrom.focus();
}
