// The tools of a site's chat: search and reading of its pages, the index's tools in the sandbox, and those the page
// registers.
//
// - All go through the registry: find, policy, check arguments, ask, run.
// - The index's tools are untrusted: each call asks, and a yes covers the hosts shown with it. They run in the
//   sandbox; if it fails to open they are off, `toolsProblem` says why, and everything else works.
// - The page's tools are trusted, since its scripts can do what they do anyway. The index's tools are not the page:
//   when one calls a page tool, each call asks.
// - After a no, a script asks nothing more in that answer.
import { checkArguments, isPlainSchema } from '../../core/check-arguments.ts';
import { once } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';
import { canonicalHost } from '../../core/hosts.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import type { SitePack, SiteToolCode } from '../../core/site-pack.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { toToolSpec } from '../../core/tool-spec.ts';
import type { CallReport, ToolInfo } from '../../core/tool.ts';
import type { Caller } from '../../core/call.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { ApprovalQueue, type ApprovalRequest } from '../../tools/approvals.ts';
import type { Answer, Question } from '../../core/ports/approval.ts';
import { findTools } from '../../tools/find-tools.ts';
import { MemoryTools } from '../../tools/memory-tools.ts';
import { Registry } from '../../tools/registry.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import type { ToolSearch } from '../../tools/tool-search.ts';
import { MemoryFolders } from './folders.ts';
import { siteBuiltins, toBuiltin } from './own-tools.ts';
import { forbiddenOf } from '../../widget/page-policy.ts';
import type {
  HostTool,
  PendingApproval,
  SiteToolInfo,
  SiteTools,
  SiteToolsOptions,
} from '../../widget/site-chat.ts';
import type { SiteSandbox, OpenSandbox } from './site-sandbox.ts';

/** Maximum number of queued questions: a person reads them one by one, and more would only wear them down. */
const MAX_PENDING = 8;
const BUNDLE = 'site';

/** @param openSandbox tests pass their own */
export async function openSiteTools(
  options: SiteToolsOptions,
  openSandbox: OpenSandbox = async (...given) => (await import('./sandbox.ts')).openSiteSandbox(...given),
): Promise<SiteTools> {
  const tools = new ChatTools(options, openSandbox);
  await tools.load();
  return tools;
}

class ChatTools implements SiteTools {
  readonly #pack: SitePack;
  readonly #place: SiteToolsOptions['place'];
  readonly #registry: Registry;
  readonly #approvals = new ApprovalQueue(newId);
  readonly #closed = new AbortController();
  readonly #sandbox: () => Promise<SiteSandbox>;
  readonly #codes = new Map<string, SiteToolCode>();
  /** Schemas of trusted tools. */
  readonly #own = new WeakSet<ObjectSchema>();
  readonly #page = new Map<string, SiteToolInfo>();
  /** Answers in which a script got a no, by conversation and call. */
  readonly #refused = new Set<string>();
  readonly #search: () => Promise<ToolSearch>;
  readonly #readPack: () => Promise<void>;
  #problem: SiteTools['toolsProblem'];

  constructor({ pack, place, library }: SiteToolsOptions, openSandbox: OpenSandbox) {
    this.#pack = pack;
    this.#place = place;
    const services: HostServices = {
      // A site's index is on the page's own origin: nobody else sees a search.
      search: (query, options, { signal }) => library.search(query, options, signal),
      get: (id) => library.get(id),
      sources: () => library.sources(),
      folders: new MemoryFolders(),
    };
    this.#sandbox = once(async () => {
      const opened = await openSandbox(place.ownFolder, services);
      if (this.#closed.signal.aborted) opened.dispose();
      this.#closed.signal.addEventListener('abort', () => opened.dispose(), { once: true });
      return opened;
    });
    const own = [
      ...siteBuiltins(library),
      findTools(async (...given) => (await this.#search()).find(...given)),
    ];
    for (const { parameters } of own) this.#own.add(parameters);
    this.#registry = new Registry({
      store: new MemoryTools(),
      runner: this.#runner(),
      builtins: own,
      bundled: [],
      approve: (question, signal) => this.#ask(question, signal),
      // A visitor has no secrets; the key of their model is not one.
      secrets: async () => [],
      record: () => undefined,
      newId,
      now: () => new Date().toISOString(),
    });
    this.#search = once(async () => {
      const [{ ToolSearch }, { ToolFinder }] = await Promise.all([
        import('../../tools/tool-search.ts'),
        import('../../search/tool-finder.ts'),
      ]);
      const openFinder = async (source: ConstructorParameters<typeof ToolFinder>[0]) =>
        new ToolFinder(source);
      return new ToolSearch({ tools: this.#registry, openFinder, usage: async () => new Map() });
    });
    this.#readPack = once(() => this.#addPackTools());
  }

  load(): Promise<void> {
    return this.#registry.load();
  }

  async ready(): Promise<void> {
    if (this.#place.packTools === 'off' || this.#pack.info.tools.length === 0) return;
    // A page's policy does not change, so do not retry; after a timeout it may still open, and nobody waits twice.
    if (this.#problem?.directive !== undefined) return;
    const trying = this.#tryPack();
    if (this.#problem === undefined) await trying;
  }

  async #tryPack(): Promise<void> {
    try {
      await this.#readPack();
      this.#problem = undefined;
    } catch (error) {
      if (this.#closed.signal.aborted) return;
      const message = error instanceof Error ? error.message : String(error);
      this.#problem = {
        message: message.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
        ...forbiddenOf(error),
      };
    }
  }

  list(): ToolInfo[] {
    return this.#registry.list();
  }

  async find(query: string, limit: number): Promise<readonly ToolInfo[]> {
    return (await this.#search()).find(query, limit, (tool) => !tool.builtin);
  }

  call(
    name: string,
    args: unknown,
    { caller, signal, ...told }: Parameters<SiteTools['call']>[2],
  ): Promise<CallReport> {
    return this.#registry.call(name, args, {
      ...told,
      // In the app, a user who fills in a form has chosen its tools; here nobody has.
      caller: caller.kind === 'user' ? { kind: 'page' } : caller,
      signal: AbortSignal.any([signal, this.#closed.signal]),
    });
  }

  get pending(): readonly PendingApproval[] {
    return pendingOf(this.#approvals.pending);
  }

  onPending(listener: () => void): () => void {
    return this.#approvals.onChange(listener);
  }

  answer(id: string, yes: boolean, remember = false): void {
    const request = this.#approvals.pending.find((one) => one.id === id);
    if (!request) return;
    if (yes)
      return this.#approvals.approve(id, request.digest, remember && canRemember(request) ? 'chat' : 'once');
    if (isScripts(request)) this.#refused.add(answerOf(request.caller));
    this.#approvals.deny(id);
  }

  tools(): readonly SiteToolInfo[] {
    const packed = this.#registry
      .list()
      .filter(({ builtin }) => !builtin)
      .map(({ name, description, parameters }): SiteToolInfo => ({
        name,
        description,
        from: 'pack',
        parameters,
      }));
    return [...this.#page.values(), ...packed];
  }

  get toolsProblem(): SiteTools['toolsProblem'] {
    return this.#problem;
  }

  registerTool(tool: HostTool): () => void {
    const builtin = toBuiltin(tool);
    const { name, description, parameters } = builtin;
    const takeBack = this.#registry.offer(builtin);
    this.#own.add(parameters);
    const info: SiteToolInfo = { name, description, from: 'page', parameters };
    this.#page.set(name, info);
    return () => {
      takeBack();
      if (this.#page.get(name) === info) this.#page.delete(name);
    };
  }

  close(): void {
    // Aborts every call, and with it its questions.
    this.#closed.abort();
  }

  #runner(): ToolRunner {
    return {
      inspect: async (source, fileName = '', files) => {
        const spec = this.#codes.get(fileName)?.spec;
        // Declared when the index was built, by the author of the script.
        return spec ? toToolSpec(spec, fileName) : (await this.#sandbox()).inspect(source, fileName, files);
      },
      validate: async (schema, args, options) => {
        if (!this.#own.has(schema)) return (await this.#sandbox()).validate(schema, args, options);
        if (isPlainSchema(schema)) return checkArguments(schema, args);
        const sandbox = this.#problem ? undefined : await this.#sandbox().catch(() => undefined);
        // Without it, the page's own code checks what is unknown here.
        return sandbox ? sandbox.validate(schema, args, options) : checkArguments(schema, args);
      },
      run: async (request) => (await this.#sandbox()).run(request),
    };
  }

  /** None is listed before the sandbox is open. */
  async #addPackTools(): Promise<void> {
    const [codes] = await Promise.all([this.#pack.tools(), this.#sandbox()]);
    if (codes.length === 0) {
      throw new Failure('unavailable', 'the pack was built by another version and must be built again');
    }
    for (const code of codes) this.#codes.set(fileOf(code), code);
    const { installer } = await this.#registry.edit();
    const { tools } = await installer.importBundle(draftOf(this.#pack.info.name, codes), 'program');
    for (const { id, spec } of tools) {
      // No grant by itself: every call asks first, and shows them.
      const hosts = spec.hosts.flatMap((host) => canonicalHost(host) ?? []);
      if (hosts.length > 0) await this.#registry.configure(id, { hosts }, 'program');
    }
  }

  async #ask(question: Question, signal: AbortSignal): Promise<Answer> {
    const isTooMuch = this.#approvals.pending.length >= MAX_PENDING;
    if (isTooMuch || (isScripts(question) && this.#refused.has(answerOf(question.caller)))) return NO;
    return this.#approvals.ask(question, signal);
  }
}

const NO: Answer = Object.freeze({ yes: false, scope: 'once' });

function fileOf({ name }: SiteToolCode): string {
  return `${name}.lua`;
}

function draftOf(site: string, codes: readonly SiteToolCode[]): BundleDraft {
  const tools = codes.map((code): ToolDraft => ({
    kind: 'lua',
    fileName: fileOf(code),
    source: code.source,
    files: { ...code.files },
    config: { ...code.config },
    tags: [],
  }));
  return { slug: BUNDLE, displayName: site, description: '', tools, secrets: [], notes: [] };
}

/** Whether a script asks, and not the model's own call. */
function isScripts({ caller, act }: Pick<Question, 'caller' | 'act'>): boolean {
  return caller.kind === 'tool' || act.kind !== 'run';
}

/** Returns the model's call that a question belongs to, through any nested calls. */
function answerOf(caller: Caller): string {
  const first = caller.kind === 'tool' ? caller.first : caller;
  return first.kind === 'agent' ? `${first.conversation} ${first.call}` : first.kind;
}

/** A call that can send data asks each time: its arguments are what is sent. */
function canRemember({ tool, scopes }: ApprovalRequest): boolean {
  return scopes.includes('chat') && tool.hosts.length === 0;
}

function toPending(request: ApprovalRequest): PendingApproval {
  const { id, name, tool, args, act, caller } = request;
  return {
    id,
    tool: name,
    description: tool.spec.description,
    ...(caller.kind === 'tool' && { by: caller.name }),
    ...(caller.kind === 'browser' && { by: 'WebMCP' }),
    args,
    act,
    hosts: tool.hosts,
    canRemember: canRemember(request),
  };
}

/** Returns the same array as long as the same requests wait. */
const pendingOf = memoized((requests: readonly ApprovalRequest[]) => requests.map(toPending));

function memoized<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

let ids = 0;

/** Returns ids in order; pages without HTTPS have no `randomUUID`. */
function newId(): string {
  return `${Date.now().toString(16)}-${(++ids).toString(16).padStart(6, '0')}`;
}
