// The window's and search's view of their element.
import type { MarkdownReader } from '../markdown/reader.ts';
import type { SiteFilters, SitePack } from '../core/site-pack.ts';
import type { ProseNode } from './chat/prose-nodes.ts';
import type { ChatTexts } from './chat/text-types.ts';
import type { Emit, Mode } from './events.ts';
import type { SiteChat, SiteChatPlace, SiteGreetings } from './site-chat.ts';
import type { Language } from './texts.ts';
import type { Texts } from './text-types.ts';

export type Form = 'button' | 'modal' | 'panel' | 'inline' | 'search';
export const FORMS: readonly Form[] = ['button', 'modal', 'panel', 'inline', 'search'];

/** Texts of the search and of the assistant. */
export type AllTexts = Texts & ChatTexts;

/** Parses Markdown into nodes for the widget to render. @internal */
export type AnswerReader = MarkdownReader<ProseNode[]>;

/** What the program passes to the assistant; each part loads on demand. */
export interface ChatParts {
  /**
   * In a bundle, sandbox and worker are next to the index, where `perilune build` puts them, and not next to the
   * script.
   */
  isBundled?: boolean;
  open(place: SiteChatPlace, pack: SitePack): Promise<SiteChat>;
  /** @internal */
  markdown(ownFolder: string): Promise<AnswerReader>;
}

export interface Host {
  readonly form: Form;
  /** In the element's shadow tree, with the page's theme; contains the whole widget. */
  readonly frame: HTMLElement;
  readonly language: Language;
  /** Texts replaced by the page. */
  readonly customTexts: Partial<AllTexts>;
  readonly placeholder: string | null;
  /** Maximum number of pages. */
  readonly limit: number;
  readonly filters: SiteFilters;
  /** Base of the addresses in the index. */
  readonly site: string;
  /** Query parameter that passes words to the opened page; empty: none. */
  readonly parameter: string;
  /** Tells this index from others on the same origin. */
  readonly packName: string;
  /** Whether there is an assistant; the index's setting is known once the index is open. */
  readonly hasAssistant: boolean;
  /** Whether to use the index's own tools. */
  readonly hasPackTools: boolean;
  /** Hotkeys of the assistant, as in the attribute. */
  readonly assistantHotkeys: string;
  /** Starter questions. */
  readonly questions: readonly string[];
  /** Address of the site's own endpoint; undefined without one. */
  readonly endpoint: string | undefined;
  readonly emit: Emit;
  openPack(): Promise<SitePack>;
  /** Creates a chat with the page's tools and context. @param greetings returns them in the current language */
  openChat(greetings: () => SiteGreetings): Promise<SiteChat>;
  /** The open chat has been closed. */
  forgetChat(): void;
  /** @internal */
  loadMarkdown(): Promise<AnswerReader>;
  /** Asks the assistant, in its window. */
  ask(question: string): void;
  /** Switches to the search or the assistant, opening the window if needed. @param query for its field. */
  show(mode: Mode, query?: string): void;
  /** Closes the window. */
  close(): void;
  /** Reports a failure to the page, and returns it as data. */
  report(error: unknown): { forbidden?: { directive: string; address: string }; message: string };
}
