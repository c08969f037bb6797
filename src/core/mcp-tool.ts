// A tool on a server, from the server's list: the plain data that the registry keeps and the screen shows. Pure.
import { hostnameOf } from './hosts.ts';
import { isObject } from '../base/json.ts';
import { mayCall, type McpToolApp } from './mcp-app.ts';
import type { ObjectSchema, Schema } from './schema.ts';

/** The server's own hints about a tool. They are shown; no decision depends on them. */
export interface McpHints {
  readOnly?: boolean;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
}

/** Read from a server's list: limited in length, without invisible characters. */
export interface McpTool {
  /** Name on the server. */
  name: string;
  title?: string;
  description: string;
  parameters: ObjectSchema;
  returns?: Schema;
  hints?: McpHints;
  app?: McpToolApp;
  /** Why it can't be called from here, as a sentence. */
  problem?: string;
}

/** The source of a tool of kind `mcp`. */
export type McpSource = McpTool;

/** Valid names of servers. The name prefixes those of its tools and appears in scripts. */
export const SERVER_NAME = /^(?=.{1,24}$)[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*$/;

/** Derives a server name from its address: `https://mcp.linear.app/sse` gives `linear`. */
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

/** Maximum length of a tool name. A hash distinguishes names that are too long or taken. */
const LONGEST = 64;

/**
 * Returns the name of a server's tool in the registry: `SERVER__TOOL`. @param taken names of other tools of the
 * server
 */
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

/** @returns undefined for anything else. */
export function readMcpSource(source: string): McpSource | undefined {
  try {
    const read: unknown = JSON.parse(source);
    return isObject(read) && typeof read['name'] === 'string' ? (read as unknown as McpSource) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a tool of a server is for its apps alone. */
export function isForAppsOnly({ kind, source }: { kind: string; source: string }): boolean {
  return kind === 'mcp' && !mayCall(readMcpSource(source)?.app, 'model');
}

/** Returns the server's hints about a tool in words; empty when there are none. */
export function hintWords({ readOnly, destructive, idempotent, openWorld }: McpHints = {}): string[] {
  return [
    ...(readOnly === true ? ['read-only'] : []),
    ...(readOnly !== true && destructive === true ? ['can delete or overwrite data'] : []),
    ...(readOnly !== true && destructive === false ? ['only adds data'] : []),
    ...(idempotent === true ? ['safe to repeat'] : []),
    ...(openWorld === true ? ['contacts external services'] : []),
  ];
}

/** FNV-1a, 32 bits: distinguishes names that would otherwise be equal. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
