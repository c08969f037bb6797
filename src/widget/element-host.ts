// The element's settings for the window, read from its attributes and properties on each access.
import { Failure, toErrorData } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { siteOf } from '../core/site-address.ts';
import type { SiteFilters, SitePack } from '../core/site-pack.ts';
import type { AskOptions, Emit, Mode, OpenOptions } from './events.ts';
import { webAddress } from './found-labels.ts';
import { FORMS, type AllTexts, type ChatParts, type Form, type Host, type AnswerReader } from './host.ts';
import { forbiddenOf, underPolicy } from './page-policy.ts';
import { modelContextOf } from '../core/ports/model-context.ts';
import type { PageOffers } from './page-offers.ts';
import type { SiteChat, SiteChatPlace, SiteGreetings } from './site-chat.ts';
import { languageOf, type Language } from './texts.ts';
import type { OfferedSite } from './webmcp/offer-site.ts';

/** The element's other files are next to this one. */
export const OWN_FOLDER = import.meta.url.replace(/[^/]*$/, '');
const DEFAULT_PACK = 'perilune/';
const DEFAULT_PARAMETER = 'perilune';
export const DEFAULT_ASSISTANT_HOTKEYS = 'mod+i';
const MOST_QUESTIONS = 5;

/** The part of the element that its host reads. */
interface HostedElement extends HTMLElement {
  readonly pack: string | null;
  readonly form: string | null;
  readonly placeholder: string | null;
  readonly site: string | null;
  readonly highlight: string | null;
  readonly assistant: string | null;
  readonly assistantHotkeys: string | null;
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly tools: string | null;
  readonly meaning: string | null;
  readonly webmcp: string | null;
  readonly texts: Partial<AllTexts>;
  readonly filters: SiteFilters;
  readonly questions: readonly string[] | undefined;
  readonly source: SitePack | undefined;
  readonly limit: number;
  open(options?: OpenOptions): Promise<void>;
  ask(question: string, options?: AskOptions): Promise<unknown>;
  close(): void;
}

/** What the program passes to the class. */
interface Given {
  take(address: string): Promise<SitePack>;
  chat: ChatParts;
}

export class ElementHost implements Host {
  /** The site's widget configuration, once the index is open; attributes win. */
  #config: JsonObject = {};
  #base: string | undefined;
  #endUse: AbortController | undefined;

  constructor(
    private readonly element: HostedElement,
    readonly frame: HTMLElement,
    readonly emit: Emit,
    private readonly given: () => Given,
    private readonly offers: PageOffers,
  ) {}

  get form(): Form {
    return FORMS.find((form) => form === this.element.form) ?? 'button';
  }

  get language(): Language {
    const page = this.element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
    return languageOf(page ? [page] : navigator.languages);
  }

  get customTexts(): Partial<AllTexts> {
    return this.element.texts;
  }

  get placeholder(): string | null {
    return this.element.placeholder;
  }

  get limit(): number {
    return this.element.limit;
  }

  get filters(): Host['filters'] {
    return this.element.filters;
  }

  get site(): string {
    const { site } = this.element;
    const given = site === null ? undefined : webAddress(site, document.baseURI);
    return given ?? siteOf(this.#address, this.#base);
  }

  get parameter(): string {
    const name = this.element.highlight ?? DEFAULT_PARAMETER;
    return name === 'off' ? '' : name;
  }

  get packName(): string {
    return new URL(this.#address).pathname;
  }

  get hasAssistant(): boolean {
    const wanted = this.#text('assistant');
    return wanted !== 'off' && this.#config['assistant'] !== false;
  }

  get hasPackTools(): boolean {
    return this.#text('tools') !== 'off';
  }

  get assistantHotkeys(): string {
    return this.element.assistantHotkeys ?? DEFAULT_ASSISTANT_HOTKEYS;
  }

  get questions(): readonly string[] {
    const given: unknown = this.element.questions ?? this.#config['questions'];
    const texts = Array.isArray(given) ? given.filter((each) => typeof each === 'string') : [];
    return texts.slice(0, MOST_QUESTIONS);
  }

  get endpoint(): string | undefined {
    const { endpoint } = this.element;
    const packed = this.#config['endpoint'];
    if (endpoint) return webAddress(endpoint, document.baseURI);
    return typeof packed === 'string' && packed !== '' ? webAddress(packed, this.site) : undefined;
  }

  async openPack(): Promise<SitePack> {
    const { source } = this.element;
    const address = this.#address;
    if (!source && this.element.pack && !URL.canParse(this.element.pack, document.baseURI)) {
      throw new Failure('bad_request', `The attribute pack is not an address: ${this.element.pack}`);
    }
    const pack = await (source ?? underPolicy([OWN_FOLDER, address], () => this.given().take(address)));
    this.#config = pack.info.widget;
    this.#base = pack.info.base;
    return pack;
  }

  async openChat(greetings: () => SiteGreetings): Promise<SiteChat> {
    const pack = await this.openPack();
    const { element } = this;
    const questions = (): readonly string[] => this.questions;
    const place: SiteChatPlace = {
      get filters() {
        return element.filters;
      },
      get greetings() {
        return greetings();
      },
      get questions() {
        return questions();
      },
      site: this.site,
      packName: this.packName,
      endpoint: this.endpoint,
      endpointModel: this.#text('model') ?? '',
      ownFolder: this.#ownFolder,
      ...(!this.hasPackTools && { packTools: 'off' }),
      ...(this.#text('meaning') === 'on-ask' && {
        meaning: { pack: this.#address, told: (state) => void this.emit('perilune:meaning', state) },
      }),
    };
    const chat = await underPolicy([OWN_FOLDER], () => this.given().chat.open(place, pack));
    this.offers.handTo(chat, (error) => this.report(error));
    await this.#usePageTools();
    return chat;
  }

  /** Offers the site to the browser's agent, if the page wants it. @returns ends the offers */
  offerToAgent(callTool: OfferedSite['callTool']): () => void {
    const ended = new AbortController();
    const context = this.#wants('offer') ? modelContextOf() : undefined;
    if (context) {
      const site: OfferedSite = {
        openPack: () => this.openPack(),
        site: this.site,
        filters: () => this.filters,
        limit: this.limit,
        hasPackTools: this.hasPackTools && this.hasAssistant,
        callTool,
      };
      underPolicy([OWN_FOLDER], async () => {
        const { offerSite } = await import('./webmcp/offer-site.ts');
        await offerSite(site, context, ended.signal);
      }).catch((error: unknown) => this.report(error));
    }
    return () => ended.abort();
  }

  /** Passes the tools that the page registered with WebMCP to the chat, if the page wants it. */
  async #usePageTools(): Promise<void> {
    this.#endUse?.abort();
    const context = this.#wants('use') ? modelContextOf() : undefined;
    if (!context) return;
    const ended = (this.#endUse = new AbortController());
    await underPolicy([OWN_FOLDER], async () => {
      const { canUseTools, usePageTools } = await import('./webmcp/use-page-tools.ts');
      if (!canUseTools(context)) return;
      const report = (error: unknown): void => void this.report(error);
      const register = this.offers.register.bind(this.offers);
      await usePageTools(context, { register, report }, ended.signal);
    }).catch((error: unknown) => this.report(error));
  }

  /** An empty attribute means both. */
  #wants(what: 'offer' | 'use'): boolean {
    const { webmcp } = this.element;
    return webmcp !== null && (webmcp.trim() === '' || webmcp.split(/\s+/).includes(what));
  }

  get #ownFolder(): string {
    return this.given().chat.isBundled ? this.#address : OWN_FOLDER;
  }

  forgetChat(): void {
    this.#endUse?.abort();
    this.offers.forget();
  }

  loadMarkdown(): Promise<AnswerReader> {
    return this.given().chat.markdown(this.#ownFolder);
  }

  show(mode: Mode, query?: string): void {
    void this.element.open({ mode, ...(query !== undefined && { query }) });
  }

  ask(question: string): void {
    // A failure is shown in place of the answer.
    this.element.ask(question).catch(() => undefined);
  }

  close(): void {
    this.element.close();
  }

  report(error: unknown): ReturnType<Host['report']> {
    const { code, message } = toErrorData(error, 'unavailable');
    const forbidden = forbiddenOf(error);
    this.emit('perilune:error', { code, message, ...forbidden });
    return { message, ...(forbidden && { forbidden }) };
  }

  /** From the attribute, or else the site's configuration. */
  #text(name: 'assistant' | 'model' | 'tools' | 'meaning'): string | undefined {
    const packed = this.#config[name];
    return this.element[name] ?? (typeof packed === 'string' ? packed : undefined);
  }

  get #address(): string {
    const folder = this.element.pack || DEFAULT_PACK;
    const { href } = new URL(
      URL.canParse(folder, document.baseURI) ? folder : DEFAULT_PACK,
      document.baseURI,
    );
    return href.replace(/\/?$/, '/');
  }
}
