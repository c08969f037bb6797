// What the element tells the window of itself: read from its attributes and properties each time it is asked.
import { toErrorData } from '../core/errors.ts';
import type { SitePack } from '../core/site-pack.ts';
import type { Emit } from './events.ts';
import { FORMS, type Form, type Host } from './host.ts';
import { forbiddenOf, underPolicy } from './page-policy.ts';
import { languageOf, type Language, type Texts } from './texts.ts';
import type { PeriluneChat } from './element.ts';

/** Files that the element loads lie beside it. */
export const OWN_FOLDER = import.meta.url.replace(/[^/]*$/, '');
const DEFAULT_PARAMETER = 'perilune';

export class ElementHost implements Host {
  /** @param take the pack at an address, for this element. */
  constructor(
    private readonly element: PeriluneChat,
    readonly frame: HTMLElement,
    readonly emit: Emit,
    private readonly take: (address: string) => Promise<SitePack>,
  ) {}

  get form(): Form {
    return FORMS.find((form) => form === this.element.form) ?? 'button';
  }

  get language(): Language {
    const page = this.element.closest<HTMLElement>('[lang]')?.lang || document.documentElement.lang;
    return languageOf(page ? [page] : navigator.languages);
  }

  get ownTexts(): Partial<Texts> {
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
    return new URL(site ?? '..', site === null ? this.#address : document.baseURI).href;
  }

  get parameter(): string {
    const name = this.element.highlight ?? DEFAULT_PARAMETER;
    return name === 'off' ? '' : name;
  }

  get packName(): string {
    return new URL(this.#address).pathname;
  }

  openPack(): Promise<SitePack> {
    const { source } = this.element;
    const address = this.#address;
    return source ? Promise.resolve(source) : underPolicy([OWN_FOLDER, address], () => this.take(address));
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

  get #address(): string {
    return new URL(this.element.pack || 'perilune/', document.baseURI).href.replace(/\/?$/, '/');
  }
}
