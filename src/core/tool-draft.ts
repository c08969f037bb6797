// What an import read, before anything of it is installed: plain data that a person can look at first.
import type { JsonObject } from '../base/json.ts';
import type { Limits } from './limits.ts';

export interface ToolDraft {
  /** How `source` is to be read: Lua text, or the JSON text of an HTTP tool or a flow. */
  kind: 'lua' | 'http' | 'flow';
  /** Names the tool when its source does not: `weather.lua`, `weather.http.json`. */
  fileName: string;
  source: string;
  /** Text files that come with it, by path: modules, data, `cases.json`. */
  files: Record<string, string>;
  /** Values for `context.config`; a secret appears as `${NAME}`. */
  config: JsonObject;
  tags: string[];
  /** Why it cannot run here, such as another runtime: it is then kept switched off, with its source. */
  problem?: string;
  /** Switched off where it comes from, or not meant to run without a look at it. */
  enabled?: false;
  /** Where it comes from each call is approved. */
  approve?: true;
  /** What was chosen for it where it comes from. Policies and grants never travel. */
  limits?: Partial<Limits>;
  maxCallsPerMinute?: number;
  llmCallable?: false;
  userCallable?: false;
}

export interface BundleDraft {
  slug: string;
  displayName: string;
  description: string;
  tools: ToolDraft[];
  /** Names of secrets that the tools' config refers to: for the user to fill in. */
  secrets: string[];
  /** What the reader should know: skipped files, values that were left out. Sentences. */
  notes: string[];
}

/** A file on its way in. `path` uses `/` and is relative. */
export interface ImportFile {
  path: string;
  bytes: Uint8Array;
}
