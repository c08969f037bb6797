// Where the user is: a hash route, so that deep links work on any static host and offline.

export type Screen = 'chat' | 'library' | 'studio' | 'runs' | 'profiles' | 'settings';
const SCREENS: readonly Screen[] = ['chat', 'library', 'studio', 'runs', 'profiles', 'settings'];

export interface Location {
  screen: Screen;
  /** What is open on the screen: a conversation, a document, a tool's name, a run. */
  item: string | undefined;
  query: URLSearchParams;
}

/**
 * Reads `#/library/ID?passage=3`; anything unknown is the chat. `&chat=ID` says that the document is read beside that chat, or
 * beside the new one: it is the chat then, with `document` in its query.
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

/** A mistyped address is no reason to fail: what cannot be decoded is taken as it stands. */
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
  // Derived, so that opening an item does not look like a change of screen to those who read only the screen.
  readonly #screen = $derived(this.#location.screen);
  readonly #item = $derived(this.#location.item);

  constructor() {
    addEventListener('hashchange', () => this.#read());
  }

  /** Once for each address: the browser tells of a change only after what is typed next. */
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

  /** Changes the address without a step in the history, as when a new chat gets its id. */
  replace(screen: Screen, item?: string, query?: URLSearchParams): void {
    history.replaceState(null, '', hrefOf(screen, item, query));
    this.#read();
  }
}

export const route = new Route();
