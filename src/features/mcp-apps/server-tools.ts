// What an app may do on its server: call the server's tools and read its resources, and nothing of another server.
import type { App } from '../../apps/web/app.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import type { FirstCaller } from '../../core/call.ts';
import { Failure } from '../../core/errors.ts';
import { hostsIn, mayCall, type AppReach } from '../../core/mcp-app.ts';
import type { McpContent } from '../../core/mcp-content.ts';
import { readMcpSource } from '../../core/mcp-tool.ts';
import { readOnlyOf, refusedByReadOnly } from '../../core/read-only.ts';
import { Taint } from '../../core/taint.ts';
import type { CallReport, Tool } from '../../core/tool.ts';

export type AppParts = Pick<App, 'tools' | 'servers' | 'preferences' | 'conversations'>;

type AppCaller = Extract<FirstCaller, { kind: 'app' }>;

export function appCaller({ hosts }: Pick<Tool, 'hosts'>, conversation: string): AppCaller {
  return { kind: 'app', server: hosts[0] ?? '', conversation };
}

/** Showing an app asks its server for the page, so the mode refuses that too. @throws Failure `denied` */
export async function refuseInReadOnly(app: AppParts, caller: AppCaller): Promise<void> {
  const mode = await readOnlyOf(caller, app);
  if (mode) throw refusedByReadOnly(mode, 'apps of MCP servers');
}

/** Calls at a time. */
const MOST_CALLS = 4;
/** Refusals in a row after which an app can't ask again until it is restarted. */
const MOST_DENIALS = 3;

export class ServerSide {
  readonly #app: AppParts;
  readonly #tool: Tool;
  readonly #caller: AppCaller;
  readonly #reach: AppReach;
  readonly #stop = new AbortController();
  /** Tools with a call that waits for the user. An app that polls must not pile up questions. */
  readonly #waiting = new Set<string>();
  #calls = 0;
  #denials = 0;

  /** @param tool the tool whose app it is, @param reach what the app may read besides */
  constructor(app: AppParts, tool: Tool, conversation: string, reach: AppReach) {
    this.#app = app;
    this.#tool = tool;
    this.#caller = appCaller(tool, conversation);
    this.#reach = reach;
  }

  /** Ends calls and the questions about them. */
  close(): void {
    this.#stop.abort();
  }

  /**
   * Calls a tool by its name on the server, on the path of every caller. @returns a result as the protocol defines it
   * @throws Failure
   */
  async callTool(name: string, args: JsonObject): Promise<JsonObject> {
    const called = this.#nameOf(name);
    if (this.#denials >= MOST_DENIALS)
      throw new Failure('denied', 'the user denied several calls; the app must be restarted to ask again');
    if (this.#waiting.has(called))
      throw new Failure('conflict', `an earlier call of '${name}' is waiting for the user`);
    if (this.#calls >= MOST_CALLS) throw new Failure('conflict', 'too many calls at a time');
    this.#calls += 1;
    const taint = new Taint();
    for (const host of [this.#caller.server, ...hostsIn(this.#reach)]) taint.add(host);
    try {
      const report = await this.#app.tools.call(called, args, {
        caller: this.#caller,
        taint,
        signal: this.#stop.signal,
        only: [called],
        onState: (state) => this.#waiting[state === 'waiting' ? 'add' : 'delete'](called),
      });
      this.#denials = report.outcome.error?.code === 'denied' ? this.#denials + 1 : 0;
      return resultFor(report);
    } finally {
      this.#waiting.delete(called);
      this.#calls -= 1;
    }
  }

  /** @throws Failure `denied` in read-only mode */
  async readResource(uri: string): Promise<JsonObject> {
    const contents = await (await this.#content()).read(uri, this.#stop.signal);
    return { contents: contents.map(contentFor) };
  }

  /** @throws Failure `denied` in read-only mode */
  async listResources(): Promise<JsonObject> {
    const all = await (await this.#content()).resources();
    const listed = all.filter(({ isTemplate }) => !isTemplate);
    return {
      resources: listed.map(({ uri, name, mimeType }) => ({ uri, name, ...(mimeType && { mimeType }) })),
    };
  }

  async #content() {
    await refuseInReadOnly(this.#app, this.#caller);
    return (await this.#app.servers()).content(this.#tool.bundle);
  }

  /**
   * Returns the name under which a tool of the server is called here: its own may belong to another tool.
   * @throws Failure `not_found` for a tool of another server, or one that apps may not call
   */
  #nameOf(name: string): string {
    const found = this.#app.tools.list({ kind: 'mcp' }).find((listed) => {
      const tool = this.#app.tools.get(listed.name);
      const source = tool?.bundle === this.#tool.bundle ? readMcpSource(tool.source) : undefined;
      return source?.name === name && mayCall(source.app, 'app');
    });
    if (!found) throw new Failure('not_found', `this app can't call a tool '${name.slice(0, 100)}'`);
    return found.name;
  }
}

/** The server's own answer, or one made of what was kept of it. */
export function resultFor({ outcome, answer }: Pick<CallReport, 'outcome' | 'answer'>): JsonObject {
  if (answer) return answer;
  const { error, result } = outcome;
  if (error) return { isError: true, content: [{ type: 'text', text: error.message }] };
  const value: Json = result ?? null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    content: [{ type: 'text', text }],
    ...(isObject(value) && { structuredContent: value as JsonObject }),
  };
}

function contentFor({ uri, mimeType, text, bytes, meta }: McpContent): JsonObject {
  const place = { uri, ...(mimeType && { mimeType }), ...(meta && { _meta: meta as JsonObject }) };
  if (!bytes) return { ...place, text: text ?? '' };
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return { ...place, blob: btoa(binary) };
}
