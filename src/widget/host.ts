// What the window and the search in it know of the element they belong to.
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

/** Words of the search and of the assistant. */
export type AllTexts = Texts & ChatTexts;

/** Reads Markdown as nodes for the widget to make. @internal */
export type AnswerReader = MarkdownReader<ProseNode[]>;

/** What the program gives the assistant; each is loaded when it is needed. */
export interface ChatParts {
  /** In a bundle sandbox and worker are not beside the script, but beside the pack, where `perilune build` puts them. */
  isBundled?: boolean;
  open(place: SiteChatPlace, pack: SitePack): Promise<SiteChat>;
  /** @internal */
  markdown(ownFolder: string): Promise<AnswerReader>;
}

export interface Host {
  readonly form: Form;
  /** In the element's shadow tree: everything of the widget stands in it, in the page's theme. */
  readonly frame: HTMLElement;
  readonly language: Language;
  /** What the page wants said otherwise. */
  readonly customTexts: Partial<AllTexts>;
  readonly placeholder: string | null;
  /** Pages at most. */
  readonly limit: number;
  readonly filters: SiteFilters;
  /** Where addresses in the pack begin. */
  readonly site: string;
  /** Name of the parameter in which words travel to the page that opens; empty: they do not. */
  readonly parameter: string;
  /** Names this pack among others of the same origin. */
  readonly packName: string;
  /** Whether there is an assistant; what the pack says of it is known once the pack is open. */
  readonly hasAssistant: boolean;
  /** Whether the pack's own tools are wanted. */
  readonly hasPackTools: boolean;
  /** Keys that open it, as the attribute has them. */
  readonly assistantHotkeys: string;
  /** What to ask for a start. */
  readonly questions: readonly string[];
  /** Where a question to the site's own endpoint goes; undefined: it has none. */
  readonly endpoint: string | undefined;
  readonly emit: Emit;
  openPack(): Promise<SitePack>;
  /** A new chat, with what the page has given for it. @param greetings in the language of the moment */
  openChat(greetings: () => SiteGreetings): Promise<SiteChat>;
  /** The chat that was opened is closed. */
  forgetChat(): void;
  /** @internal */
  loadMarkdown(): Promise<AnswerReader>;
  /** Asks the assistant, in its window. */
  ask(question: string): void;
  /** Turns to the search or the assistant, opens the window if need be. @param query for its field. */
  show(mode: Mode, query?: string): void;
  /** The visitor is done. */
  close(): void;
  /** Tells the page of a failure, and says it as data. */
  report(error: unknown): { forbidden?: { directive: string; address: string }; message: string };
}
