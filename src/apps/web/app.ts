// The only wiring: store + knowledge + registry + lua + agent -> one App. Nothing here decides; it introduces the parts.
import { v7 as uuid } from 'uuid';
import { Preferences } from '../../agent/preferences.ts';
import { openAgent } from './agent.ts';
import type { AppAgent } from './app-agent.ts';
import type { AppScripts } from './code-mode.ts';
import type { Collections } from './collections.ts';
import { AppConversations } from './conversations.ts';
import type { AppEmbeddings } from './embeddings.ts';
import type { AppFeeds } from './feeds.ts';
import type { AppServers } from './servers.ts';
import type { AppStorage } from './storage.ts';
import type { Profiles } from './profiles.ts';
import type { Proposals } from './proposals.ts';
import { openTools, type OpenTools } from './tools.ts';
import type { AppTools } from './app-tools.ts';
import { addGuide, GUIDE_VERSION } from './guide.ts';
import { deferred, once } from '../../core/deferred.ts';
import type { Extensions } from '../../core/extensions.ts';
import { KnowledgeClient } from '../../knowledge/client.ts';
import { filesFromDrop, filesFromList } from '../../knowledge/files.ts';
import type { RemoteCollections } from '../../core/ports/remote-collections.ts';
import type { FileWithFacts } from '../../knowledge/incoming.ts';
import type { WebPageOptions } from '../../knowledge/web-page.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import type { LuaRunner } from '../../sandbox/runner.ts';
import sandboxWorkerUrl from '../../sandbox/worker/worker.ts?worker&url';
import { ServerQuestions } from '../../mcp/questions.ts';
import { ApprovalQueue } from '../../tools/approvals.ts';
import type { BundledTool } from '../../tools/bundled.ts';
import { builtins } from '../../tools/builtins.ts';
import { findTools } from '../../tools/find-tools.ts';
import { proposeTool } from '../../tools/propose-tool.ts';
import { Registry } from '../../tools/registry.ts';
import { readOutput } from '../../tools/scripts/read-output.ts';
import { runScriptTool } from '../../tools/scripts/script-tool.ts';
import { ConversationTable } from '../../storage/conversations.ts';
import { openDatabase } from '../../storage/database.ts';
import type { FileTable } from '../../storage/files.ts';
import { openVault, type OpenSecrets, type OpenVault } from '../../storage/open-vault.ts';
import { SettingsTable } from '../../storage/settings.ts';
import { ToolTable } from '../../storage/tools.ts';
import wasmUrl from 'wasmoon/dist/glue.wasm?url';
import type { ScanReport, ScanOptions } from '../../core/ports/scan.ts';

export type { InstallOptions } from '../../tools/install-options.ts';
export type { Preferences } from '../../agent/preferences.ts';

export interface AppOptions {
  /** Another tab must close before the storage can be opened. */
  onBlocked?: () => void;
  /** The storage is gone from under this tab: reload. */
  onClosed?: (why: 'outdated' | 'dropped') => void;
  /** The browser has deleted what was here: a sentence that says what. */
  onLost?: (loss: string) => void;
}

export interface App {
  readonly version: string;
  /** Settles when the library is searchable and the guide is in it. */
  readonly ready: Promise<void>;
  readonly knowledge: KnowledgeClient;
  /** Where embeddings are made, and how far they are. */
  readonly embeddings: () => Promise<AppEmbeddings>;
  /** Reads a drop: its files and those of its folders. To be called in the event itself. */
  readonly filesFromDrop: typeof filesFromDrop;
  /** Reads a file field, hidden files left out. */
  readonly filesFromList: typeof filesFromList;
  /** Fetches a page or a file from an address, for the library. Rejects with a Failure that says why not, and what to do. */
  readonly webPage: (address: string, options?: WebPageOptions) => Promise<FileWithFacts>;
  readonly tools: Registry;
  /** What is done with tools besides keeping and calling them. */
  readonly toolParts: AppTools;
  /** Starts the sandbox, for a screen on which a tool is likely to be called soon: the first call then need not wait. */
  readonly warmUp: () => void;
  /** Loads the model of search by meaning, when a person is about to ask. */
  readonly warmSearch: () => void;
  readonly agent: AppAgent;
  readonly conversations: AppConversations;
  readonly approvals: ApprovalQueue;
  readonly preferences: Preferences;
  /** Tools that models propose, until a person installs them. */
  readonly proposals: () => Promise<Proposals>;
  /** Named agents of the user's. */
  readonly profiles: () => Promise<Profiles>;
  /** Documents of any source under one name. */
  readonly collections: () => Promise<Collections>;
  /** What tools may use, and nobody can read back. */
  readonly secrets: OpenSecrets;
  /** Keeps the secrets and the model's key. */
  readonly vault: OpenVault;
  /** The folders of tools, by the tool's id. */
  readonly folders: Pick<FileTable, 'list' | 'read' | 'remove'>;
  /** Runs a connector and adds what it brings. Rejects with the Failure of the run. */
  scan(name: string, options: ScanOptions): Promise<ScanReport>;
  /** Search engines elsewhere that answer with the library, or instead of it. */
  readonly remotes: () => Promise<RemoteCollections>;
  /** Servers of tools. */
  readonly servers: () => Promise<AppServers>;
  /** What servers ask a person while a call of theirs waits. */
  readonly serverQuestions: ServerQuestions;
  /** How much is kept, giving some back, backups. */
  readonly storage: () => Promise<AppStorage>;
  /** Connectors that are scanned again and again. */
  readonly feeds: () => Promise<Omit<AppFeeds, 'scan'>>;
  /** Scripts that models write, and those that a person runs in a conversation. */
  readonly scripts: () => Promise<AppScripts>;
  /** What the features of this build offer. */
  readonly extensions: Pick<Extensions, 'of' | 'one'>;
}

/**
 * Opens the storage and builds the App. Lua, models and the editor load on first use.
 * @throws what IndexedDB throws when the browser refuses storage, or when a newer version has upgraded it.
 */
export async function openApp(options: AppOptions = {}): Promise<App> {
  const bundled = readBundledTools();
  const kept = localStorage.getItem('perilune:kept') ?? undefined;
  const database = await openDatabase(options);
  const knowledge = new KnowledgeClient(
    new Worker(new URL('./knowledge-worker.ts', import.meta.url), { type: 'module', name: 'knowledge' }),
  );
  const extensions = deferred<Extensions, 'of' | 'one'>(
    once(async () => (await import('./features.ts')).extensions),
    ['of', 'one'],
  );
  const approvals = new ApprovalQueue(uuid);
  const table = new SettingsTable(database);
  const { vault, secrets } = openVault(database);
  const preferences = new Preferences(table, vault, secrets, await table.load(), {
    device: async (settings) =>
      (await extensions.one('deviceModel', 'models on this device')).connect(settings),
  });
  const openFiles = once(async () => new (await import('../../storage/files.ts')).FileTable(database));
  const files = deferred(openFiles, ['read', 'write', 'list', 'remove', 'sweep']);
  const openServices = once(async () =>
    (await import('./library-services.ts')).libraryServices({
      knowledge,
      extensions,
      database,
      remotes: () => remotes(),
      embeddings: () => embeddings(),
    }),
  );
  const services = {
    ...deferred(openServices, ['search', 'gather', 'get', 'sources', 'query', 'sends', 'readPage']),
    folders: files,
  };
  const runner = once(() => createRunner(services));
  const sandbox = deferred(runner, ['inspect', 'validate', 'run']);
  const scripts = once(async () =>
    (await import('./code-mode.ts')).openCodeMode({ tools, sandbox, runner, now }),
  );
  const tools: Registry = new Registry({
    store: new ToolTable(database),
    runner: sandbox,
    builtins: [
      ...builtins(services),
      findTools(
        (...asked) => parts.find(...asked),
        async (tool) => (await import('./code-prompt.ts')).callText(tools, tool),
      ),
      runScriptTool(
        async (run) => (await scripts()).perform(run),
        () => preferences.current.codeMode,
      ),
      proposeTool(async () => (await proposals()).proposing),
      readOutput(async () => (await scripts()).outputs),
    ],
    bundled: await bundled,
    approve: (request, signal) => approvals.ask(request, signal),
    secrets: (names) => secrets.reveal(names),
    secretNames: async () => (await secrets.list()).map(({ name }) => name),
    callServer: async (run) => (await servers()).call(run),
    record: (call) => parts.record(call),
    carryUsage: (from, to) => parts.carryUsage(from, to),
    newId: uuid,
    now,
  });
  const serverQuestions = new ServerQuestions();
  const servers = once(async () =>
    (await import('./servers.ts')).openServers(database, {
      tools,
      vault,
      questions: serverQuestions,
    }),
  );
  const parts: OpenTools = openTools({
    database,
    tools,
    sandbox,
    runner,
    secrets,
    retention: () => preferences.current.runs,
    model: () => preferences.connect(),
    onProblem: (message) => console.warn(message),
    now,
  });
  await tools.load();
  const feedParts = once(async () => (await import('./feeds.ts')).openFeeds(database, { tools, knowledge }));
  const embeddings = once(async () =>
    (await import('./embeddings.ts')).openEmbeddings(table, { knowledge, vault }),
  );
  const remotes = once(async () =>
    (await import('./remotes.ts')).openRemotes(extensions, database, { knowledge, secrets, vault }),
  );
  const conversations = new AppConversations(new ConversationTable(database));
  const proposals = once(async () =>
    (await import('./proposals.ts')).openProposals({ tools, parts, conversations }),
  );
  const profiles = once(async () => (await import('./profiles.ts')).openProfiles(database, { sandbox, now }));
  const collections = once(async () =>
    (await import('./collections.ts')).openCollections(database, knowledge),
  );
  const agent = openAgent({
    ...{ preferences, tools, parts, scripts, profiles, collections },
    ...{ knowledge, extensions, conversations, now },
  });
  // What was here before, and is not any more.
  const lost = kept && (await table.get(GUIDE_VERSION)) === undefined ? kept : undefined;
  const ready = addGuide(knowledge, table);
  // Without it, search goes by words alone.
  knowledge.beforeMeaning = embeddings;
  ready
    .then(shortly)
    .then(embeddings)
    .catch(() => undefined);
  // A failure of the library is shown where the library is used; it must not count as unhandled here.
  ready.catch(() => undefined);
  knowledge.ready.then(async () => (await database.count('remotes')) > 0 && remotes()).catch(() => undefined);
  const storage = once(async () => (await import('./storage.ts')).openStorage(database, () => app));
  ready
    .then(shortly)
    .then(async () => {
      const { afterStart } = await import('./after-start.ts');
      const { onLost } = options;
      await afterStart({
        ...{ database, tools, files, servers, storage, lost, onLost },
        ...{ feeds: feedParts, knowledge, conversations },
      });
    })
    .catch(() => undefined);
  const app: App = {
    version: __APP_VERSION__,
    ready,
    storage,
    knowledge,
    embeddings,
    filesFromDrop,
    filesFromList,
    webPage: async (...given) => (await import('../../knowledge/web-page.ts')).fetchWebPage(...given),
    tools,
    toolParts: parts,
    warmUp: () => {
      // Should it fail, the call that needs it says so.
      runner()
        .then((ready) => ready.warm())
        .then(async () => (await import('./after-start.ts')).idle())
        .then(parts.checkUp)
        .catch(() => undefined);
    },
    // Should it fail, the search goes by words.
    warmSearch: () =>
      void embeddings().then(
        (ready) => ready.warmUp(),
        () => undefined,
      ),
    agent,
    conversations,
    approvals,
    proposals,
    profiles,
    collections,
    preferences,
    secrets,
    vault,
    folders: files,
    remotes,
    servers,
    serverQuestions,
    scan: async (...given) => (await feedParts()).scan(...given),
    feeds: feedParts,
    scripts,
    extensions,
  };
  return app;
}

/** After the first screen is up. */
function shortly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500));
}

async function createRunner(services: HostServices): Promise<LuaRunner> {
  const [{ LuaRunner }, { GrantedHttpClient }] = await Promise.all([
    import('../../sandbox/runner.ts'),
    import('../../sandbox/http/granted-http-client.ts'),
  ]);
  return new LuaRunner({
    frameUrl: new URL('sandbox.html', document.baseURI).href,
    workerUrl: sandboxWorkerUrl,
    wasmUrl,
    services,
    http: new GrantedHttpClient(),
    controlled: () => navigator.serviceWorker?.controller != null,
  });
}

/** The tools that come with the program. Without them the app works on: those of an earlier visit are stored. */
async function readBundledTools(): Promise<BundledTool[]> {
  try {
    const response = await fetch(new URL('bundled-tools.json', document.baseURI), { cache: 'no-cache' });
    if (response.ok) return (await response.json()) as BundledTool[];
  } catch {
    // said below
  }
  console.warn('The bundled tools could not be loaded; reload the page to try again.');
  return [];
}

function now(): string {
  return new Date().toISOString();
}
