// The current location: a hash route, so that deep links work on any static host and offline.

export type Screen = 'chat' | 'library' | 'studio' | 'runs' | 'profiles' | 'settings';
const SCREENS: readonly Screen[] = ['chat', 'library', 'studio', 'runs', 'profiles', 'settings'];

export interface Location {
  screen: Screen;
  /** What is open: a conversation, a document, a tool's name, a run. */
  item: string | undefined;
  query: URLSearchParams;
}

/**
 * Parses `#/library/ID?passage=3`; anything unknown is the chat. `&chat=ID` opens the document next to that chat, or
 * next to a new one: the screen is then the chat, with `document` in its query.
 */
export function parseHash(hash: string): Location {
  const [path = '', rest = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name = '', part] = path.split('/', 2);
  const screen = SCREENS.find((known) => known === name) ?? 'chat';
  const item = part ? decoded(part) : undefined;
  const query = new URLSearchParams(rest);
  const chat = query.get('chat');
  if (screen !== 'library' || item === undefined || chat === null) return { screen, item, query };
  query.delete('chat');
  query.set('document', item);
  return { screen: 'chat', item: chat || undefined, query };
}

/** A mistyped address must not fail: undecodable text is used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function hrefOf(
  screen: Screen,
  item?: string,
  query: Record<string, string> | URLSearchParams = {},
): string {
  const search = new URLSearchParams(query).toString();
  return `#/${screen}${item ? `/${encodeURIComponent(item)}` : ''}${search ? `?${search}` : ''}`;
}

class Route {
  #hash = location.hash;
  #location = $state.raw(parseHash(this.#hash));
  // Derived, so that opening an item does not notify readers of the screen alone.
  readonly #screen = $derived(this.#location.screen);
  readonly #item = $derived(this.#location.item);

  constructor() {
    addEventListener('hashchange', () => this.#read());
  }

  /** Once per address: the browser's event comes only after further input. */
  #read(): void {
    if (location.hash !== this.#hash) this.#location = parseHash((this.#hash = location.hash));
  }

  get screen(): Screen {
    return this.#screen;
  }

  get item(): string | undefined {
    return this.#item;
  }

  get query(): URLSearchParams {
    return this.#location.query;
  }

  go(screen: Screen, item?: string, query?: Record<string, string>): void {
    location.hash = hrefOf(screen, item, query);
    this.#read();
  }

  /** Changes the address without a history entry, for instance when a new chat gets its id. */
  replace(screen: Screen, item?: string, query?: URLSearchParams): void {
    history.replaceState(null, '', hrefOf(screen, item, query));
    this.#read();
  }
}

export const route = new Route();
