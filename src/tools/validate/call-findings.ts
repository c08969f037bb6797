// Calls of functions that don't exist: `http.fetch`, `io.open`, `json:parse`. Skips names that the script declares or
// assigns.
import type { Finding } from '../../core/finding.ts';
import { HOST_API, OPEN_TABLES } from '../../lua-language/host-api.ts';
import { nearName } from './near-name.ts';
import type { ScriptNames, Use } from './script-names.ts';

const NAMES: ReadonlySet<string> = new Set(HOST_API.map(({ name }) => name));
const TABLES = new Map<string, string[]>();
for (const name of NAMES) {
  const [table, field] = name.split('.');
  if (table !== undefined && field !== undefined) TABLES.set(table, [...(TABLES.get(table) ?? []), field]);
}
/** Globals that a script defines for the app to read. */
const ENTRIES: ReadonlySet<string> = new Set(['tool', 'connector', '_ENV', '_G']);

/** Names in other programs and older versions of Lua, which are too different to be found by similarity. */
const INSTEAD: Readonly<Record<string, string>> = {
  'json.dump': 'json.encode',
  'json.dumps': 'json.encode',
  'json.stringify': 'json.encode',
  'json.load': 'json.parse',
  'json.loads': 'json.parse',
  'cjson.encode': 'json.encode',
  'cjson.decode': 'json.parse',
  'http.fetch': 'http.get',
  'http.head': 'http.request',
  'http.send': 'http.request',
  fetch: 'http.get',
  'fs.open': 'fs.read',
  'fs.exists': 'fs.list',
  'fs.remove': 'fs.delete',
  'fs.unlink': 'fs.delete',
  'fs.readdir': 'fs.list',
  'io.open': 'fs.read',
  'io.lines': 'fs.read',
  'io.write': 'print',
  'os.getenv': 'env.get',
  'os.remove': 'fs.delete',
  'context.find': 'context.search',
  'context.document': 'context.get',
  'context.fetch': 'context.get',
  'context.log': 'log.info',
  'context.env': 'env.get',
  'log.trace': 'log.debug',
  'log.fatal': 'log.error',
  'crypto.md5': 'crypto.sha256',
  'crypto.sha1': 'crypto.sha256',
  'string.gfind': 'string.gmatch',
  'string.trim': 'string.match',
  'table.unpackn': 'table.unpack',
  'console.log': 'print',
  unpack: 'table.unpack',
  loadstring: 'load',
  wait: 'sleep',
};

/** @param known globals that other files of the tool assign */
export function callFindings(script: ScriptNames, known: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  for (const use of script.uses()) {
    const root = use.path[0] as string;
    if (script.own.has(root) || ENTRIES.has(root) || use.as === 'value') continue;
    const finding = judge(use, (name) => script.assigned.has(name) || known.has(name));
    if (finding) findings.push({ ...finding, ...use.place });
  }
  return findings;
}

function judge({ path, as }: Use, isAssigned: (name: string) => boolean): Finding | undefined {
  const [root, field] = path as [string, string | undefined];
  if (isAssigned(root)) return undefined;
  const fields = TABLES.get(root);
  if (!fields) return NAMES.has(root) ? undefined : unknown(path);
  if (field === undefined || OPEN_TABLES.has(root)) return undefined;
  const name = `${root}.${field}`;
  if (isAssigned(name)) return undefined;
  if (!NAMES.has(name)) return unknown(path.slice(0, 2), fields);
  if (as !== 'method' || path.length > 2) return undefined;
  return {
    code: 'colon_call',
    message: `${root}:${field}(…) passes ${root} as the first argument; write ${name}(…)`,
  };
}

function unknown(path: readonly string[], fields?: readonly string[]): Finding {
  const name = path.slice(0, 2).join('.');
  const instead = INSTEAD[name] ?? INSTEAD[path[0] as string] ?? near(path, fields);
  const missing = fields
    ? `there is no ${name}`
    : `'${name}' is not available in tools, and the script does not define ${path[0] as string}`;
  const more = fields ? `; ${path[0] as string} has ${listed(fields)}` : '';
  return {
    code: 'unknown_call',
    message: missing + (instead === undefined ? more : `; did you mean ${instead}?`),
  };
}

function near(path: readonly string[], fields?: readonly string[]): string | undefined {
  const [root, field] = path as [string, string | undefined];
  if (fields) {
    const found = nearName(field ?? '', fields);
    return found === undefined ? undefined : `${root}.${found}`;
  }
  if (field === undefined)
    return nearName(
      root,
      [...NAMES].filter((name) => !name.includes('.')),
    );
  const table = nearName(root, TABLES.keys());
  return table !== undefined && NAMES.has(`${table}.${field}`) ? `${table}.${field}` : undefined;
}

function listed(words: readonly string[]): string {
  const sorted = [...words].sort();
  return sorted.length < 2
    ? sorted.join('')
    : `${sorted.slice(0, -1).join(', ')} and ${sorted.at(-1) as string}`;
}
