// What the window and the search in it know of the element they belong to.
import type { SiteFilters, SitePack } from '../core/site-pack.ts';
import type { Emit } from './events.ts';
import type { Language, Texts } from './texts.ts';

export type Form = 'button' | 'modal' | 'panel' | 'inline' | 'search';
export const FORMS: readonly Form[] = ['button', 'modal', 'panel', 'inline', 'search'];

export interface Host {
  readonly form: Form;
  /** In the element's shadow tree: everything of the widget stands in it, in the page's theme. */
  readonly frame: HTMLElement;
  readonly language: Language;
  /** What the page wants said otherwise. */
  readonly ownTexts: Partial<Texts>;
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
  readonly emit: Emit;
  openPack(): Promise<SitePack>;
  /** The visitor is done. */
  close(): void;
  /** Tells the page of a failure, and says it as data. */
  report(error: unknown): { forbidden?: { directive: string; address: string }; message: string };
}
