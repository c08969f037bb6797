// One app on screen: reads its page from the server, asks what it may reach, and runs it in its frame.
import type { App } from '../../apps/web/app.ts';
import type { JsonObject } from '../../base/json.ts';
import {
  appPolicy,
  grantedReach,
  isEmptyReach,
  lackingReach,
  NO_REACH,
  readNeeds,
  type AppNeeds,
  type AppReach,
} from '../../core/mcp-app.ts';
import type { ToolPart } from '../../core/conversation.ts';
import { Failure } from '../../core/errors.ts';
import type { McpContent } from '../../core/mcp-content.ts';
import { readMcpSource } from '../../core/mcp-tool.ts';
import type { Tool } from '../../core/tool.ts';
import { errorText } from '../../ui/components/error-text.ts';
import { onTheme } from '../../ui/components/follow-dark.ts';
import { Stage } from '../../ui/components/stage.ts';
import { AppBridge, type AppWish } from './app-bridge.ts';
import { fixedContext, sizeContext, TALLEST, themeContext, type DisplayMode } from './host-context.ts';
import { appCaller, refuseInReadOnly, resultFor, ServerSide } from './server-tools.ts';

/** Pixels, until the app says what it needs. */
const FIRST_HEIGHT = 240;
const LOWEST = 40;
/** Characters of the page. */
const LONGEST = 6_000_000;
/** Wishes that a person declined in a row; then the app gets no answer but no. */
const MOST_DECLINED = 3;

export type AppStage = 'closed' | 'reading' | 'asking' | 'running' | 'stopped';

export class AppRun {
  stage = $state<AppStage>('closed');
  problem = $state<string>();
  needs = $state.raw<AppNeeds>({ ...NO_REACH, refused: [] });
  reach = $state.raw<AppReach>(NO_REACH);
  height = $state(FIRST_HEIGHT);
  /** What it wants a person to decide; one at a time. */
  wish = $state.raw<AppWish>();
  server = $state('');

  readonly #app: App;
  readonly #tool: Tool;
  readonly #part: ToolPart;
  readonly #conversation: string;
  #html = '';
  #declined = 0;
  #decide: ((yes: boolean) => void) | undefined;
  #end: (() => void) | undefined;
  #bridge: AppBridge | undefined;
  #attempt = 0;

  constructor(app: App, tool: Tool, part: ToolPart, conversation: string) {
    this.#app = app;
    this.#tool = tool;
    this.#part = part;
    this.#conversation = conversation;
  }

  get #uri(): string {
    return readMcpSource(this.#tool.source)?.app?.uri ?? '';
  }

  /** Reads the page, then runs it, or asks what it may reach. Never rejects. */
  async open(): Promise<void> {
    const attempt = ++this.#attempt;
    this.stage = 'reading';
    this.problem = undefined;
    try {
      await this.#checkMode();
      const servers = await this.#app.servers();
      const server = (await servers.list()).find(({ id }) => id === this.#tool.bundle);
      if (!server) throw new Failure('not_found', 'The server was removed. Add it in Settings, MCP servers.');
      const content = await servers.content(server.id);
      const page = pageOf(await content.read(this.#uri), this.#uri);
      // The list says it only if the page doesn't.
      const listed = page.meta?.['ui'] ? [] : await content.resources().catch(() => []);
      const meta = listed.find(({ uri }) => uri === this.#uri)?.meta ?? page.meta;
      if (attempt !== this.#attempt) return;
      this.server = server.name;
      this.#html = page.html;
      this.needs = readNeeds(meta, new URL(server.url).hostname);
      const granted = server.appReach?.[this.#uri];
      this.reach = grantedReach(this.needs, granted ?? NO_REACH);
      const lacks = !isEmptyReach(lackingReach(this.needs, granted ?? NO_REACH));
      this.stage = lacks ? 'asking' : 'running';
    } catch (error) {
      if (attempt === this.#attempt) this.#stop(errorText(error));
    }
  }

  /** Answers what it may reach, and starts it. */
  async grant(all: boolean): Promise<void> {
    const { connect, load, frame } = this.needs;
    if (all) {
      this.reach = { connect, load, frame };
      await (await this.#app.servers()).grantApp(this.#tool.bundle, this.#uri, this.reach);
    }
    this.stage = 'running';
  }

  /** Takes back what was granted, and starts it without. */
  async revoke(): Promise<void> {
    await (await this.#app.servers()).grantApp(this.#tool.bundle, this.#uri, NO_REACH);
    this.reach = NO_REACH;
    this.#attempt += 1;
    this.stage = 'closed';
    await this.open();
  }

  /** @param mode may change later: see `resized` @returns a function that ends it */
  run(place: HTMLElement, title: string): () => void {
    const side = new ServerSide(this.#app, this.#tool, this.#conversation, this.reach);
    this.#declined = 0;
    const stage = new Stage(this.#html, {
      title,
      policy: appPolicy(this.reach),
      onpost: (message) => bridge.receive(message),
      onleft: () => this.#stop('This app tried to open another address, so Perilune stopped it.'),
    });
    const report = this.#part.report;
    const name = readMcpSource(this.#tool.source)?.name ?? this.#tool.name;
    const bridge = new AppBridge({
      post: (message) => stage.post(message),
      host: { name: 'Perilune', version: __APP_VERSION__ },
      context: () => ({
        ...fixedContext(this.#tool, name),
        ...themeContext(),
        ...sizeContext('inline', place),
      }),
      input: report?.args ?? this.#part.args,
      result: report ? resultFor(report) : {},
      callTool: (tool, args) => side.callTool(tool, args),
      readResource: (uri) => side.readResource(uri),
      listResources: () => side.listResources(),
      wish: (wish) => this.#ask(wish),
      onReady: () => undefined,
      onHeight: (pixels) => (this.height = Math.min(TALLEST, Math.max(LOWEST, Math.ceil(pixels)))),
      onDone: () => void this.close(),
      onFlood: () => this.#stop('This app sent too many messages, so Perilune stopped it.'),
      now: () => performance.now(),
    });
    this.#bridge = bridge;
    const off = onTheme(() => bridge.changed(themeContext()));
    place.append(stage.element);
    const end = (): void => {
      off();
      side.close();
      stage.close();
      this.#answer(false);
      if (this.#bridge === bridge) this.#bridge = undefined;
    };
    this.#end = end;
    return end;
  }

  resized(mode: DisplayMode, place: HTMLElement): void {
    this.#bridge?.changed(sizeContext(mode, place) as JsonObject);
  }

  /** Stops it if read-only mode is on now. Never rejects. */
  async recheck(): Promise<void> {
    await this.#checkMode().catch((error: unknown) => this.#stop(errorText(error)));
  }

  /** Answers the wish on screen. */
  decide(yes: boolean): void {
    this.#declined = yes ? 0 : this.#declined + 1;
    this.#answer(yes);
  }

  async close(): Promise<void> {
    await this.#bridge?.close();
    this.#attempt += 1;
    this.#end?.();
    this.stage = 'closed';
  }

  /** @throws Failure `denied` in read-only mode */
  #checkMode(): Promise<void> {
    return refuseInReadOnly(this.#app, appCaller(this.#tool, this.#conversation));
  }

  #ask(wish: AppWish): Promise<boolean> {
    if (this.wish || this.#declined >= MOST_DECLINED) return Promise.resolve(false);
    this.wish = wish;
    return new Promise((resolve) => (this.#decide = resolve));
  }

  #answer(yes: boolean): void {
    this.wish = undefined;
    this.#decide?.(yes);
    this.#decide = undefined;
  }

  #stop(problem: string): void {
    this.#end?.();
    this.problem = problem;
    this.stage = 'stopped';
  }
}

/** @throws Failure `bad_output` */
function pageOf(
  contents: readonly McpContent[],
  uri: string,
): { html: string; meta?: Record<string, unknown> } {
  const found = contents.find(({ mimeType = '' }) => mimeType.toLowerCase().startsWith('text/html'));
  if (!found) throw new Failure('bad_output', `The server sent no page for ${uri}.`);
  const html = found.text ?? new TextDecoder().decode(found.bytes);
  if (html.length > LONGEST) throw new Failure('too_large', 'The page of this app is larger than 6 MB.');
  return { html, ...(found.meta && { meta: found.meta }) };
}
