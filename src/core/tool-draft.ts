// An imported tool before installation: plain data that a person can review first.
import type { JsonObject } from '../base/json.ts';
import type { Limits } from './limits.ts';
import type { ToolPage } from './tool-page.ts';

/** How the `problem` of a script for another runtime begins. */
export const OTHER_RUNTIME = 'it is written for';

/** True if the tool's source is not Lua. */
export function isForeign({ problem }: { problem?: string | undefined }): boolean {
  return problem?.startsWith(OTHER_RUNTIME) === true;
}

export interface ToolDraft {
  /** Format of `source`: Lua text, or the JSON text of an HTTP tool or a flow. */
  kind: 'lua' | 'http' | 'flow';
  /** Names the tool if its source does not: `weather.lua`, `weather.http.json`. */
  fileName: string;
  source: string;
  /** Text files that come with it, by path: modules, data, `cases.json`. */
  files: Record<string, string>;
  /** Values for `context.config`; a secret appears as `${NAME}`. */
  config: JsonObject;
  tags: string[];
  /** Why it can't run here, such as another runtime. It is then kept with its source, switched off. */
  problem?: string;
  /** What it declares there, when it can't run here. */
  declared?: { description?: string; parameters?: JsonObject };
  /** Switched off at its origin, or not meant to run without a review. */
  enabled?: false;
  /** Its origin requires approval of each call. */
  approve?: true;
  /** Settings chosen at its origin. Policies and grants are never imported. */
  limits?: Partial<Limits>;
  maxCallsPerMinute?: number;
  /** Its view of its results. */
  page?: ToolPage;
  llmCallable?: false;
  userCallable?: false;
}

export interface BundleDraft {
  slug: string;
  displayName: string;
  description: string;
  tools: ToolDraft[];
  /** Names of secrets in the tools' config, for the user to fill in. */
  secrets: string[];
  /** Notes for the reader: skipped files, dropped values. Sentences. */
  notes: string[];
}

/** An imported file. `path` uses `/` and is relative. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}
