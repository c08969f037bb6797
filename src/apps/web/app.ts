// The app's composition root: store + knowledge + registry + lua + agent -> one App. It decides nothing; it only
// connects the parts.
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
import type { AppToolSignIns } from './tool-sign-ins.ts';
import type { ReadAccessToken } from '../../core/ports/tool-sign-in.ts';
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
import type { ScanReport, ScanOptions } from '../../core/ports/scan.ts';

export type { InstallOptions } from '../../tools/install-options.ts';
export type { Preferences } from '../../agent/preferences.ts';

export interface AppOptions {
  /** Another tab must be closed before the storage can be opened. */
  onBlocked?: () => void;
  /** This tab has lost the storage: reload. */
  onClosed?: (why: 'outdated' | 'dropped') => void;
  /** The browser has deleted data: called with a sentence that says what. */
  onLost?: (loss: string) => void;
}

export interface App {
  readonly version: string;
  /** Settles when the library is searchable and contains the guide. */
  readonly ready: Promise<void>;
  readonly knowledge: KnowledgeClient;
  /** Where embeddings are computed, and their progress. */
  readonly embeddings: () => Promise<AppEmbeddings>;
  /** Reads dropped files and folders. Must be called synchronously in the event handler. */
  readonly filesFromDrop: typeof filesFromDrop;
  /** Reads a file field, without hidden files. */
  readonly filesFromList: typeof filesFromList;
  /** Fetches a page or file from an address for the library. Rejects with a Failure that says why, and what to do. */
  readonly webPage: (address: string, options?: WebPageOptions) => Promise<FileWithFacts>;
  readonly tools: Registry;
  /** Tool operations beyond storing and calling. */
  readonly toolParts: AppTools;
  /** Starts the sandbox ahead of time, for a screen that is likely to call a tool soon. */
  readonly warmUp: () => void;
  /** Loads the embedding model ahead of a question. */
  readonly warmSearch: () => void;
  readonly agent: AppAgent;
  readonly conversations: AppConversations;
  readonly approvals: ApprovalQueue;
  readonly preferences: Preferences;
  /** Tools that models propose, until the user installs them. */
  readonly proposals: () => Promise<Proposals>;
  /** The user's agents. */
  readonly profiles: () => Promise<Profiles>;
  /** Named sets of documents from any source. */
  readonly collections: () => Promise<Collections>;
  /** Secrets tools may use. They cannot be read back. */
  readonly secrets: OpenSecrets;
  /** Holds the secrets and the model's key, encrypted. */
  readonly vault: OpenVault;
  /** The folders of tools, by tool id. */
  readonly folders: Pick<FileTable, 'list' | 'read' | 'remove'>;
  /** Runs a connector and adds its documents. Rejects with the Failure of the run. */
  scan(name: string, options: ScanOptions): Promise<ScanReport>;
  /** Remote search engines that answer together with the library, or instead of it. */
  readonly remotes: () => Promise<RemoteCollections>;
  /** Sign-ins of people for HTTP tools. */
  readonly signIns: () => Promise<AppToolSignIns>;
  /** MCP servers. */
  readonly servers: () => Promise<AppServers>;
  /** Questions of MCP servers to the user, asked during a call. */
  readonly serverQuestions: ServerQuestions;
  /** Storage use, freeing space, backups. */
  readonly storage: () => Promise<AppStorage>;
  /** Connectors that are scanned on a schedule. */
  readonly feeds: () => Promise<Omit<AppFeeds, 'scan'>>;
  /** Scripts written by models, and scripts a user runs in a conversation. */
  readonly scripts: () => Promise<AppScripts>;
  /** The offers of this build's features. */
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
  const send: typeof fetch = async (...given) =>
    (await import('./way-out.ts')).outFetch(extensions)(...given);
  const approvals = new ApprovalQueue(uuid);
  const table = new SettingsTable(database);
  const { vault, secrets } = openVault(database);
  const preferences = new Preferences(table, vault, secrets, await table.load(), {
    device: async (settings) =>
      (await extensions.one('deviceModel', 'models on this device')).connect(settings),
    fetch: send,
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
    renewSecret: secrets.renew,
    accessToken: (async (...asked) => (await signIns()).token(...asked)) as ReadAccessToken,
  };
  const signIns = once(
    async () => new (await import('./tool-sign-ins.ts')).AppToolSignIns({ vault, secrets, fetch: send }),
  );
  const runner = once(async () => (await import('./open-runner.ts')).openRunner(services, extensions));
  const sandbox = deferred(runner, ['inspect', 'validate', 'run']);
  const scripts = once(async () =>
    (await import('./code-mode.ts')).openCodeMode({
      ...{ tools, sandbox, runner, now },
      folderOf: async (chat) => (await extensions.of('scriptFolder'))[0]?.of(app, chat),
    }),
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
    readOnly: async (first) =>
      (await import('../../core/read-only.ts')).readOnlyOf(first, { preferences, conversations }),
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
      preferences,
      questions: serverQuestions,
      fetch: send,
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
  // Data of an earlier visit that is gone now.
  const lost = kept && (await table.get(GUIDE_VERSION)) === undefined ? kept : undefined;
  const ready = addGuide(knowledge, table);
  // Without it, search uses keywords alone.
  knowledge.beforeMeaning = embeddings;
  ready
    .then(shortly)
    .then(embeddings)
    .catch(() => undefined);
  // The library reports its failure where it is used; here it must not count as unhandled.
  ready.catch(() => undefined);
  knowledge.ready.then(async () => (await database.count('remotes')) > 0 && remotes()).catch(() => undefined);
  const storage = once(async () => (await import('./storage.ts')).openStorage(database, () => app));
  ready
    .then(shortly)
    .then(async () => {
      const { afterStart } = await import('./after-start.ts');
      const { onLost } = options;
      await afterStart({
        ...app,
        ...{ app, database, files, lost, onLost },
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
    webPage: async (address, given) =>
      (await import('../../knowledge/web-page.ts')).fetchWebPage(address, { fetch: send, ...given }),
    tools,
    toolParts: parts,
    warmUp: () => {
      // If it fails, the call that needs it reports it.
      runner()
        .then((ready) => ready.warm())
        .then(async () => (await import('./after-start.ts')).idle())
        .then(parts.checkUp)
        .catch(() => undefined);
    },
    // If it fails, search uses keywords alone.
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
    signIns,
    serverQuestions,
    scan: async (...given) => (await feedParts()).scan(...given),
    feeds: feedParts,
    scripts,
    extensions,
  };
  return app;
}

/** After the first screen. */
function shortly(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500));
}

/** The bundled tools. Without them the app still works: those of an earlier visit are stored. */
async function readBundledTools(): Promise<BundledTool[]> {
  try {
    const response = await fetch(new URL('bundled-tools.json', document.baseURI), { cache: 'no-cache' });
    if (response.ok) return (await response.json()) as BundledTool[];
  } catch {
    // reported below
  }
  console.warn('Couldn’t load the bundled tools; reload the page to try again.');
  return [];
}

function now(): string {
  return new Date().toISOString();
}
