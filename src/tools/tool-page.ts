// Lists of tools page by page. Loads when one is asked for.
import { pageOf, type PageRequest } from '../core/paging.ts';
import type { ToolInfo } from '../core/tool.ts';
import { checkToolFilter } from '../core/tool-filter.ts';
import type { Listed, ToolFilter } from './listing.ts';

export interface PageOptions extends ToolFilter, PageRequest {}

export interface ToolPage {
  tools: ToolInfo[];
  /** How many fit the filter. */
  total: number;
  nextPageToken?: string;
}

/** One page of a list. @throws Failure `bad_request` for a size or a token that is none. */
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
