// A chat's tools before they are loaded: the page's registrations are queued, and a chat that only searches loads
// nothing.
import type { ToolCallState } from '../../core/conversation.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import type { CallReport, ToolInfo } from '../../core/tool.ts';
import type { Caller, LogLine } from '../../core/call.ts';
import type { Taint } from '../../core/taint.ts';
import { readHostTool } from './host-tool.ts';
import type {
  HostTool,
  PendingApproval,
  SiteToolInfo,
  SiteTools,
  SiteToolsOptions,
} from '../../widget/site-chat.ts';
import { Listeners } from '../../base/listeners.ts';

/**
 * Milliseconds an answer waits for the tools: longer than a sandbox takes to start, shorter than a visitor's
 * patience.
 */
const PATIENCE = 6_000;

interface CallOptions {
  caller: Caller;
  signal: AbortSignal;
  taint?: Taint;
  onState?: (state: ToolCallState) => void;
  onLog?: (line: LogLine) => void;
}

export type OpenTools = (options: SiteToolsOptions) => Promise<SiteTools>;

export class SiteChatTools {
  readonly #options: SiteToolsOptions;
  readonly #openTools: OpenTools | undefined;
  readonly #own = new Map<Required<HostTool>, (() => void) | undefined>();
  readonly #listeners = new Listeners();
  #opening: Promise<SiteTools> | undefined;
  #opened: SiteTools | undefined;
  #failure: { message: string } | undefined;
  #isClosed = false;

  /** @param open undefined: no tools. */
  constructor(options: SiteToolsOptions, open: OpenTools | undefined) {
    this.#options = options;
    this.#openTools = open;
  }

  /** Resolves when they are loaded, or will not be in time. */
  async load(signal: AbortSignal): Promise<void> {
    if (!this.#openTools) return;
    const ready = this.#open(this.#openTools).then((tools) => tools.ready());
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: (() => void) | undefined;
    const enough = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
      stop = resolve;
      signal.addEventListener('abort', stop, { once: true });
    });
    await Promise.race([ready, enough]).catch((error: unknown) => {
      // Search and answers continue without them.
      this.#failure = { message: toErrorData(error).message };
    });
    clearTimeout(timer);
    if (stop) signal.removeEventListener('abort', stop);
  }

  list(): ToolInfo[] {
    return this.#opened?.list() ?? [];
  }

  async find(query: string, limit: number): Promise<readonly ToolInfo[]> {
    return (await this.#opened?.find(query, limit)) ?? [];
  }

  call(name: string, args: unknown, options: CallOptions): Promise<CallReport> {
    if (!this.#opened) return Promise.reject(new Failure('unavailable', 'Couldn’t find this site’s tools.'));
    return this.#opened.call(name, args, options);
  }

  get pending(): readonly PendingApproval[] {
    return this.#opened?.pending ?? NONE;
  }

  onPending(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  answer(id: string, yes: boolean, remember?: boolean): void {
    this.#opened?.answer(id, yes, remember);
  }

  tools(): readonly SiteToolInfo[] {
    return this.#opened?.tools() ?? [...this.#own.keys()].map(infoOf);
  }

  get problem(): SiteTools['toolsProblem'] {
    return this.#opened?.toolsProblem ?? this.#failure;
  }

  /** @throws Failure `bad_request` for an invalid tool, `conflict` for a taken name. */
  register(given: HostTool): () => void {
    const tool = readHostTool(given);
    const { name } = tool;
    if ([...this.#own.keys()].some((other) => other.name === name)) {
      throw new Failure('conflict', `a tool called ${name} already exists`);
    }
    this.#own.set(tool, this.#opened?.registerTool(tool));
    return () => {
      this.#own.get(tool)?.();
      this.#own.delete(tool);
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#opened?.close();
    this.#listeners.clear();
  }

  #open(open: OpenTools): Promise<SiteTools> {
    this.#opening ??= this.#make(open);
    // Loading is retried with the next question.
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }

  async #make(open: OpenTools): Promise<SiteTools> {
    const tools = await open(this.#options);
    if (this.#isClosed) {
      tools.close();
      return tools;
    }
    tools.onPending(() => {
      this.#listeners.tell();
    });
    this.#opened = tools;
    this.#failure = undefined;
    for (const tool of this.#own.keys()) this.#register(tools, tool);
    return tools;
  }

  /** A tool for which the index's tools leave no room is reported to the page's developers; the others are registered. */
  #register(tools: SiteTools, tool: Required<HostTool>): void {
    try {
      this.#own.set(tool, tools.registerTool(tool));
    } catch (error) {
      console.warn(error);
    }
  }
}

const NONE: readonly PendingApproval[] = [];

function infoOf({ name, description, parameters }: Required<HostTool>): SiteToolInfo {
  return { name, description, from: 'page', parameters };
}
