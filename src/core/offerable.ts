// Which tools a model may be offered, and how `find_tools` says what it found: the registry writes it, the agent reads it. Pure.
import { isObject, type Json } from '../base/json.ts';
import type { ObjectSchema } from './schema.ts';
import type { ToolInfo } from './tool.ts';

/** The built-in that models find further tools with. */
export const FIND_TOOLS = 'find_tools';

/** Tools that it answers. With 20 the right one was among them for 95 % of questions (bench/README.md). */
export const FOUND_TOOLS = { usual: 20, most: 50 } as const;

/** What `find_tools` answers of one tool. */
export interface FoundTool {
  name: string;
  description: string;
  /** Left out when the answer would become too long: a tool that was found is defined in full from the next turn on. */
  parameters?: ObjectSchema;
  /** How a script calls it, as annotations. */
  lua?: string;
}

/** True for tools that models may be told of. Each call is still judged by its own. */
export function isOfferable(
  tool: Pick<ToolInfo, 'kind' | 'enabled' | 'policy' | 'llmCallable' | 'problem' | 'draft'>,
): boolean {
  const { enabled, policy, llmCallable, kind, problem, draft } = tool;
  return (
    enabled &&
    policy !== 'deny' &&
    llmCallable !== false &&
    kind !== 'connector' &&
    problem === undefined &&
    !draft
  );
}

/** The names in a result of `find_tools`; none in anything else. */
export function namesFound(result: Json | undefined): string[] {
  const tools = isObject(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
}
