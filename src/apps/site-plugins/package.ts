// The types of `import 'perilune'`, which defines <perilune-chat>.
import type { PeriluneChat } from '../../widget/element.ts';
import type { WidgetEvents } from '../../widget/events.ts';

export { PeriluneChat } from '../../widget/element.ts';
export type { OpenedBy, WidgetEvent, WidgetEvents } from '../../widget/events.ts';
export type { HostTool } from '../../widget/site-chat.ts';
export type { Texts } from '../../widget/text-types.ts';
export type {
  SiteFilters,
  SiteHit,
  SitePack,
  SitePackInfo,
  SitePage,
  SiteResults,
  SiteAnswerOptions,
  SiteSearchOptions,
  SiteSection,
  SiteTool,
  Stretch,
} from '../../core/site-pack.ts';

/** Events of the element. They bubble, so the page's own elements can listen too. */
export type WidgetEventMap = { [Name in keyof WidgetEvents]: CustomEvent<WidgetEvents[Name]> };

declare global {
  interface HTMLElementTagNameMap {
    'perilune-chat': PeriluneChat;
  }
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- names are added to those that are there
  interface HTMLElementEventMap extends WidgetEventMap {}
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type -- as above
  interface DocumentEventMap extends WidgetEventMap {}
}
