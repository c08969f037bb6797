// The scripting part of the prompt in the app: built from the tools in the prompt and their current policies.
import { codeModeText } from '../../agent/code-mode.ts';
import { areMany } from '../../agent/offered-tools.ts';
import { RUN_SCRIPT } from '../../core/script-result.ts';
import type { ToolInfo } from '../../core/tool.ts';
import { SCRIPT_CALLS, toolApi, toolsApi } from '../../lua-language/script-api.ts';
import type { Registry } from '../../tools/registry.ts';
import { READ_OUTPUT } from '../../tools/scripts/script-names.ts';
import { effectOf } from '../../tools/scripts/tool-effect.ts';

/** Characters for tool annotations. With many tools, their definitions leave less room (see OFFER_LIMITS). */
const ROOM = { few: 4_000, many: 550 };

type Tools = Pick<Registry, 'get' | 'list'>;

/** Undefined where scripts are not offered: the tool is off, or the profile does not include it. */
export function codePrompt(tools: Tools) {
  return (given: readonly ToolInfo[], canFindMore: boolean): string | undefined => {
    if (!given.some(({ name }) => name === RUN_SCRIPT)) return undefined;
    const callable = given
      .filter(({ name }) => name !== RUN_SCRIPT && name !== READ_OUTPUT)
      .map(({ name, kind, parameters }) => ({ name, server: kind === 'mcp', parameters }));
    const room = canFindMore || areMany(given) ? ROOM.many : ROOM.few;
    const { text, left } = toolsApi(callable, (name) => effectOf(tools.get(name)), room);
    return codeModeText({ calls: SCRIPT_CALLS, tools: text, left, canFindMore });
  };
}

/** How a script calls a tool found by `find_tools`; undefined where scripts are not offered. */
export function callText(tools: Tools, { name, kind, parameters }: ToolInfo): string | undefined {
  const script = tools.get(RUN_SCRIPT);
  if (!script?.enabled || !script.llmCallable) return undefined;
  return toolApi({ name, server: kind === 'mcp', parameters }, effectOf(tools.get(name)));
}
