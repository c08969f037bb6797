// The search: a field, filters, a list for the arrow keys, and a line with the number of results.
import type { SiteFilters, SitePack, SiteResults } from '../core/site-pack.ts';
import { icon, make, setAll } from './dom.ts';
import { FilterBar } from './filter-bar.ts';
import type { Host } from './host.ts';
import { isApple } from './hotkey-listener.ts';
import { labelOf, parseHotkeys } from './hotkeys.ts';
import { LatestSearch } from './latest-search.ts';
import { OptionList } from './option-list.ts';
import { askGroup, resultGroup, searchOption, startGroup, type Option } from './options.ts';
import { RecentSearches } from './recent-searches.ts';
import { countOf, fill } from './texts.ts';
import type { Texts } from './text-types.ts';
import { texts as english } from './texts/en.ts';
import { visit } from './visit.ts';

interface Question {
  query: string;
  filters: SiteFilters;
}

/** Milliseconds before the page shows that it is searching: most searches are done by then. */
const SLOW = 250;
/** Milliseconds without a change before the number of results is announced. */
const SETTLED = 600;
const PLACES = 4;

const FIELD = {
  type: 'search',
  part: 'input',
  id: 'field',
  autocomplete: 'off',
  autocapitalize: 'off',
  autocorrect: 'off',
  spellcheck: 'false',
  enterkeyhint: 'go',
};

export class SearchView {
  texts: Texts = english;
  readonly root = make('div', { class: 'search', part: 'search', role: 'search' });
  readonly #field = make('input', FIELD);
  readonly #clear = make('button', { type: 'button', class: 'quiet', hidden: true }, icon('close'));
  readonly #assistant = make('button', { type: 'button', class: 'quiet named', part: 'assistant-button' });
  readonly #close = make('button', { type: 'button', class: 'quiet close', part: 'close' });
  readonly #filters = new FilterBar(() => this.#ask());
  readonly #body = make('div', { class: 'body', part: 'body' });
  readonly #list = new OptionList(this.#field, this.#body, {
    choose: (option, newTab, click) => this.#choose(option, newTab, click),
    remove: ({ search = '' }) => this.#forget(search),
  });
  readonly #count = make('span', { class: 'total', part: 'count' });
  readonly #spoken = make('span', { class: 'unseen', role: 'status' });
  readonly #keys = make('span', { class: 'keys', 'aria-hidden': 'true' });
  readonly #latest: LatestSearch<Question, SiteResults>;
  readonly #recent: RecentSearches;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #settled: ReturnType<typeof setTimeout> | undefined;
  #askedAt = 0;
  #isScrolled = false;
  #hasBegun = false;

  constructor(private readonly host: Host) {
    this.#recent = new RecentSearches(() => localStorage, `perilune:recent:${host.packName}`);
    this.#latest = new LatestSearch((question) => this.#search(question), {
      found: (results, question, isLast) => this.#show(results, question, isLast),
      failed: (error) => this.#fail(error),
    });
    const footer = make('div', { class: 'footer', part: 'footer' }, this.#count, this.#spoken, this.#keys);
    footer.append(make('slot', { name: 'footer' }));
    const bar = make(
      'div',
      { class: 'bar', part: 'bar' },
      icon('search'),
      this.#field,
      this.#clear,
      this.#assistant,
      this.#close,
    );
    this.root.append(bar, this.#filters.root, this.#body, footer);
    this.#body.addEventListener('scroll', () => (this.#isScrolled = this.#body.scrollTop > 0), {
      passive: true,
    });
    this.#field.addEventListener('input', () => this.#ask());
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.isComposing && host.form === 'inline') host.close();
    });
    this.#clear.addEventListener('click', () => this.#fill(''));
    this.#assistant.addEventListener('click', () => host.show('ask', this.#query || undefined));
    this.#close.addEventListener('click', () => host.close());
  }

  /** @param query replaces the typed text. @param isBeingTyped the next letter follows it. */
  begin(query?: string, isBeingTyped = false): void {
    const isFirst = !this.#hasBegun;
    this.#hasBegun = true;
    if (isFirst) this.#filters.choose(this.host.filters);
    if (query !== undefined) this.#field.value = query;
    if (query !== undefined || isFirst || this.#query === '') this.#ask();
    this.#field.focus({ preventScroll: true });
    if (!isBeingTyped) this.#field.select();
    void this.#prepare();
  }

  clear(): void {
    this.#fill('');
    this.#field.blur();
  }

  /** The index has changed: removes the old results. */
  renew(): void {
    this.#latest.forget();
    if (this.root.isConnected && this.#hasBegun) this.#ask();
  }

  speak(texts: Texts = this.texts): void {
    this.texts = { ...texts, ...this.host.customTexts };
    const { placeholder, title, close, clear, move, choose, results } = this.texts;
    setAll(this.#field, { placeholder: this.host.placeholder ?? placeholder, 'aria-label': title });
    setAll(this.#clear, { 'aria-label': clear });
    setAll(this.#list.root, { 'aria-label': results });
    const key = (name: string): HTMLElement => make('kbd', { 'aria-hidden': 'true' }, name);
    this.#close.replaceChildren(key('Esc'), make('span', {}, close));
    this.#keys.replaceChildren(
      key('↑'),
      key('↓'),
      make('span', {}, move),
      key('↵'),
      make('span', {}, choose),
    );
    this.#showAssistant();
    if (this.#hasBegun && this.#query === '') this.#showStart();
  }

  #showAssistant(): void {
    const [hotkey] = parseHotkeys(this.host.assistantHotkeys);
    const key = hotkey && make('kbd', { 'aria-hidden': 'true' }, labelOf(hotkey, isApple));
    this.#assistant.hidden = !this.host.hasAssistant;
    this.#assistant.replaceChildren(icon('chat'), make('span', {}, this.texts.assistant));
    if (key) this.#assistant.append(key);
  }

  get #query(): string {
    return this.#field.value.trim();
  }

  #fill(query: string): void {
    this.#field.value = query;
    this.#field.focus();
    this.#ask();
  }

  /** Loads what the first search needs, while it is being typed. */
  async #prepare(): Promise<void> {
    try {
      const pack = await this.host.openPack();
      this.#know(pack);
      if (this.#query === '') this.#showStart();
      await pack.warm();
    } catch {
      // The search itself reports it.
    }
  }

  #know({ info }: SitePack): void {
    this.#filters.offer(info.filters, this.texts.filters, this.host.language);
    this.#showAssistant();
  }

  #ask(): void {
    this.#clear.hidden = this.#field.value === '';
    clearTimeout(this.#slow);
    if (this.#query === '') {
      this.#latest.forget();
      this.#showStart();
      return;
    }
    this.#slow = setTimeout(() => this.#wait(), SLOW);
    this.#latest.ask({ query: this.#query, filters: this.#filters.chosen });
  }

  async #search({ query, filters }: Question): Promise<SiteResults> {
    this.host.emit('perilune:search', { query, filters });
    this.#askedAt = performance.now();
    const pack = await this.host.openPack();
    this.#know(pack);
    return pack.search(query, { limit: this.host.limit, filters });
  }

  #show({ hits, total, isAtLeast }: SiteResults, { query, filters }: Question, isLast: boolean): void {
    const milliseconds = performance.now() - this.#askedAt;
    if (isLast) this.#rest();
    const groups = hits.map((hit) => resultGroup(hit, this.host));
    // At the end, so that Enter opens a result; also reached by going up from the first row.
    if (this.host.hasAssistant) groups.push(askGroup(fill(this.texts.ask, { query }), query));
    this.#list.offer(
      groups.flatMap(({ options }) => options),
      groups.map(({ element }) => element),
    );
    const count = countOf(this.texts.pages, total, this.host.language, isAtLeast);
    if (hits.length > 0) this.#put(count, count, this.#list.root);
    else
      this.#put(count, fill(this.texts.nothing, { query }), this.#nothing(query, filters), this.#list.root);
    if (isLast) this.host.emit('perilune:results', { query, filters, total, isAtLeast, hits, milliseconds });
  }

  #showStart(): void {
    this.#rest();
    const recent = this.#recent.list().map((text) => searchOption(text, () => this.#forget(text)));
    const questions = this.host.questions.map((text) => searchOption(text));
    const clear = make('button', { type: 'button', tabindex: '-1', class: 'quiet' }, this.texts.clearRecent);
    clear.setAttribute('aria-hidden', 'true');
    clear.addEventListener('click', () => {
      this.#recent.clear();
      this.#showStart();
      this.#field.focus();
    });
    const groups = [
      ...startGroup(this.texts.recent, recent, clear),
      ...startGroup(this.texts.questions, questions),
    ];
    this.#list.offer([...recent, ...questions], groups, false);
    this.#put('', '', this.#list.root, make('slot', { name: 'start' }));
  }

  #forget(search: string): void {
    this.#recent.remove(search);
    this.#showStart();
    this.#field.focus();
  }

  #nothing(query: string, filters: SiteFilters): HTMLElement {
    const said = make('strong', {}, fill(this.texts.nothing, { query }));
    const hint = make('span', {}, this.texts.nothingHint);
    const message = make('div', { class: 'message', part: 'message' }, said, hint);
    if (Object.keys(filters).length > 0) {
      message.append(this.#button(this.texts.withoutFilters, () => this.#filters.choose({})));
    }
    message.append(make('slot', { name: 'nothing' }));
    return message;
  }

  #fail(error: unknown): void {
    this.#rest();
    const { message, forbidden } = this.host.report(error);
    const said = forbidden ? fill(this.texts.forbidden, { ...forbidden }) : this.texts.failed;
    const box = make(
      'div',
      { class: 'message bad', part: 'message', role: 'alert' },
      make('strong', {}, said),
    );
    if (!forbidden) box.append(make('span', {}, message));
    box.append(this.#button(this.texts.tryAgain, () => undefined));
    this.#list.offer([], []);
    this.#put('', '', box);
  }

  #button(label: string, act: () => void): HTMLElement {
    const button = make('button', { type: 'button', class: 'button', part: 'retry' }, label);
    button.addEventListener('click', () => {
      act();
      this.#field.focus();
      this.#ask();
    });
    return button;
  }

  /** Fades the previous results; if there are none, shows placeholders. */
  #wait(): void {
    this.root.classList.add('waits');
    this.#spoken.textContent = this.texts.searching;
    if (this.#list.options.some(({ destination }) => destination)) return;
    const places = Array.from({ length: PLACES }, () => make('div', { class: 'place' }));
    this.#list.offer([], []);
    this.#body.replaceChildren(make('div', { 'aria-hidden': 'true' }, ...places));
  }

  #rest(): void {
    clearTimeout(this.#slow);
    this.root.classList.remove('waits');
  }

  #put(shown: string, spoken: string, ...content: HTMLElement[]): void {
    this.#body.replaceChildren(...content);
    // Scrolling forces a layout: not on every keystroke.
    if (this.#isScrolled) this.#body.scrollTop = 0;
    this.#count.textContent = shown;
    clearTimeout(this.#settled);
    this.#settled = setTimeout(() => (this.#spoken.textContent = spoken), SETTLED);
  }

  /** @param click by pointer, which a browser follows into a new tab by itself. */
  #choose(option: Option, newTab: boolean, click?: MouseEvent): void {
    const { element, destination, search, question } = option;
    if (search !== undefined) this.#fill(search);
    if (question !== undefined) this.host.ask(question);
    if (!destination) return;
    this.#recent.add(this.#query);
    const { href } = element as HTMLAnchorElement;
    const position = this.#list.positionOf(option);
    visit(this.host, href, destination, { query: this.#query, position, newTab, click });
  }
}
