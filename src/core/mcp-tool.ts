// A tool on a server, as its list told of it: the plain data that the registry keeps and the screen shows. Pure.
import { hostnameOf } from './hosts.ts';
import { isObject } from '../base/json.ts';
import type { ObjectSchema, Schema } from './schema.ts';

/** What the server says of how a tool behaves. It is shown, and nothing is decided by it. */
export interface McpHints {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

/** Read from the list of a server: bounded, without characters that cannot be seen. */
export interface McpTool {
  /** As the server calls it. */
  name: string;
  title?: string;
  description: string;
  parameters: ObjectSchema;
  returns?: Schema;
  hints?: McpHints;
  /** Why it cannot be called from here; a sentence. */
  problem?: string;
}

/** The source of a tool of kind `mcp`. */
export type McpSource = McpTool;

/** What a server may be called: it goes in front of the names of its tools, and stands in scripts. */
export const SERVER_NAME = /^(?=.{1,24}$)[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;

/** A name for a server at this address: of `https://mcp.linear.app/sse` it is `linear`. */
export function serverNameFor(url: string): string {
  const hostname = hostnameOf(url);
  if (hostname === undefined) return '';
  const parts = hostname.split('.').filter((part) => !/^(mcp|api|www|app|\d+)$/.test(part));
  const word = parts.length > 1 ? parts.at(-2) : parts[0];
  const name = (word ?? '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^[_\d]+|_+$/g, '')
    .slice(0, 24);
  return SERVER_NAME.test(name) ? name : 'server';
}

/** What a tool may be called at most, and what of a name that is too long or taken tells it from others. */
const LONGEST = 64;

/** The name under which a tool of a server is kept: `SERVER__TOOL`. @param taken names of other tools of the server */
export function serverToolName(
  server: string,
  tool: string,
  taken: { has(name: string): boolean } = new Set(),
): string {
  const full = `${server}__${tool.replaceAll(/[^A-Za-z0-9_]+/g, '_')}`;
  if (full.length <= LONGEST && !taken.has(full)) return full;
  const marked = `${full.slice(0, LONGEST - 9)}_${shortHash(tool)}`;
  return taken.has(marked) ? `${full.slice(0, LONGEST - 9)}_${shortHash(`${tool}+`)}` : marked;
}

/** @returns undefined for what is no such source. */
export function readMcpSource(source: string): McpSource | undefined {
  try {
    const read: unknown = JSON.parse(source);
    return isObject(read) && typeof read['name'] === 'string' ? (read as unknown as McpSource) : undefined;
  } catch {
    return undefined;
  }
}

/** What a server says of a tool, in words; empty when it says nothing. */
export function hintWords({ readOnly, destructive, idempotent, openWorld }: McpHints = {}): string[] {
  return [
    ...(readOnly === true ? ['read-only'] : []),
    ...(readOnly !== true && destructive === true ? ['can delete or overwrite data'] : []),
    ...(readOnly !== true && destructive === false ? ['only adds data'] : []),
    ...(idempotent === true ? ['safe to repeat'] : []),
    ...(openWorld === true ? ['contacts external services'] : []),
  ];
}

/** FNV-1a, 32 bits: tells names apart that would read alike. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
