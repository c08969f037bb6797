// Which tools can be offered to a model, and the result format of `find_tools`: the registry writes it, the agent
// reads it. Pure.
import { isObject, type Json } from '../base/json.ts';
import type { ObjectSchema } from './schema.ts';
import type { ToolInfo } from './tool.ts';

/** The built-in with which models find more tools. */
export const FIND_TOOLS = 'find_tools';

/** Number of tools in its result. With 20, the right one was included for 95 % of questions (bench/README.md). */
export const FOUND_TOOLS = { usual: 20, most: 50 } as const;

/** One tool in a result of `find_tools`. */
export interface FoundTool {
  name: string;
  description: string;
  /** Omitted when the result would be too long: a found tool is defined in full from the next turn on. */
  parameters?: ObjectSchema;
  /** How a script calls it, as annotations. */
  lua?: string;
}

/** Tells whether a tool can be offered to models. Each call is still checked against its policy. */
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

/** Returns the names in a result of `find_tools`; none for anything else. */
export function namesFound(result: Json | undefined): string[] {
  const tools = isObject(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  );
}
