// What a script says of itself, as it comes out of the sandbox, turned into a ToolSpec. Pure: page and build use it alike.
import { Failure } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import { toToolSpec, type ToolSpec } from '../core/tool.ts';

/** Time a script has to define its `tool` table. */
export const INSPECT_SECONDS = 1;

/**
 * @param json what the virtual machine answers in `inspect` mode: `{"execute": boolean, "tool": {…}}`, or, without a tool, `{}` or
 * `{"connector": true}`.
 * @throws Failure `bad_request` that says what to change.
 */
export function toInspectedSpec(json: string, fileName?: string): ToolSpec {
  const found: unknown = JSON.parse(json);
  const { tool, execute, connector } = isObject(found) ? found : {};
  if (connector === true) {
    throw new Failure(
      'bad_request',
      "this script is a connector, which this version of Perilune does not run yet; a tool defines a global table 'tool'",
    );
  }
  const spec = toToolSpec(tool, fileName);
  if (execute !== true) {
    throw new Failure('bad_request', 'the script must define function tool.execute(params, context)');
  }
  return spec;
}
