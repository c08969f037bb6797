// <perilune-chat>: the custom element, with a button and hotkeys. The rest loads when a visitor is about to search.
import { Failure } from '../core/errors.ts';
import type { Json } from '../base/json.ts';
import type { SiteFilters, SitePack, SiteResults, SiteSearchOptions } from '../core/site-pack.ts';
import type { Answer } from './chat/conversation.ts';
import { make, setAll, sheetOf } from './dom.ts';
import type { AskOptions, Mode, OpenedBy, OpenOptions, WidgetEvent, WidgetEvents } from './events.ts';
import { ElementHost, OWN_FOLDER } from './element-host.ts';
import { holdKeyboard } from './hold-keyboard.ts';
import type { AllTexts, ChatParts } from './host.ts';
import { keepTyping, onHotkey } from './hotkey-listener.ts';
import { drawOpener } from './opener.ts';
import { PageOffers } from './page-offers.ts';
import type { SiteIndexCache } from './site-index-cache.ts';
import { reflect, upgrade } from './reflected.ts';
import { underPolicy } from './page-policy.ts';
import { readSelector } from './page-selector.ts';
import css from './shell.css?inline';
import type { HostTool } from './site-chat.ts';
import { BUTTON, directionOf } from './texts.ts';
import { pageTheme, watchPage } from './watch-theme.ts';
import type { SearchWindow } from './window.ts';

/** Attributes with a property, by the property's name. */
const REFLECTED = {
  pack: 'pack',
  form: 'form',
  theme: 'theme',
  themeSelector: 'theme-selector',
  hotkeys: 'hotkeys',
  placeholder: 'placeholder',
  side: 'side',
  site: 'site',
  highlight: 'highlight',
  trigger: 'trigger',
  assistant: 'assistant',
  assistantHotkeys: 'assistant-hotkeys',
  endpoint: 'endpoint',
  model: 'model',
  tools: 'tools',
  meaning: 'meaning',
  webmcp: 'webmcp',
} as const;

/** A change of one of these creates a new chat. */
const OF_CHAT: readonly string[] = ['assistant', 'endpoint', 'model', 'tools', 'meaning', 'webmcp'];

const DEFAULT_HOTKEYS = 'mod+k /';
const DEFAULT_LIMIT = 10;
let shell: CSSStyleSheet | undefined;

/** A server has no elements, but can import the module. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

export class PeriluneChat extends Base {
  static readonly observedAttributes = [...Object.values(REFLECTED), 'lang', 'open', 'limit'];
  /** Set by the program before the element is defined. @internal */
  static siteIndex: SiteIndexCache;
  /** @internal */
  static chat: ChatParts;

  declare pack: string | null;
  declare form: string | null;
  declare theme: string | null;
  declare themeSelector: string | null;
  declare hotkeys: string | null;
  declare placeholder: string | null;
  declare side: string | null;
  declare site: string | null;
  declare highlight: string | null;
  declare trigger: string | null;
  declare assistant: string | null;
  declare assistantHotkeys: string | null;
  declare endpoint: string | null;
  declare model: string | null;
  declare tools: string | null;
  declare meaning: string | null;
  declare webmcp: string | null;

  readonly #frame = make('div', { class: 'frame', part: 'frame' });
  readonly #opener = make('button', { type: 'button', part: 'button', class: 'opener' });
  readonly #slot = make('slot', { name: 'trigger' }, this.#opener);
  readonly #offers = new PageOffers();
  readonly #host = new ElementHost(
    this,
    this.#frame,
    (name, detail) => this.#emit(name, detail),
    () => ({ take: (address) => PeriluneChat.siteIndex.take(address, this), chat: PeriluneChat.chat }),
    this.#offers,
  );
  #window: SearchWindow | undefined;
  #loading: Promise<SearchWindow> | undefined;
  #source: SitePack | undefined;
  #texts: Partial<AllTexts> = {};
  #questions: readonly string[] | undefined;
  #filters: SiteFilters = {};
  #isReady = false;
  /** Should be open; the window may still be loading. */
  #isOpen = false;
  #stops: (() => void)[] = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [(shell ??= sheetOf(css))];
    this.#frame.append(this.#slot);
    root.append(this.#frame);
    keepTyping(this.#frame);
    this.#slot.addEventListener('click', () => void this.#show('button'));
    for (const event of ['pointerenter', 'focusin', 'touchstart']) {
      this.#slot.addEventListener(event, () => void this.#load().catch(() => undefined), { passive: true });
    }
  }

  /** Texts that replace those of the language. */
  get texts(): Partial<AllTexts> {
    return this.#texts;
  }
  set texts(texts: Partial<AllTexts>) {
    this.#texts = texts;
    this.#render();
  }

  /** Initial filters of a search: `{ version: ['2'] }`. */
  get filters(): SiteFilters {
    return this.#filters;
  }
  set filters(filters: SiteFilters) {
    this.#filters = filters;
    this.#window?.update();
  }

  /** Starter questions, instead of those of the site's configuration. */
  get questions(): readonly string[] | undefined {
    return this.#questions;
  }
  set questions(questions: readonly string[] | undefined) {
    this.#questions = questions;
    this.#window?.update();
  }

  /** An open index, instead of the one at the address. */
  get source(): SitePack | undefined {
    return this.#source;
  }
  set source(source: SitePack | undefined) {
    this.#source = source;
    this.#window?.renew();
  }

  get limit(): number {
    return Number(this.getAttribute('limit')) || DEFAULT_LIMIT;
  }
  set limit(limit: number) {
    this.setAttribute('limit', String(limit));
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @returns a promise that resolves when it accepts typing; if already open, it gets the focus. */
  open(options: OpenOptions = {}): Promise<void> {
    return this.#show('script', options);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.removeAttribute('open');
    if (!this.#window?.isShown) return;
    this.#window.hide();
    this.#emit('perilune:close', {});
  }

  /** Returns what a visitor would find, without showing it. Rejects with a `Failure`. */
  async search(query: string, options: SiteSearchOptions = {}): Promise<SiteResults> {
    const given = { limit: this.limit, filters: this.#filters, ...options };
    return (await this.#host.openPack()).search(query, given);
  }

  /**
   * Asks the assistant, in its window unless `silent`. Resolves when the answer is complete, stopped or has failed,
   * as `reason` says; rejects with a `Failure` when there is no assistant or it failed to load.
   */
  async ask(question: string, { silent = false }: AskOptions = {}): Promise<Answer> {
    const window = await this.#load();
    await this.#host.openPack();
    if (!this.#host.hasAssistant) throw new Failure('disabled', 'The assistant is off on this page.');
    if (!silent) await this.#show('script', { mode: 'ask' });
    return window.ask(question);
  }

  /** Registers a tool of the page, now or once the assistant exists. @returns a function that removes it. */
  registerTool(tool: HostTool): () => void {
    return this.#offers.register(tool);
  }

  /** Tells the assistant about the page or its visitor: plain data, at most 8 KB as JSON. */
  setContext(context: Json): void {
    this.#offers.setContext(context);
  }

  /** Removes the element from the page and frees its resources. */
  destroy(): void {
    this.close();
    this.remove();
  }

  connectedCallback(): void {
    upgrade(this, [...Object.keys(REFLECTED), 'texts', 'filters', 'source', 'limit', 'questions']);
    this.#listen();
    this.#render();
    if (this.#isOpen || this.hasAttribute('open')) void this.#show('script');
    if (this.#isReady) return;
    this.#isReady = true;
    this.#emit('perilune:ready', {});
    void this.#markArrival();
  }

  /** A move within the page keeps everything as it is (`Element.moveBefore`). */
  connectedMoveCallback(): void {}

  disconnectedCallback(): void {
    for (const stop of this.#stops.splice(0)) stop();
    this.#window?.suspend();
    // Reinserted a moment later: nothing is lost.
    setTimeout(() => {
      if (!this.isConnected) this.#release();
    });
  }

  attributeChangedCallback(name: string, before: string | null, now: string | null): void {
    if (!this.isConnected || before === now) return;
    if (name === 'open') {
      if (now === null) this.close();
      else if (!this.#isOpen) void this.#show('script');
      return;
    }
    if (name === 'pack') this.#window?.renew();
    if (OF_CHAT.includes(name)) this.#window?.forgetChat();
    if (name === 'form' && this.#isOpen) this.close();
    this.#listen();
    this.#render();
  }

  async #show(by: OpenedBy, { mode, query }: OpenOptions = {}): Promise<void> {
    if (this.#isOpen && this.#window?.isShown) return this.#window.show({ mode, query });
    this.#isOpen = true;
    this.setAttribute('open', '');
    const release = this.#window ? undefined : holdKeyboard(this.#frame, this.#opener, () => this.close());
    try {
      const window = await this.#load();
      const typed = release?.();
      // Closed or removed from the page while loading.
      if (!this.#isOpen || !this.isConnected) return;
      this.#render();
      const shown = window.show({ mode, query: typed || query, isBeingTyped: Boolean(typed) });
      this.#emit('perilune:open', { by, mode: window.mode });
      await shown;
    } catch (error) {
      release?.();
      this.#isOpen = false;
      this.removeAttribute('open');
      this.#say(error);
    }
  }

  #load(): Promise<SearchWindow> {
    this.#loading ??= underPolicy([OWN_FOLDER], async () => {
      const [{ SearchWindow }] = await Promise.all([
        import('./window.ts'),
        this.#host.openPack().catch(() => 0),
      ]);
      this.#frame.querySelector('.problem')?.remove();
      return (this.#window = await SearchWindow.make(this.#host));
    });
    this.#loading.catch(() => (this.#loading = undefined));
    return this.#loading;
  }

  /** Shows an error when even the window failed to load. */
  #say(error: unknown): void {
    const said = { class: 'problem', part: 'problem', role: 'alert' };
    this.#frame.querySelector('.problem')?.remove();
    this.#frame.append(make('p', said, this.#host.report(error).message));
  }

  #listen(): void {
    for (const stop of this.#stops.splice(0)) stop();
    const toggle = (mode: Mode): void => {
      const isShown = this.#isOpen && (this.#window?.mode ?? mode) === mode;
      if (isShown && this.#host.form !== 'inline') this.close();
      else void this.#show('hotkey', { mode });
    };
    this.#stops.push(
      watchPage(() => this.#render()),
      onHotkey(this, this.hotkeys ?? DEFAULT_HOTKEYS, () => toggle('search')),
      this.#host.offerToAgent(async (...call) => (await this.#load()).callTool(...call)),
    );
    if (this.#host.hasAssistant) {
      this.#stops.push(onHotkey(this, this.#host.assistantHotkeys, () => toggle('ask')));
    }
    const selector = readSelector('trigger', this.trigger);
    if (!selector) return;
    const open = (event: Event): void => {
      if (!(event.target instanceof Element) || !event.target.closest(selector)) return;
      event.preventDefault();
      void this.#show('trigger');
    };
    document.addEventListener('click', open);
    this.#stops.push(() => document.removeEventListener('click', open));
  }

  #render(): void {
    if (!this.isConnected) return;
    const { form, language } = this.#host;
    const isField = form === 'search' || form === 'inline';
    const theme =
      this.theme === 'light' || this.theme === 'dark' ? this.theme : pageTheme(this.themeSelector);
    this.#frame.className = `frame ${theme}${isField ? ' in-place' : ''}`;
    setAll(this.#frame, { dir: directionOf(language), lang: language });
    const side = this.side === 'left' || this.side === 'start' ? ' at-start' : '';
    this.#opener.className = `opener ${isField ? 'field' : `floats${side}`}`;
    const label = this.#texts.button ?? BUTTON[language];
    drawOpener(this.#opener, isField ? (this.placeholder ?? label) : label, this.hotkeys ?? DEFAULT_HOTKEYS);
    this.#opener.hidden = form === 'modal';
    this.#slot.hidden = form === 'inline' && this.#window !== undefined;
    this.#window?.update();
  }

  async #markArrival(): Promise<void> {
    if (this.#host.parameter === '' || !location.search.includes(`${this.#host.parameter}=`)) return;
    (await import('./mark-page.ts')).markArrival(this.#host.parameter);
  }

  #emit<Name extends WidgetEvent>(name: Name, detail: WidgetEvents[Name]): boolean {
    return this.dispatchEvent(
      new CustomEvent(name, { detail, bubbles: true, composed: true, cancelable: true }),
    );
  }

  #release(): void {
    PeriluneChat.siteIndex.leave(this);
    this.#window?.renew();
  }
}

if (globalThis.HTMLElement) reflect(PeriluneChat.prototype, REFLECTED);
