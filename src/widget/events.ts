// What the widget tells the page: composed, bubbling events from the element. Each name with what its `detail` holds.
import type { ErrorCode } from '../core/errors.ts';
import type { SiteFilters, SiteHit } from '../core/site-pack.ts';

/** Who opened it: the widget's own button, its keys, an element of the page that `trigger` names, or a script. */
export type OpenedBy = 'button' | 'hotkey' | 'trigger' | 'script';

export interface WidgetEvents {
  /** The element can be used. Once for each element. */
  'perilune:ready': Record<never, never>;
  'perilune:open': { by: OpenedBy };
  'perilune:close': Record<never, never>;
  /** A search begins; while someone types, not each letter is one. */
  'perilune:search': { query: string; filters: SiteFilters };
  /** A search ended well; `total` 0 is what a site is asked for and does not have. */
  'perilune:results': {
    query: string;
    filters: SiteFilters;
    total: number;
    isAtLeast: boolean;
    hits: readonly SiteHit[];
    milliseconds: number;
  };
  /** A result was chosen. `preventDefault()` leaves going there to the page. */
  'perilune:select': {
    url: string;
    title: string;
    heading: readonly string[];
    query: string;
    /** From 1, sections counted. */
    position: number;
    newTab: boolean;
  };
  /** Something could not be loaded or searched. `directive` and `address`: what a page's security policy forbids. */
  'perilune:error': { code: ErrorCode; message: string; directive?: string; address?: string };
}

export type WidgetEvent = keyof WidgetEvents;

/** @returns false when the page prevented what follows. */
export type Emit = <Name extends WidgetEvent>(name: Name, detail: WidgetEvents[Name]) => boolean;
