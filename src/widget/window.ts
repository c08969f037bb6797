// The container of search and assistant: a window over the page, a panel at its side, or inline in the page. Loaded
// when a visitor is about to search.
import { setAll, make, sheetOf } from './dom.ts';
import type { Assistant } from './chat/assistant.ts';
import type { Answer } from './chat/conversation.ts';
import type { Mode } from './events.ts';
import type { Host } from './host.ts';
import { keepTyping } from './hotkey-listener.ts';
import { lockScroll } from './page-scroll.ts';
import { SearchView } from './search-view.ts';
import type { SiteChat } from './site-chat.ts';
import results from './results.css?inline';
import css from './window.css?inline';
import { textsIn } from './texts.ts';
import type { Texts } from './text-types.ts';
import { texts as english } from './texts/en.ts';

let sheet: CSSStyleSheet | undefined;

const PHONE = '(max-width: 639px)';

export interface ShowOptions {
  /** Default: unchanged. */
  mode?: Mode | undefined;
  /** Replaces the text in the field. */
  query?: string | undefined;
  /** The user is still typing it. */
  isBeingTyped?: boolean;
}

export class SearchWindow {
  /** Contains the search or the assistant. */
  readonly #stage = make('div', { class: 'stage' });
  readonly #dialog = make('dialog', { part: 'window', class: 'window' });
  /** Holds the dialog of an element that the page does not render, for instance in a collapsed menu. */
  #layer: HTMLElement | undefined;
  #mode: Mode = 'search';
  #loading: Promise<Assistant> | undefined;
  #assistant: Assistant | undefined;
  #isShown = false;
  #unlock: (() => void) | undefined;
  #language = '';

  static async make(host: Host): Promise<SearchWindow> {
    const window = new SearchWindow(host, new SearchView(host));
    await window.#speak();
    return window;
  }

  private constructor(
    private readonly host: Host,
    private readonly view: SearchView,
  ) {
    const root = host.frame.getRootNode() as ShadowRoot;
    root.adoptedStyleSheets.push((sheet ??= sheetOf(css + results)));
    // Escape goes to the search first, where it may only clear the field.
    this.#dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      host.close();
    });
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      host.close();
    });
    this.#dialog.addEventListener('pointerdown', (event) => {
      if (event.target === this.#dialog && this.#isBeside(event)) host.close();
    });
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  get mode(): Mode {
    return this.#mode;
  }

  /** @returns a promise that resolves when it accepts typing. The search stays hidden until the assistant has loaded. */
  async show({ mode = this.#mode, query, isBeingTyped = false }: ShowOptions = {}): Promise<void> {
    this.#mode = mode === 'ask' && this.host.hasAssistant ? 'ask' : 'search';
    this.#draw();
    const { form } = this.host;
    this.#stage.classList.toggle('inline', form === 'inline');
    if (form === 'inline') this.host.frame.append(this.#stage);
    else if (!this.#isShown) this.#open(form === 'panel');
    this.#isShown = true;
    if (this.#mode === 'search') this.view.begin(query, isBeingTyped);
    else await this.#beginAsking(query, isBeingTyped);
  }

  hide(): void {
    if (!this.#isShown) return;
    this.#isShown = false;
    if (this.host.form === 'inline' || this.#stage.parentElement !== this.#dialog) {
      this.#mode = 'search';
      this.#draw();
      this.view.clear();
    } else this.#shut();
  }

  async ask(question: string): Promise<Answer> {
    return (await this.#assist()).ask(question);
  }

  /** Calls a tool of the index for the browser's agent. Its approval opens the assistant. */
  async callTool(...call: Parameters<SiteChat['callTool']>): ReturnType<SiteChat['callTool']> {
    return (await this.#assist()).callTool(...call);
  }

  /** The element left the page: removes everything. Shown again, it is as before. */
  suspend(): void {
    this.#isShown = false;
    this.#shut();
    if (this.host.form !== 'inline') this.#dialog.remove();
  }

  /** Texts, theme, language or filters may have changed. */
  update(): void {
    if (this.#layer) this.#layer.className = this.host.frame.className;
    if (this.#language !== this.host.language) void this.#speak();
    else this.#say();
  }

  /** The index has changed. */
  renew(): void {
    this.view.renew();
    this.forgetChat();
  }

  /** The endpoint has changed: clears the conversation held with the old one. */
  forgetChat(): void {
    this.#assistant?.renew();
    this.#say();
  }

  #assist(): Promise<Assistant> {
    this.#loading ??= import('./chat/assistant.ts').then(({ Assistant }) =>
      Assistant.make(this.host, () => this.view.texts),
    );
    this.#loading.then(
      (assistant) => (this.#assistant = assistant),
      () => (this.#loading = undefined),
    );
    return this.#loading;
  }

  async #beginAsking(query: string | undefined, isBeingTyped: boolean): Promise<void> {
    const assistant = await this.#assist();
    if (!this.#isShown || this.#mode !== 'ask') return;
    this.#draw();
    this.#dress();
    assistant.begin(query, isBeingTyped);
  }

  #draw(): void {
    const isAsking = this.#mode === 'ask';
    const face = isAsking ? this.#assistant?.root : this.view.root;
    if (this.#stage.firstChild !== face || !face) this.#stage.replaceChildren(...(face ? [face] : []));
    this.#dialog.classList.toggle('asks', isAsking);
    this.#label();
  }

  #label(): void {
    const { title, assistant } = this.view.texts;
    this.#dialog.setAttribute('aria-label', this.#mode === 'ask' ? assistant : title);
  }

  #say(texts?: Texts): void {
    this.view.speak(texts);
    this.#assistant?.update();
    this.#label();
  }

  #open(isPanel: boolean): void {
    const { frame } = this.host;
    const isSmall = matchMedia(PHONE).matches;
    this.#dialog.replaceChildren(this.#stage);
    this.#place(frame).append(this.#dialog);
    this.#dialog.className = `window ${isPanel ? 'panel' : 'modal'}`;
    this.#dialog.classList.toggle('asks', this.#mode === 'ask');
    setAll(this.#dialog, { popover: isPanel && !isSmall ? 'manual' : undefined });
    if (isPanel && !isSmall) {
      this.#dialog.showPopover();
      return;
    }
    this.#dialog.showModal();
    const unlock = lockScroll();
    const stopFitting = isSmall ? fitAboveKeyboard(this.#dialog) : undefined;
    this.#unlock = () => {
      unlock();
      stopFitting?.();
    };
  }

  #shut(): void {
    if (this.#dialog.matches(':popover-open')) this.#dialog.hidePopover();
    if (this.#dialog.open) this.#dialog.close();
    this.#unlock?.();
    this.#unlock = undefined;
    if (this.#layer) (this.#layer.getRootNode() as ShadowRoot).host.remove();
    this.#layer = undefined;
  }

  /** The frame, or a layer of the page's own when the frame is not rendered. */
  #place(frame: HTMLElement): HTMLElement {
    if (frame.checkVisibility()) return frame;
    const holder = make('div', { 'data-perilune-layer': true });
    const root = holder.attachShadow({ mode: 'open' });
    this.#layer = make('div', { class: frame.className, dir: frame.dir, lang: frame.lang });
    keepTyping(this.#layer);
    root.append(this.#layer);
    this.#dress();
    document.body.append(holder);
    return this.#layer;
  }

  /** The assistant adds its styles to those of the frame when it has loaded. */
  #dress(): void {
    const { adoptedStyleSheets } = this.host.frame.getRootNode() as ShadowRoot;
    if (this.#layer) (this.#layer.getRootNode() as ShadowRoot).adoptedStyleSheets = adoptedStyleSheets;
  }

  #isBeside({ clientX, clientY }: PointerEvent): boolean {
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  }

  async #speak(): Promise<void> {
    const { language } = this.host;
    this.#language = language;
    // Searches in English if the language fails to load.
    const texts = language === 'en' ? english : await textsIn(language).catch(() => english);
    if (language === this.host.language) this.#say(texts);
  }
}

/** On a phone the keyboard covers the page without making it smaller: the window ends where the keyboard begins. */
function fitAboveKeyboard(dialog: HTMLElement): () => void {
  const visible = window.visualViewport;
  if (!visible) return () => undefined;
  const fit = (): void => dialog.style.setProperty('--_visible', `${visible.height}px`);
  fit();
  visible.addEventListener('resize', fit);
  return () => visible.removeEventListener('resize', fit);
}
