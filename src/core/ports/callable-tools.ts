// The tools that one chat can list, find and call.
import type { CallReport, ToolInfo } from '../tool.ts';

export interface CallableTools<Options> {
  list(): ToolInfo[];
  /** Returns the best offerable tools for a query without built-ins, best first. */
  find(query: string, limit: number): Promise<readonly ToolInfo[]>;
  call(name: string, args: unknown, options: Options): Promise<CallReport>;
}
