// Filters of tool lists, as passed by callers.
import { checkAnyOf, checkFilterKeys } from './paging.ts';
import { TOOL_KINDS, TOOL_ORIGINS } from './tool-kinds.ts';

const KEYS = ['includeDisabled', 'connectors', 'disabled', 'kind', 'origin', 'tag', 'bundle', 'llmCallable'];

/** @throws Failure `bad_request` that names the unknown key */
export function checkToolFilter<T extends object>(given: T): T {
  checkFilterKeys(given, KEYS);
  const { kind, origin, tag, bundle } = given as Record<string, unknown>;
  checkAnyOf('kind', kind, TOOL_KINDS);
  checkAnyOf('origin', origin, TOOL_ORIGINS);
  checkAnyOf('tag', tag);
  checkAnyOf('bundle', bundle);
  return given;
}
