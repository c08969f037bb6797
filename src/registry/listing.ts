// Lists of tools: which ones, in which order, and page by page.
//
// - A page token says after which tool the next page begins: tools that come in between are neither skipped nor doubled.
import { Failure } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import {
  TOOL_KINDS,
  TOOL_ORIGINS,
  type Tool,
  type ToolInfo,
  type ToolKind,
  type ToolOrigin,
} from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';

/** All that is given must hold. */
export interface ToolFilter {
  /** Also what is switched off, or in a bundle that is. */
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

/** The offered tools that fit, by name. */
export function listed(
  catalogue: Catalogue,
  given: unknown,
  own: readonly Tool[],
): { name: string; tool: Tool }[] {
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
  const fits = (tool: Tool): boolean => {
    const off = !tool.enabled || catalogue.whyClosed(tool.bundle) !== undefined;
    if (disabled !== undefined ? off !== disabled : off && !includeDisabled) return false;
    if (catalogue.bundle(tool.bundle)?.deletedAt !== undefined) return false;
    if (kind !== undefined ? tool.kind !== kind : tool.kind === 'connector' && !connectors) return false;
    if (bundle !== undefined && catalogue.bundle(tool.bundle)?.slug !== bundle) return false;
    if (llmCallable === true && (!tool.llmCallable || tool.policy === 'deny')) return false;
    return (origin === undefined || tool.origin === origin) && (tag === undefined || tool.tags.includes(tag));
  };
  const builtins = own.filter(fits).map((tool) => ({ name: tool.name, tool }));
  const others = [...catalogue.offered.values()]
    .filter(({ tool }) => fits(tool))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return [...builtins, ...others];
}

/** One page of a list. @throws Failure `bad_request` for a size or a token that is none. */
export function pageOf(
  list: readonly { name: string; tool: Tool }[],
  { pageSize = DEFAULT_PAGE, pageToken }: PageOptions,
  infoOf: (one: { name: string; tool: Tool }) => ToolInfo,
): ToolPage {
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > MAX_PAGE) {
    throw new Failure('bad_request', `pageSize must be a whole number from 1 to ${MAX_PAGE}`);
  }
  const start = pageToken === undefined ? 0 : startAfter(list, pageToken);
  const page = list.slice(start, start + pageSize);
  const last = page.at(-1);
  const more = last !== undefined && start + pageSize < list.length;
  return {
    tools: page.map(infoOf),
    total: list.length,
    ...(more && { nextPageToken: tokenOf(last) }),
  };
}

/** Built-ins come first: their rank is part of the place. */
function placeOf({ name, tool }: { name: string; tool: Tool }): string {
  return `${tool.kind === 'builtin' ? 0 : 1}:${name}`;
}

function tokenOf(last: { name: string; tool: Tool }): string {
  return btoa(`after:${placeOf(last)}`);
}

function startAfter(list: readonly { name: string; tool: Tool }[], token: string): number {
  let place: string | undefined;
  try {
    place = /^after:([01]:.*)$/.exec(atob(token))?.[1];
  } catch {
    // said below
  }
  if (place === undefined)
    throw new Failure('bad_request', 'this page token is none of ours; start again without one');
  // Built-ins keep the order of the program, so their own place is looked up.
  const at = list.findIndex((one) => placeOf(one) === place);
  if (at >= 0) return at + 1;
  const next = list.findIndex((one) => placeOf(one) > (place as string));
  return next < 0 ? list.length : next;
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
