// The app's tool operations, as other parts see them.
import type { ToolWriter } from '../../agent/tool-writer.ts';
import type { Cases } from '../../tools/cases/cases.ts';
import type { Runs } from '../../tools/runs.ts';
import type { ToolSearch } from '../../tools/tool-search.ts';
import type { ToolOperations } from '../../tools/tool-operations.ts';
import type { Usage } from '../../storage/database.ts';
import type { LinkTable } from '../../storage/links.ts';

export interface AppTools {
  /** The run log. */
  runs(): Promise<Runs>;
  /** Finds tools by name and by purpose. */
  search(): Promise<ToolSearch>;
  /** Checks, compares, imports and exports tools, and looks for updates. */
  operations(): Promise<ToolOperations>;
  /** Drafts tools with the connected model. */
  writer(): Promise<ToolWriter>;
  /** Reads, records and runs the test cases of tools. */
  cases(): Promise<Cases>;
  /** Number of calls per tool, by `<bundle id>/<slug>`. */
  usage(): Promise<ReadonlyMap<string, Usage>>;
  /** Bundles linked to files and folders on this device. */
  links(): Promise<LinkTable>;
  /** Checks that the stored tools still compile, once per session and after each change. */
  checkUp(): Promise<void>;
}
