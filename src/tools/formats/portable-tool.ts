// The metadata of an exported tool besides its texts, and how to read it back. No ids, policies or grants.
import { checkTags } from '../../core/bundle.ts';
import { Failure } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import { checkLimits, HIGHEST_LIMITS, type Limits } from '../../core/limits.ts';
import { TOOL_NAME, type Tool } from '../../core/tool.ts';
import type { ToolKind } from '../../core/tool-kinds.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { toToolPage, type ToolPage } from '../../core/tool-page.ts';
import { checkConfig } from '../install-options.ts';
import { toolDraft } from './draft.ts';

/** Built-in tools are part of the program, so they are never exported. */
export type PortableKind = Exclude<ToolKind, 'builtin' | 'mcp'>;

export interface PortableTool {
  kind: PortableKind;
  name: string;
  version: string;
  tags: string[];
  /** Unexpanded: a secret appears as `${NAME}`. */
  config: JsonObject;
  /** The hosts it wants to reach, for people to read. */
  hosts: string[];
  enabled?: false;
  limits?: Partial<Limits>;
  maxCallsPerMinute?: number;
  page?: Omit<ToolPage, 'from'>;
  llmCallable?: false;
  userCallable?: false;
  problem?: string;
}

/** Sorts by bundle, slug and version, so that the same tools make the same file. */
export function portableOrder(tools: readonly Tool[]): Tool[] {
  const key = (tool: Tool): string =>
    `${tool.slug}\n${tool.currentSince}\n${tool.spec.version}\n${tool.kind}`;
  return tools
    .filter(({ kind }) => kind !== 'builtin')
    .sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

export function toPortable(tool: Tool): PortableTool {
  const { name, spec, tags, config, limits, maxCallsPerMinute, page, problem } = tool;
  return {
    kind: tool.kind as PortableKind,
    name,
    version: spec.version,
    tags,
    config: sorted(config),
    hosts: spec.hosts,
    // A tool with a problem is switched off because of it.
    ...(!tool.enabled && problem === undefined && { enabled: false }),
    ...(Object.keys(limits).length > 0 && { limits: sorted(limits as JsonObject) as Partial<Limits> }),
    ...(maxCallsPerMinute !== undefined && { maxCallsPerMinute }),
    ...(page && { page: { source: page.source, language: page.language } }),
    ...(!tool.llmCallable && { llmCallable: false }),
    ...(!tool.userCallable && { userCallable: false }),
    ...(problem !== undefined && { problem }),
  };
}

/**
 * @param from names the file in messages
 * @throws Failure `bad_request` that names the field
 */
export function fromPortable(
  given: Record<string, unknown>,
  source: string,
  files: Record<string, string>,
  from: string,
): ToolDraft {
  const wrong = (field: string): never => {
    throw new Failure('bad_request', `${from} cannot be read: the '${field}' of a tool is invalid`);
  };
  const { kind, name, tags, config, limits, maxCallsPerMinute: calls, page, problem } = given;
  if (typeof name !== 'string' || !TOOL_NAME.test(name) || name === '__proto__') return wrong('name');
  if (kind !== 'lua' && kind !== 'connector' && kind !== 'http' && kind !== 'flow') return wrong('kind');
  if (config !== undefined && !isObject(config)) return wrong('config');
  if (problem !== undefined && typeof problem !== 'string') return wrong('problem');
  if (calls !== undefined && !(Number.isInteger(calls) && (calls as number) > 0)) {
    return wrong('maxCallsPerMinute');
  }
  const checked = checkLimits(limits, HIGHEST_LIMITS, `${from}: limits`);
  return toolDraft({
    kind: kind === 'connector' ? 'lua' : kind,
    name,
    source,
    files,
    config: checkConfig(config ?? {}),
    tags: checkTags(tags),
    ...(given['enabled'] === false && { enabled: false }),
    ...(Object.keys(checked).length > 0 && { limits: checked }),
    ...(calls !== undefined && { maxCallsPerMinute: calls as number }),
    ...(page !== undefined && { page: toToolPage(page, 'import') }),
    ...(given['llmCallable'] === false && { llmCallable: false }),
    ...(given['userCallable'] === false && { userCallable: false }),
    ...(problem !== undefined && { problem }),
  });
}

/** The order in which keys were set has no meaning. */
function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}
