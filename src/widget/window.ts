// Where search and assistant stand: a window over the page, a panel at its side, or a place in it. Loaded when someone is about to search.
import { setAll, make, sheetOf } from './dom.ts';
import type { Assistant } from './chat/assistant.ts';
import type { Answer } from './chat/conversation.ts';
import type { Mode } from './events.ts';
import type { Host } from './host.ts';
import { lockScroll } from './page-scroll.ts';
import { SearchView } from './search-view.ts';
import results from './results.css?inline';
import css from './window.css?inline';
import { textsIn } from './texts.ts';
import type { Texts } from './text-types.ts';
import { texts as english } from './texts/en.ts';

let sheet: CSSStyleSheet | undefined;

const PHONE = '(max-width: 639px)';

export interface ShowOptions {
  /** Default: as it was. */
  mode?: Mode | undefined;
  /** Replaces what stands in the field. */
  query?: string | undefined;
  /** There is more of it to come. */
  isBeingTyped?: boolean;
}

export class SearchWindow {
  /** Holds the search or the assistant. */
  readonly #stage = make('div', { class: 'stage' });
  readonly #dialog = make('dialog', { part: 'window', class: 'window' });
  /** Of a dialog in an element that the page does not draw, for instance in a menu that is folded away. */
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
    // Escape belongs to the search first: it may only clear the field.
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

  /** @returns when it can be typed into. Before the assistant is there, the search is not to be seen. */
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

  /** The element left the page: nothing of it may stay there. Shown again, it is as it was. */
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

  /** Another pack. */
  renew(): void {
    this.view.renew();
    this.forgetChat();
  }

  /** Another endpoint, or none: what was asked before was asked there. */
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

  /** The frame, or a layer of the page's own where the frame is not drawn. */
  #place(frame: HTMLElement): HTMLElement {
    if (frame.checkVisibility()) return frame;
    const holder = make('div', { 'data-perilune-layer': true });
    const root = holder.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = (frame.getRootNode() as ShadowRoot).adoptedStyleSheets;
    this.#layer = make('div', { class: frame.className, dir: frame.dir, lang: frame.lang });
    root.append(this.#layer);
    document.body.append(holder);
    return this.#layer;
  }

  #isBeside({ clientX, clientY }: PointerEvent): boolean {
    const { left, right, top, bottom } = this.#dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  }

  async #speak(): Promise<void> {
    const { language } = this.host;
    this.#language = language;
    // A language that does not arrive is no reason not to search.
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
