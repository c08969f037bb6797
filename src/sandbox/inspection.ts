// Turns what the sandbox reports about a script into a ToolSpec. Pure: the page and the build share it.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { toConnectorSpec, toToolSpec } from '../core/tool-spec.ts';
import type { ToolSpec } from '../core/tool.ts';

/**
 * Seconds a script has to define its `tool` table. `INSPECT_LOOKS` ends a busy script sooner, because the clock also
 * counts the time of other programs.
 */
export const INSPECT_SECONDS = 5;

/** Maximum clock checks, one per 10,000 instructions or 1,024 blocks of memory: about a second of plain Lua. */
export const INSPECT_LOOKS = 5000;

/** The error of a script that exceeds either limit. */
export function lateToDefine(fileName: string): string {
  return `${fileName} takes too long to load; move the work into tool.execute`;
}

/**
 * @param json the virtual machine's answer in `inspect` mode: `{"execute": boolean, "tool": {…}}`, `{"scan": boolean,
 *   "connector": {…}}`, or `{}`
 * @throws Failure `bad_request` that says what to change
 */
export function toInspectedSpec(json: string, fileName?: string): ToolSpec {
  const found: unknown = JSON.parse(json);
  const { tool, execute, connector, scan } = isObject(found) ? found : {};
  if (isObject(connector)) {
    const spec = toConnectorSpec(connector, fileName);
    if (scan === true) return spec;
    throw new Failure('bad_request', 'the script must define function connector.scan(config)');
  }
  const spec = toToolSpec(tool, fileName);
  if (execute === true) return spec;
  throw new Failure('bad_request', 'the script must define function tool.execute(params, context)');
}
