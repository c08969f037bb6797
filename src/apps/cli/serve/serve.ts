// `perilune serve [FOLDER]`: the tools, documents and agents of a folder for programs that speak MCP or HTTP.
import { resolve } from 'node:path';
import type { Secret } from '../../../core/secrets.ts';
import { HttpServer } from '../../../serve/http-server.ts';
import { PausedCalls } from '../../../serve/paused-calls.ts';
import { builtins } from '../../../tools/builtins.ts';
import type { CommandLine } from '../../../cli/command-line.ts';
import { InspectAhead } from '../../../cli/inspect-ahead.ts';
import { listen, type Listening } from '../../../cli/listen.ts';
import { NodeFolders } from '../../../cli/node-folders.ts';
import { count, plain, type Output } from '../../../cli/output.ts';
import { untilStopped } from '../../../cli/until-stopped.ts';
import { watchFolder } from '../../../cli/watch-folder.ts';
import { openNodeRunner } from '../sandbox.ts';
import type { FoundAgents } from '../../../profiles/find-agents.ts';
import { readAgents } from './agents.ts';
import { filesFolder } from './files-folder.ts';
import { openDocuments } from './open-documents.ts';
import { explained } from './explain.ts';
import { serveOptions, type ServeOptions } from './options.ts';
import { isServedFile, readFiles, toolsIn, type ReadFiles } from './read-folder.ts';
import { RunLog } from './run-log.ts';
import { ServedFolder, type FolderContents } from './served-folder.ts';
import { serveOverStdio } from './stdio.ts';
import { ToolSet } from './tool-set.ts';

export interface ServeWiring {
  version: string;
  /** Returns the address of a file that the build puts next to the program. */
  beside(file: string): URL;
  /** The secrets given with `--secret`. */
  secrets: readonly Secret[];
}

/** Serves until stopped. @returns the exit code. @throws Failure or WrongUse when it cannot start */
export async function serve(
  folder: string,
  flags: CommandLine['flags'],
  output: Output,
  { version, beside, secrets: given }: ServeWiring,
): Promise<number> {
  const options = serveOptions(flags);
  const say = (line: string): void => void process.stderr.write(`${plain(line)}\n`);
  const places = { folder, config: flags.config };
  const first = await readFiles(places, process.env);
  const asks = options.ask || first.settings.ask;
  const folders = new NodeFolders(filesFolder(flags.files, first));
  // Options are checked first: a watched folder would keep a refused server alive.
  const documents = await openDocuments(flags, first, beside, {
    say,
    onChange: () => served.documentsChanged(),
  });
  const runner = openNodeRunner({ ...documents.served.calls, folders }, beside);
  const inspector = new InspectAhead(runner, { remembers: true });
  let isOver = false;
  const log = flags.runs === undefined ? undefined : new RunLog(flags.runs, say);
  const paused = new PausedCalls();
  let fresh: ReadFiles | undefined = first;
  const read = async (before?: FolderContents): Promise<FolderContents | undefined> => {
    const files = fresh ?? (await readFiles(places, process.env));
    fresh = undefined;
    if (files.digest === before?.digest) return undefined;
    const agents = await readAgents(files.texts, inspector);
    const tools = await ToolSet.read(await toolsIn(files, folder, agents.files), {
      runner: inspector,
      builtins: builtins(documents.served.calls),
      secrets: (names) => names.flatMap((name) => secretOf(name, files, given)),
      place: (tool, place) => folders.put(tool.folder, place),
      record: (call, bundleOf) => log?.record(call, bundleOf),
      hosts: [...options.hosts, ...files.settings.hosts],
      writes: options.writes || files.settings.writes,
      grants: files.settings.tools,
      settingsFile: files.settingsFile,
      nameFolder: (id, name) => folders.name(id, name),
    });
    return {
      digest: files.digest,
      tools,
      agents,
      notes: [...files.notes, ...emptyNote(folder, tools, agents)],
    };
  };
  const served = new ServedFolder({
    version,
    runner: inspector,
    documents: documents.served,
    hasDocuments: documents.isThere,
    read,
    // Tools that were not read because the client left are no news.
    say: (line) => isOver || say(line),
    explain: (report, { ask, caller }) =>
      explained(report, { asks, canAsk: ask !== undefined, isHttp: caller.kind === 'page' }),
  });
  const deps = { served, paused, asks };
  const http = options.port === undefined ? undefined : new HttpServer(deps, options);
  let listening: Listening | undefined;
  const stopWatching = watchFolder(
    resolve(folder),
    () => served.reload(),
    (path) => isServedFile(places, path),
  );
  try {
    if (http) listening = await listen(options.port ?? 0, (request) => http.answer(request));
    const ended = options.stdio ? serveOverStdio(deps) : untilStopped();
    const ready = served.ready();
    // A client that leaves early need not wait: some start a server only to learn which protocol it speaks.
    const isEarly = await Promise.race([ready.then(() => false), ended.then(() => true)]);
    if (isEarly) ready.catch(() => undefined);
    else if (listening) await announce(served, listening.port, options, output);
    await ended;
    return 0;
  } finally {
    isOver = true;
    stopWatching();
    paused.close();
    await http?.close();
    await listening?.close();
    documents.served.close();
    runner.dispose();
    await log?.close();
    await folders.close();
  }
}

/** Returns a hint for a folder without tools and agents. */
function emptyNote(folder: string, tools: ToolSet, { agents }: FoundAgents): string[] {
  if (agents.length > 0 || tools.tools.some(({ builtin }) => !builtin)) return [];
  return [`There is no tool in ${folder}. Create one there with: npx perilune tool init NAME`];
}

/** Secrets given with `--secret` or in `perilune.toml`, or named by a configuration and set in the environment. */
function secretOf(name: string, { settings, variables }: ReadFiles, given: readonly Secret[]): Secret[] {
  const known = given.find((secret) => secret.name === name);
  if (known) return [known];
  const own = Object.hasOwn(settings.secrets, name) ? settings.secrets[name] : undefined;
  const value = own ?? (variables.has(name) ? process.env[name] : undefined);
  return value === undefined || value === '' ? [] : [{ name, value, hosts: [] }];
}

async function announce(
  served: ServedFolder,
  port: number,
  { token, isNewToken }: ServeOptions,
  output: Output,
): Promise<void> {
  const address = `http://127.0.0.1:${port}`;
  const [tools, agents] = await Promise.all([served.tools(), served.agents()]);
  const own = tools.filter(({ builtin }) => !builtin).length;
  output.line(`Serving ${count(own, 'tool')} and ${count(agents.length, 'agent')} at ${address}`);
  output.line(`  MCP   ${address}/mcp`);
  output.line(`  HTTP  ${address}/tools/list`);
  if (isNewToken) output.line(`Token: ${token}`);
  output.value({ address, mcp: `${address}/mcp`, ...(isNewToken && { token }) });
}
