// The entry point and only wiring of `npx perilune`: the app's sandbox, tools and HTTP client, on Node's threads and
// folders.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openRegistry } from './registry.ts';
import { openNodeRunner, openScriptReader } from './sandbox.ts';
import { Failure } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { isObject } from '../../base/json.ts';
import { SECRET_NAME, type Secret } from '../../core/secrets.ts';
import { luaAnnotations } from '../../lua-language/annotations.ts';
import {
  ANNOTATIONS_PATH,
  EDITOR_SETTINGS_PATH,
  editorSettings,
} from '../../lua-language/editor-settings.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { checkHosts } from '../../tools/install-options.ts';
import { writeAnnotations } from '../../cli/annotations.ts';
import { pairsOf, readCommandLine, valueOf, WrongUse, type CommandLine } from '../../cli/command-line.ts';
import { readCtxConfig } from '../../cli/ctx-config.ts';
import { initTool, type Scaffold } from '../../cli/init.ts';
import { InspectAhead } from '../../cli/inspect-ahead.ts';
import { listTools } from '../../cli/list-tools.ts';
import { NodeFolders } from '../../cli/node-folders.ts';
import { outputTo, plain, type Output } from '../../cli/output.ts';
import { packTools } from '../../cli/pack-tools.ts';
import type { Given, Session } from '../../cli/session.ts';
import { systemFailure, unreadable } from '../../cli/system-error.ts';
import { testCases } from '../../cli/test-cases.ts';
import { sayError, testTool } from '../../cli/test-tool.ts';

/** Files that the build puts next to the program. */
const beside = (file: string): URL => new URL(file, import.meta.url);

// `perilune tool list | head`: the reader has seen enough. A server has lost its client then; other commands go on to
// their end, so that nothing is half written and the exit code tells what failed.
process.stdout.on('error', (problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EPIPE') throw problem;
  if (process.argv[2] === 'serve') process.exit(0);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<number> {
  let output = outputTo(process.stdout, false);
  try {
    const line = readCommandLine(args, __APP_VERSION__);
    if (typeof line === 'string') {
      output.line(line);
      return 0;
    }
    output = outputTo(process.stdout, line.flags.json === true);
    return await run(line, output);
  } catch (problem) {
    if (problem instanceof WrongUse) {
      process.stderr.write(`${plain(problem.message)}\n`);
      return 2;
    }
    const failure = problem instanceof Failure ? problem : systemFailure(problem);
    if (!failure) throw problem;
    sayError(failure.toData(), output);
    output.value({ error: failure.toData() });
    return 1;
  }
}

async function run({ command, word, flags }: CommandLine, output: Output): Promise<number> {
  if (command === 'init') {
    const forEditors = { [ANNOTATIONS_PATH]: luaAnnotations(), [EDITOR_SETTINGS_PATH]: editorSettings() };
    const { connector, agent } = flags;
    if (connector && agent)
      throw new WrongUse('--connector and --agent can’t be combined: choose one of them');
    const scaffold: Scaffold = connector ? 'connector' : agent ? 'agent' : 'tool';
    return initTool(word ?? '', scaffold, forEditors, output);
  }
  if (command === 'app') {
    const { serveApp } = await import('./app.ts');
    return serveApp(flags.port, output, beside);
  }
  if (command === 'build') {
    const { buildSite, isPackFile } = await import('./build-site.ts');
    const { buildPack } = await import('./build.ts');
    const from = word ?? '.';
    return (isPackFile(from) ? buildSite : buildPack)(from, flags, output, {
      widget: fileURLToPath(beside('widget')),
      sandbox: () => openScriptReader(beside),
    });
  }
  const secrets = secretsOf(flags.secret);
  if (command === 'serve') {
    const { serve } = await import('./serve/serve.ts');
    return serve(word ?? '.', flags, output, { version: __APP_VERSION__, beside, secrets });
  }
  if (flags.cases && flags.docs !== undefined)
    throw new WrongUse('--docs is for a single run: cases contain the search results');
  const library = flags.docs === undefined ? withoutDocuments() : await openLibrary(flags.docs);
  const folders = new NodeFolders();
  const sandbox = openNodeRunner({ ...library, folders }, beside);
  const runner = new InspectAhead(sandbox);
  try {
    const tools = openRegistry({
      runner,
      secrets: (names) => secrets.filter(({ name }) => names.includes(name)),
    });
    await tools.load();
    const place: Session['place'] = (tool, folder) => folders.put(tool.folder, folder);
    const session: Session = { tools, runner, place };
    if (command === 'list') return await listTools(word ?? '.', session, output);
    if (command === 'annotations')
      return await writeAnnotations(word, flags.out, luaAnnotations, session, output);
    if (command === 'pack') return await packTools(word ?? '.', flags.out, session, output);
    if (flags.cases) return await testCases(word ?? '.', session, output);
    if (word === undefined) throw new WrongUse('Name the tool: perilune tool test FILE');
    const given = givenBy(flags);
    if (flags.config !== undefined && /\.toml$/i.test(flags.config)) {
      const ctx = await readCtxConfig(flags.config, word, flags.source);
      given.config = { ...ctx.config, ...given.config };
      given.timeout ??= ctx.timeout;
      secrets.push(...secretsNamed(ctx.variables));
    }
    return await testTool(word, flags.param, given, session, output);
  } finally {
    sandbox.dispose();
    await folders.close();
  }
}

function withoutDocuments(): Omit<HostServices, 'folders'> {
  const none = (): Promise<never> =>
    Promise.reject(
      new Failure(
        'unavailable',
        'the command line has no documents; name a folder with --docs, or put the search results into a case and run it with --cases',
      ),
    );
  return { search: none, get: none, sources: async () => [] };
}

/** The code for documents loads only when there are any. */
async function openLibrary(folder: string): Promise<Omit<HostServices, 'folders'>> {
  const { openDocuments } = await import('./documents.ts');
  return openDocuments(folder, beside);
}

/** @throws WrongUse */
function givenBy({ allow = [], set, config, timeout, folder }: CommandLine['flags']): Given {
  const seconds = timeout === undefined ? undefined : Number(timeout);
  if (seconds !== undefined && !(seconds > 0))
    throw new WrongUse(`--timeout needs seconds, not '${timeout}'`);
  const values = Object.fromEntries(pairsOf(set, '--set').map(([key, text]) => [key, valueOf(text)]));
  try {
    return {
      hosts: checkHosts(allow),
      config: {
        ...(config === undefined || /\.toml$/i.test(config) ? {} : readConfig(config)),
        ...(values as JsonObject),
      },
      timeout: seconds,
      folder,
    };
  } catch (problem) {
    if (problem instanceof Failure) throw new WrongUse(`--allow: ${problem.message}`);
    throw problem;
  }
}

/** @throws WrongUse */
function readConfig(file: string): JsonObject {
  let config: unknown;
  try {
    config = JSON.parse(readFileSync(file, 'utf8'));
  } catch (problem) {
    throw new WrongUse(`--config: ${unreadable(file, problem)}`);
  }
  if (!isObject(config)) throw new WrongUse(`--config: ${file} must contain a JSON object`);
  return config as JsonObject;
}

/** Secrets set in the environment. */
function secretsNamed(names: readonly string[]): Secret[] {
  return names.flatMap((name) => {
    const value = process.env[name];
    return value === undefined || value === '' ? [] : [{ name, value, hosts: [] }];
  });
}

/** @throws WrongUse */
function secretsOf(names: readonly string[] = []): Secret[] {
  return names.map((name) => {
    if (!SECRET_NAME.test(name)) throw new WrongUse(`--secret needs the name of a secret, not '${name}'`);
    const value = process.env[name];
    if (value === undefined || value === '') {
      throw new WrongUse(`--secret ${name}: the environment has no variable ${name}`);
    }
    return { name, value, hosts: [] };
  });
}
