// Lists of tools: their selection and order.
import { isAnyOf, type AnyOf } from '../core/any-of.ts';
import type { Tool } from '../core/tool.ts';
import type { ToolKind, ToolOrigin } from '../core/tool-kinds.ts';
import type { Catalogue } from './catalogue.ts';

/** All given fields must match; of a list, any item. */
export interface ToolFilter {
  /** Includes what is switched off or in a disabled bundle, and drafts, which are not saved yet. */
  includeDisabled?: boolean;
  /** Includes connectors; they are listed anyway when `kind` asks for them. */
  connectors?: boolean;
  /** Only what is switched off. */
  disabled?: boolean;
  kind?: AnyOf<ToolKind>;
  origin?: AnyOf<ToolOrigin>;
  tag?: AnyOf<string>;
  /** The slug of a bundle. */
  bundle?: AnyOf<string>;
  /** Only tools that may be offered to models. */
  llmCallable?: boolean;
}

/** A tool in a list. */
export interface Listed {
  name: string;
  tool: Tool;
  /** The sort key of the list. */
  place: string;
}

/** Returns the matching tools: built-ins first, in the program's order, then by name. */
export function listed(catalogue: Catalogue, filter: ToolFilter, own: readonly Tool[]): Listed[] {
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
    if (!isAnyOf(kind, tool.kind) || (kind === undefined && tool.kind === 'connector' && !connectors))
      return false;
    if (!isAnyOf(bundle, catalogue.bundle(tool.bundle)?.slug)) return false;
    if (llmCallable === true && (!tool.llmCallable || tool.policy === 'deny')) return false;
    return isAnyOf(origin, tool.origin) && (tag === undefined || tool.tags.some((one) => isAnyOf(tag, one)));
  };
  const builtins = own
    .map((tool, rank) => ({ name: tool.name, tool, place: `0:${String(rank).padStart(3, '0')}` }))
    .filter(({ tool }) => fits(tool));
  return [...builtins, ...catalogue.sorted.filter(({ tool }) => fits(tool))];
}
