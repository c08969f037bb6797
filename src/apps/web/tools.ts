// What is done with tools besides keeping and calling them, as everybody else sees it. It loads with the first use of any of it.
import type { ToolWriter } from '../../agent/tool-writer.ts';
import { deferred, once } from '../../core/deferred.ts';
import type { Cases } from '../../tools/cases/cases.ts';
import type { FinishedCall } from '../../tools/invoke.ts';
import type { Runs } from '../../tools/runs.ts';
import type { ToolSearch } from '../../tools/tool-search.ts';
import type { ToolOperations } from '../../tools/tool-operations.ts';
import type { Usage } from '../../storage/database.ts';
import type { LinkTable } from '../../storage/links.ts';
import type { AppToolsDeps, ToolParts } from './tool-parts.ts';

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

/** And what the app itself does with it. */
export type OpenTools = AppTools & Pick<ToolParts, 'find' | 'record' | 'carryUsage'>;

export function openTools(deps: AppToolsDeps): OpenTools {
  const parts = once(async () => new (await import('./tool-parts.ts')).ToolParts(deps));
  return {
    ...deferred(parts, [...LATE]),
    record: (call: FinishedCall) =>
      void parts().then(
        (made) => made.record(call),
        () => undefined,
      ),
  };
}

const LATE = [
  'runs',
  'search',
  'operations',
  'writer',
  'cases',
  'usage',
  'links',
  'checkUp',
  'find',
  'carryUsage',
] as const;
