// MCP Apps: pages that a server provides for its tools. What they declare, and what a person grants. Pure.
import { isObject } from '../base/json.ts';
import { hostnameOf, isOwnNetwork, isThisDevice } from './hosts.ts';

/** The extension's name in the capabilities of a client, and the type of its pages. */
export const APPS_EXTENSION = 'io.modelcontextprotocol/ui';
export const APP_TYPE = 'text/html;profile=mcp-app';

/** What a tool declares about its app. */
export interface McpToolApp {
  /** `ui://…`; absent: the tool serves an app, but shows none itself. */
  uri?: string;
  /** Who may call the tool; absent: models and the server's apps. */
  callers?: readonly ('model' | 'app')[];
}

/** Addresses that an app asks to reach, as sources of a content security policy. Also what a person granted. */
export interface AppReach {
  /** Requests. */
  connect: readonly string[];
  /** Scripts, styles, pictures, fonts and media. */
  load: readonly string[];
  /** Pages inside the app. */
  frame: readonly string[];
}

export const NO_REACH: AppReach = { connect: [], load: [], frame: [] };

export interface AppNeeds extends AppReach {
  /** Declared addresses that can't be granted. */
  refused: readonly string[];
}

const MOST_SOURCES = 20;
const LONGEST_SOURCE = 200;
/** One host, encrypted; `*.` stands for its subdomains, and needs two labels after it. */
const HOST = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?';
const LOAD = new RegExp(`^https://(?:\\*\\.${HOST}\\.)?${HOST}(?:\\.${HOST})*(?::\\d{1,5})?$`);
const CONNECT = new RegExp(`^(?:https|wss)://(?:\\*\\.${HOST}\\.)?${HOST}(?:\\.${HOST})*(?::\\d{1,5})?$`);
/** A server on this device, in development. */
const LOCAL = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?$/;

/**
 * Reads `_meta.ui` of a resource. An app may reach the user's own network only if its server is there too.
 * @param server its host name
 */
export function readNeeds(meta: unknown, server: string): AppNeeds {
  const ui = isObject(meta) && isObject(meta['ui']) ? meta['ui'] : {};
  const csp = isObject(ui['csp']) ? ui['csp'] : {};
  const refused: string[] = [];
  const sources = (given: unknown, form: RegExp): string[] => {
    const all = Array.isArray(given) ? given.filter((one) => typeof one === 'string') : [];
    const read = all.map((one) => one.slice(0, LONGEST_SOURCE).toLowerCase().replace(/\/$/, ''));
    const fits = (one: string): boolean =>
      (isThisDevice(server) && LOCAL.test(one)) ||
      (form.test(one) &&
        // A browser compares the end of a host: `*.168.1.1` would be the own network.
        !(one.includes('//*.') && /^[\d.]+$/.test(hostIn(one))) &&
        (isOwnNetwork(server) || !isOwnNetwork(hostIn(one))));
    refused.push(...read.filter((one) => !fits(one)).slice(0, MOST_SOURCES));
    return [...new Set(read.filter(fits))].slice(0, MOST_SOURCES);
  };
  return {
    connect: sources(csp['connectDomains'], CONNECT),
    load: sources(csp['resourceDomains'], LOAD),
    frame: sources(csp['frameDomains'], LOAD),
    refused,
  };
}

/** The host name of a source, without the wildcard. */
function hostIn(source: string): string {
  return hostnameOf(source.replace('//*.', '//')) ?? '';
}

/** The hosts that an app with this reach may have read. */
export function hostsIn({ connect, load, frame }: AppReach): string[] {
  return [...new Set([...connect, ...load, ...frame].map((one) => one.replace(/^\w+:\/\//, '')))];
}

/** What the app asks for and has not been granted. */
export function lackingReach(needs: AppReach, granted: AppReach): AppReach {
  const less = (part: keyof AppReach): string[] => needs[part].filter((one) => !granted[part].includes(one));
  return { connect: less('connect'), load: less('load'), frame: less('frame') };
}

export function isEmptyReach({ connect, load, frame }: AppReach): boolean {
  return connect.length + load.length + frame.length === 0;
}

/** What an app gets: never more than it asks for, nor more than was granted. */
export function grantedReach(needs: AppReach, granted: AppReach): AppReach {
  const both = (part: keyof AppReach): string[] => needs[part].filter((one) => granted[part].includes(one));
  return { connect: both('connect'), load: both('load'), frame: both('frame') };
}

/** The policy of the app's frame. Scripts in it are untrusted anyway, so evaluating text adds nothing. */
export function appPolicy({ connect, load, frame }: AppReach): string {
  const list = (fixed: string, sources: readonly string[]): string =>
    [fixed, ...sources].filter(Boolean).join(' ');
  return [
    "default-src 'none'",
    list("script-src 'unsafe-inline' 'unsafe-eval' blob: data:", load),
    list("style-src 'unsafe-inline'", load),
    list('img-src data: blob:', load),
    list('media-src data: blob:', load),
    list('font-src data:', load),
    list('connect-src data: blob:', connect),
    list('frame-src', frame.length > 0 ? frame : ["'none'"]),
    'worker-src blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** Reads `_meta` of a tool. @returns undefined for a tool without an app */
export function readToolApp(meta: unknown): McpToolApp | undefined {
  if (!isObject(meta)) return undefined;
  const ui = isObject(meta['ui']) ? meta['ui'] : {};
  // The flat field is that of the extension's first draft.
  const uri = ui['resourceUri'] ?? meta['ui/resourceUri'];
  const isApp = typeof uri === 'string' && /^ui:\/\/[\x21-\x7e]{1,500}$/.test(uri);
  const { visibility } = ui;
  const callers = Array.isArray(visibility)
    ? (['model', 'app'] as const).filter((caller) => visibility.includes(caller))
    : undefined;
  if (!isApp && callers === undefined) return undefined;
  return { ...(isApp && { uri }), ...(callers && { callers }) };
}

export function mayCall(app: McpToolApp | undefined, caller: 'model' | 'app'): boolean {
  return app?.callers === undefined || app.callers.includes(caller);
}
