// Everything that a script finds in its global variables, as data: for the checks of a script, for completion and help, for
// the annotations of other editors, and for what a model is told. A test in the virtual machine proves that it is complete.
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

/** What the global tables are for, in a line. */
export const TABLE_HELP: Readonly<Record<string, string>> = {
  context: 'The documents of the library, the tool’s settings, and what is shown of the run',
  http: 'Requests to hosts that the tool was granted',
  json: 'JSON texts and values',
  env: 'Secrets and settings by name',
  fs: 'The tool’s own folder of files',
  log: 'Lines in the run’s log',
  base64: 'Bytes as text and back',
  crypto: 'Digests, random bytes and ids',
  tools: 'The other tools that are installed',
  view: 'Results that say how they are drawn',
  coroutine: 'Functions that pause and go on',
  math: 'Numbers',
  os: 'Time and dates',
  string: 'Texts as bytes',
  table: 'Lists',
  utf8: 'Texts as characters',
};

/** Of `tools`, whose fields are the other tools, and of whatever else answers to any name. */
export const OPEN_TABLES: ReadonlySet<string> = new Set(['tools', 'context.config']);
