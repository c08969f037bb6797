// The state of the palette: what is typed, what fits it, which entry is marked.
//
// - Commands, chats and tools answer at once; passages come from the library, a moment after the last key.
// - An answer for words that have changed since is dropped.
import type { App } from '../../app.ts';
import type { SearchHit } from '../../core/document.ts';
import { isAbort } from '../../core/errors.ts';
import type { Chats } from '../chat/chats.svelte.ts';
import { route } from '../route.svelte.ts';
import { rank, type PaletteEntry } from './palette-ranking.ts';
import { recentEntries, rememberEntry } from './recent-entries.ts';
import { shortcuts } from './shortcuts.svelte.ts';
import type { ThemeSwitch } from './theme-switch.svelte.ts';

/** Shorter than the pause between two words, longer than between two keys. */
const DEBOUNCE_MS = 80;
const PASSAGES = 8;
/** With nothing typed: enough to see what there is, without scrolling. */
const AT_FIRST = 12;
const MOST = 8;

export type Kind = 'command' | 'chat' | 'tool' | 'passage';

export interface Choice extends PaletteEntry {
  kind: Kind;
  run(): void;
}

export interface Row {
  choice: Choice;
  marks: [number, number][];
  hit?: SearchHit;
}

export class PaletteState {
  readonly #app: App;
  readonly #choices: Choice[];
  readonly #recent = recentEntries();
  #query = $state('');
  #hits = $state.raw<SearchHit[]>([]);
  #searching = $state(false);
  #problem = $state(false);
  #active = $state(0);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;
  #rows = $derived.by(() => [...this.#ranked(), ...this.#hits.map(toRow)]);

  constructor(app: App, chats: Chats, theme: ThemeSwitch) {
    this.#app = app;
    this.#choices = [...commands(chats, theme), ...conversations(chats), ...tools(app)];
  }

  get query(): string {
    return this.#query;
  }

  set query(text: string) {
    if (this.#query === '') this.#app.warmSearch();
    this.#query = text;
    this.#active = 0;
    this.#searchSoon();
  }

  get rows(): Row[] {
    return this.#rows;
  }

  get active(): number {
    return Math.min(this.#active, this.#rows.length - 1);
  }

  set active(index: number) {
    this.#active = index;
  }

  get searching(): boolean {
    return this.#searching;
  }

  /** The library could not be searched. */
  get problem(): boolean {
    return this.#problem;
  }

  /** Marks the next entry (or the one before), round and round. */
  move(by: 1 | -1): void {
    const { length } = this.#rows;
    if (length > 0) this.#active = (this.active + by + length) % length;
  }

  choose(row: Row | undefined = this.#rows[this.active]): boolean {
    if (!row) return false;
    if (row.choice.kind !== 'passage') rememberEntry(row.choice.id);
    row.choice.run();
    return true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }

  #ranked(): Row[] {
    const ranked = rank(this.#choices, this.#query, this.#recent);
    return ranked
      .slice(0, this.#query.trim() === '' ? AT_FIRST : MOST)
      .map(({ entry, marks }) => ({ choice: entry, marks }));
  }

  #searchSoon(): void {
    this.dispose();
    const query = this.#query.trim();
    this.#searching = query !== '';
    if (query === '') this.#hits = [];
    else this.#timer = setTimeout(() => void this.#search(query), DEBOUNCE_MS);
  }

  async #search(query: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    try {
      const hits = await this.#app.knowledge.search(query, { limit: PASSAGES }, abort.signal);
      if (abort.signal.aborted) return;
      this.#hits = hits;
      this.#problem = false;
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      this.#hits = [];
      this.#problem = true;
    }
    this.#searching = false;
  }
}

function toRow(hit: SearchHit): Row {
  const run = (): void => route.go('library', hit.id, { passage: String(hit.chunk) });
  const choice: Choice = { id: `passage ${hit.id}`, kind: 'passage', title: hit.title ?? hit.source_id, run };
  return { choice, marks: [], hit };
}

function commands(chats: Chats, theme: ThemeSwitch): Choice[] {
  const command = (id: string, title: string, words: string, run: () => void): Choice => ({
    id: `command ${id}`,
    kind: 'command',
    title,
    words,
    run,
  });
  return [
    command('new-chat', 'New chat', 'ask question conversation', () => chats.startNew()),
    command('library', 'Go to library', 'documents files add', () => route.go('library')),
    command('studio', 'Go to studio', 'tools lua write editor', () => route.go('studio')),
    command('runs', 'Go to runs', 'calls log history replay', () => route.go('runs')),
    command('keys', 'Keyboard shortcuts', 'keys help list', () => (shortcuts.open = true)),
    command('profiles', 'Go to profiles', 'agents prompt instructions persona', () => route.go('profiles')),
    command('new-profile', 'New profile', 'agent prompt instructions persona', () =>
      route.go('profiles', 'new'),
    ),
    command('settings', 'Go to settings', 'model key endpoint connect', () => route.go('settings')),
    // Where the browser can open one: elsewhere files are dropped, or chosen in the studio.
    ...('showDirectoryPicker' in globalThis
      ? [
          command(
            'open-folder',
            'Open a folder',
            'tools local files editor watch link',
            () => void openFolder(),
          ),
        ]
      : []),
    command('theme', `Switch to the ${theme.other} theme`, 'dark light colours', () => void theme.toggle()),
  ];
}

async function openFolder(): Promise<void> {
  route.go('studio');
  await (await import('../studio/local/open-local.ts')).openFolder();
}

function conversations(chats: Chats): Choice[] {
  return chats.list.map(({ id, title }) => ({
    id: `chat ${id}`,
    kind: 'chat',
    title,
    run: () => route.go('chat', id),
  }));
}

function tools(app: App): Choice[] {
  return app.tools.list({ includeDisabled: true, connectors: true }).map(({ name, description }) => ({
    id: `tool ${name}`,
    kind: 'tool',
    title: name,
    words: description,
    run: () => route.go('studio', name),
  }));
}
