// Lists of tools in pages. Loads on first use.
import { pageOf, type PageRequest } from '../core/paging.ts';
import type { ToolInfo } from '../core/tool.ts';
import { checkToolFilter } from '../core/tool-filter.ts';
import type { Listed, ToolFilter } from './listing.ts';

export interface PageOptions extends ToolFilter, PageRequest {}

export interface ToolPage {
  tools: ToolInfo[];
  /** How many match the filter. */
  total: number;
  nextPageToken?: string;
}

/** Returns one page of a list. @throws Failure `bad_request` for an invalid size or token */
export function toolPage(
  list: (filter: ToolFilter) => readonly Listed[],
  options: PageOptions,
  infoOf: (one: Listed) => ToolInfo,
): ToolPage {
  const { items, ...page } = pageOf<ToolFilter, Listed>(
    options,
    (filter) => list(checkToolFilter(filter)),
    ({ place }) => place,
  );
  return { tools: items.map(infoOf), ...page };
}
