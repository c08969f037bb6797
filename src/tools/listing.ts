// Lists of tools: which ones, in which order, and page by page.
//
// - A page token says after which tool the next page begins: tools that come in between are neither skipped nor doubled.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { type Tool, type ToolInfo } from '../core/tool.ts';
import { TOOL_KINDS, TOOL_ORIGINS, type ToolKind, type ToolOrigin } from '../core/tool-kinds.ts';
import type { Catalogue } from './catalogue.ts';

/** All that is given must hold. */
export interface ToolFilter {
  /** Also what is switched off, or in a bundle that is; and drafts, which are not saved yet. */
  includeDisabled?: boolean;
  /** Also connectors; they are listed anyway when `kind` asks for them. */
  connectors?: boolean;
  /** Only what is switched off. */
  disabled?: boolean;
  kind?: ToolKind;
  origin?: ToolOrigin;
  tag?: string;
  /** The slug of a bundle. */
  bundle?: string;
  /** Only what may be offered to models. */
  llmCallable?: boolean;
}

export interface PageOptions extends ToolFilter {
  /** Default 50, at most 500. */
  pageSize?: number;
  pageToken?: string;
}

export interface ToolPage {
  tools: ToolInfo[];
  /** How many fit the filter. */
  total: number;
  nextPageToken?: string;
}

const DEFAULT_PAGE = 50;
const MAX_PAGE = 500;

/** A tool in a list. */
export interface Listed {
  name: string;
  tool: Tool;
  /** What the list is sorted by. */
  place: string;
}

/** The offered tools that fit: built-ins first, in the order of the program, then by name. */
export function listed(catalogue: Catalogue, given: unknown, own: readonly Tool[]): Listed[] {
  const filter = checkFilter(given);
  const {
    includeDisabled = false,
    connectors = false,
    disabled,
    kind,
    origin,
    tag,
    bundle,
    llmCallable,
  } = filter;
  const closed = new Map<string, boolean>();
  const isClosed = (id: string): boolean => {
    let known = closed.get(id);
    if (known === undefined) closed.set(id, (known = catalogue.whyClosed(id) !== undefined));
    return known;
  };
  const fits = (tool: Tool): boolean => {
    const off = !tool.enabled || isClosed(tool.bundle);
    if (disabled !== undefined ? off !== disabled : off && !includeDisabled) return false;
    if (off && catalogue.bundle(tool.bundle)?.deletedAt !== undefined) return false;
    if (tool.draft && !includeDisabled) return false;
    if (kind !== undefined ? tool.kind !== kind : tool.kind === 'connector' && !connectors) return false;
    if (bundle !== undefined && catalogue.bundle(tool.bundle)?.slug !== bundle) return false;
    if (llmCallable === true && (!tool.llmCallable || tool.policy === 'deny')) return false;
    return (origin === undefined || tool.origin === origin) && (tag === undefined || tool.tags.includes(tag));
  };
  const builtins = own
    .map((tool, rank) => ({ name: tool.name, tool, place: `0:${String(rank).padStart(3, '0')}` }))
    .filter(({ tool }) => fits(tool));
  return [...builtins, ...catalogue.sorted.filter(({ tool }) => fits(tool))];
}

/** One page of a list. @throws Failure `bad_request` for a size or a token that is none. */
export function pageOf(
  list: readonly Listed[],
  { pageSize = DEFAULT_PAGE, pageToken }: PageOptions,
  infoOf: (one: Listed) => ToolInfo,
): ToolPage {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE) {
    throw new Failure('bad_request', `pageSize must be a whole number from 1 to ${MAX_PAGE}`);
  }
  const after = pageToken === undefined ? '' : placeIn(pageToken);
  const next = list.findIndex(({ place }) => place > after);
  const start = next < 0 ? list.length : next;
  const page = list.slice(start, start + pageSize);
  const last = page.at(-1);
  const more = last !== undefined && start + pageSize < list.length;
  return {
    tools: page.map(infoOf),
    total: list.length,
    ...(more && { nextPageToken: btoa(`after:${last.place}`) }),
  };
}

function placeIn(token: string): string {
  let place: string | undefined;
  try {
    place = /^after:([01]:.*)$/.exec(atob(token))?.[1];
  } catch {
    // said below
  }
  if (place === undefined)
    throw new Failure('bad_request', 'this page token is none of ours; start again without one');
  return place;
}

function checkFilter(given: unknown): ToolFilter {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new Failure('bad_request', 'the options of a list must be an object');
  const { kind, origin } = given;
  if (kind !== undefined && !TOOL_KINDS.includes(kind as ToolKind)) {
    throw new Failure('bad_request', `kind must be one of ${TOOL_KINDS.join(', ')}`);
  }
  if (origin !== undefined && !TOOL_ORIGINS.includes(origin as ToolOrigin)) {
    throw new Failure('bad_request', `origin must be one of ${TOOL_ORIGINS.join(', ')}`);
  }
  return given as ToolFilter;
}
