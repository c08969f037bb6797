// All global variables of scripts, as data for the checks, completion, help, the annotations of other editors, and
// model prompts. A test in the virtual machine proves that it is complete.
import type { ApiEntry } from './api-entry.ts';
import { HOST_CALLS } from './host-calls.ts';
import { LUA_LIBRARY } from './lua-library.ts';

export type { ApiClass, ApiEntry, ApiField, ApiReturn } from './api-entry.ts';

export const HOST_API: readonly ApiEntry[] = [...HOST_CALLS, ...LUA_LIBRARY];

const BY_NAME = new Map(HOST_API.map((entry) => [entry.name, entry]));
const TABLES = new Map<string, ApiEntry[]>();
for (const entry of HOST_API) {
  const [table, field] = entry.name.split('.');
  if (table !== undefined && field !== undefined) TABLES.set(table, [...(TABLES.get(table) ?? []), entry]);
}

export function apiEntry(name: string): ApiEntry | undefined {
  return BY_NAME.get(name);
}

/** The entries of each global table, by its name. */
export const API_TABLES: ReadonlyMap<string, readonly ApiEntry[]> = TABLES;

/** The purpose of each global table, in one line. */
export const TABLE_HELP: Readonly<Record<string, string>> = {
  context: 'The library, the tool’s config, and the progress of the run',
  http: 'Requests to granted hosts',
  html: 'Web pages as Markdown',
  json: 'Reading and writing JSON',
  env: 'Config values and secrets by name',
  fs: 'Files in the tool’s own folder',
  log: 'Lines in the run log',
  base64: 'Base64 encoding',
  crypto: 'Hashes, random bytes and UUIDs',
  tools: 'The other installed tools',
  view: 'Results with a view',
  coroutine: 'Functions that can pause and resume',
  math: 'Numbers',
  os: 'Time and dates',
  string: 'Strings as bytes',
  table: 'Lists',
  utf8: 'Strings as UTF-8 characters',
};

/** `tools`, whose fields are the other tools, and other tables that accept any field. */
export const OPEN_TABLES: ReadonlySet<string> = new Set(['tools', 'context.config']);
