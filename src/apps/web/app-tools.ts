// Tool operations of the app as the other parts see them.
import type { ToolWriter } from '../../agent/tool-writer.ts';
import type { Cases } from '../../tools/cases/cases.ts';
import type { Runs } from '../../tools/runs.ts';
import type { ToolSearch } from '../../tools/tool-search.ts';
import type { ToolOperations } from '../../tools/tool-operations.ts';
import type { Usage } from '../../storage/database.ts';
import type { LinkTable } from '../../storage/links.ts';

export interface AppTools {
  /** The record of runs. */
  runs(): Promise<Runs>;
  /** Finds tools by name, and by what they are for. */
  search(): Promise<ToolSearch>;
  /** Checks, compares, imports, exports, looks for updates. */
  operations(): Promise<ToolOperations>;
  /** Writes drafts of tools with the connected model. */
  writer(): Promise<ToolWriter>;
  /** The test cases of tools: reads, records and runs them. */
  cases(): Promise<Cases>;
  /** How often each tool was called: by `<bundle id>/<slug>`. */
  usage(): Promise<ReadonlyMap<string, Usage>>;
  /** What is linked to files and folders on this device. */
  links(): Promise<LinkTable>;
  /** Looks whether the stored tools still compile, once a session and whenever one changes. */
  checkUp(): Promise<void>;
}
