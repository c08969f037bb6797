// The state of the palette: the query, the results, the active entry.
//
// - Commands, chats and tools appear immediately, saved prompts once they are read. Passages and the answer to a
//   question come from the library, shortly after the last keystroke.
// - An answer comes first. A question without an answer gets a note.
// - Entries that contain the words come first, then passages that contain them, then entries that match only letters.
// - An entry activated by keyboard or pointer stays active when passages arrive.
// - An answer to an outdated query is dropped.
import type { App } from '../../apps/web/app.ts';
import type { AnswerBlock } from '../../core/answer.ts';
import type { SearchHit } from '../../core/document.ts';
import { isAbort } from '../../core/errors.ts';
import type { Chats } from '../chat/chats.svelte.ts';
import { openPromptInChat } from '../chat/composer/open-prompt.ts';
import { promptsOf } from '../chat/composer/prompts.ts';
import type { SavedPrompt } from '../../core/saved-prompt.ts';
import { plainTitle } from '../../core/plain-title.ts';
import { isQuestion } from './is-question.ts';
import { rankEntries, type NamedEntry } from '../components/rank-entries.ts';
import { hasWords, relevantHits } from '../components/relevant-hits.ts';
import { route } from '../route.svelte.ts';
import { recentEntries, rememberEntry } from './recent-entries.ts';
import { shortcuts } from './shortcuts.svelte.ts';
import type { ThemeSwitch } from './theme-switch.svelte.ts';

/** Shorter than the pause between two words, longer than between two keystrokes. */
const DEBOUNCE_MS = 80;
const PASSAGES = 8;
/** Entries for an empty query: enough for an overview without scrolling. */
const AT_FIRST = 12;
const MOST = 8;

export type Kind = 'command' | 'chat' | 'tool' | 'prompt' | 'passage' | 'answer';

export interface Choice extends NamedEntry {
  kind: Kind;
  run(): void;
}

export interface Row {
  choice: Choice;
  marks: [number, number][];
  hit?: SearchHit;
  answer?: AnswerBlock;
}

export class PaletteState {
  readonly #app: App;
  #choices: readonly Choice[] = $state.raw([]);
  readonly #recent = recentEntries();
  #query = $state('');
  #hits = $state.raw<SearchHit[]>([]);
  /** Null: the query is a question without an answer in the library. */
  #answer = $state.raw<AnswerBlock | null>();
  #searching = $state(false);
  #problem = $state(false);
  /** Id of the entry the user activated; the first entry when it is gone. */
  #marked = $state<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #abort: AbortController | undefined;
  #rows = $derived.by(() => {
    const { words, letters } = this.#ranked();
    const said = this.#hits.filter(hasWords).map(toRow);
    const meant = this.#hits.filter((hit) => !hasWords(hit)).map(toRow);
    return [...(this.#answer ? [answerRow(this.#answer)] : []), ...words, ...said, ...letters, ...meant];
  });

  constructor(app: App, chats: Chats, theme: ThemeSwitch) {
    this.#app = app;
    this.#choices = [...commands(chats, theme), ...conversations(chats), ...tools(app)];
    void promptsOf(app).then((saved) => {
      if (saved.length > 0) this.#choices = [...this.#choices, ...prompts(chats, saved)];
    });
  }

  get query(): string {
    return this.#query;
  }

  set query(text: string) {
    if (this.#query === '') this.#app.warmSearch();
    this.#query = text;
    this.#marked = undefined;
    this.#searchSoon();
  }

  get rows(): Row[] {
    return this.#rows;
  }

  get active(): number {
    const at = this.#rows.findIndex(({ choice }) => choice.id === this.#marked);
    return Math.max(at, 0);
  }

  set active(index: number) {
    this.#marked = this.#rows[index]?.choice.id;
  }

  get searching(): boolean {
    return this.#searching;
  }

  /** The query is a question without an answer in the library. */
  get isUnanswered(): boolean {
    return this.#answer === null;
  }

  /** The library could not be searched. */
  get problem(): boolean {
    return this.#problem;
  }

  /** Activates the next (or previous) entry, wrapping around. */
  choose(row: Row | undefined): boolean {
    if (!row) return false;
    if (row.choice.kind !== 'passage' && row.choice.kind !== 'answer') rememberEntry(row.choice.id);
    row.choice.run();
    return true;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#abort?.abort();
  }

  #ranked(): { words: Row[]; letters: Row[] } {
    const ranked = rankEntries(this.#choices, this.#query, this.#recent);
    const shown = ranked.slice(0, this.#query.trim() === '' ? AT_FIRST : MOST);
    const rows = (isWord: boolean): Row[] =>
      shown.filter((one) => one.isWord === isWord).map(({ entry, marks }) => ({ choice: entry, marks }));
    return { words: rows(true), letters: rows(false) };
  }

  #searchSoon(): void {
    this.dispose();
    const query = this.#query.trim();
    this.#searching = query !== '';
    // Enter must not open the answer to another query.
    this.#answer = undefined;
    if (query === '') this.#hits = [];
    else this.#timer = setTimeout(() => void this.#search(query), DEBOUNCE_MS);
  }

  async #search(query: string): Promise<void> {
    const abort = (this.#abort = new AbortController());
    try {
      const wanted = { limit: PASSAGES, explain: true };
      const { knowledge } = this.#app;
      const [hits, found] = await Promise.all([
        knowledge.search(query, wanted, abort.signal),
        isQuestion(query) ? knowledge.answer(query, {}, abort.signal) : undefined,
      ]);
      if (abort.signal.aborted) return;
      this.#hits = relevantHits(hits);
      this.#answer = found?.answer;
      this.#problem = false;
    } catch (error) {
      if (abort.signal.aborted || isAbort(error)) return;
      this.#hits = [];
      this.#problem = true;
    }
    this.#searching = false;
  }
}

function answerRow(answer: AnswerBlock): Row {
  const { document, chunk } = answer;
  const run = (): void =>
    route.go('library', document.id, chunk === undefined ? {} : { passage: String(chunk) });
  const choice: Choice = { id: 'answer', kind: 'answer', title: plainTitle(document.title), run };
  return { choice, marks: [], answer };
}

function toRow(hit: SearchHit): Row {
  const run = (): void => route.go('library', hit.id, { passage: String(hit.chunk) });
  const choice: Choice = {
    id: `passage ${hit.id} ${hit.chunk}`,
    kind: 'passage',
    title: plainTitle(hit.title ?? hit.source_id),
    run,
  };
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
    // Only if the browser supports it: elsewhere, files are dropped, or chosen in the studio.
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
    command(
      'theme',
      theme.other === 'light' ? 'Switch to the light theme' : 'Switch to the dark theme',
      'dark light colors colours',
      () => void theme.toggle(),
    ),
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

function prompts(chats: Chats, saved: readonly SavedPrompt[]): Choice[] {
  return saved.map((prompt) => ({
    id: `prompt ${prompt.name}`,
    kind: 'prompt',
    title: `/${prompt.name}`,
    words: `${prompt.description} saved prompt`,
    run: () => void openPromptInChat(chats, prompt),
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
