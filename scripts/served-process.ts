// For tests: `perilune serve` as users start it, in a temporary folder, and a folder with a tool of each kind.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const BIN = fileURLToPath(new URL('../bin/perilune.mjs', import.meta.url));
export const TOKEN = 'a-token-for-tests';

export interface ServedProcess {
  url: string;
  /** Its output so far. */
  out(): string;
  err(): string;
  /** With the token. */
  fetch(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
  alive(): boolean;
  stop(): Promise<void>;
  child: ChildProcess;
}

/** Creates a folder with these files; `remove` deletes it. */
export function folderOf(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'perilune-serve-'));
  put(folder, files);
  return folder;
}

export function put(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/** Resolves when it is serving. Rejects with its output if it exits first. */
export function startServing(
  folder: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  port = 0,
): Promise<ServedProcess> {
  const given = ['serve', folder, '--port', String(port), '--token', TOKEN, ...args];
  const child = spawn(process.execPath, [BIN, ...given], {
    env: { ...process.env, XDG_CACHE_HOME: join(folder, '.cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stderr.on('data', (data) => (err += String(data)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    void ended.then(() => reject(new Error(`${out}${err}`)));
    child.stdout.on('data', (data) => {
      out += String(data);
      const url = /HTTP {2}(http:\S+)\/tools\/list/.exec(out)?.[1];
      if (url === undefined) return;
      resolve({
        url,
        child,
        out: () => out,
        err: () => err,
        alive: () => child.exitCode === null && child.signalCode === null,
        fetch: (path, { json, headers, ...init } = {}) =>
          fetch(`${url}${path}`, {
            ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
            ...init,
            headers: { authorization: `Bearer ${TOKEN}`, ...(headers as object) },
          }),
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      });
    });
  });
}

const tool = (name: string, body: string, more = ''): string =>
  `tool = { name = "${name}", description = "Does ${name}", ${more} }\nfunction tool.execute(params, context)\n${body}\nend\n`;

/** Tools that count, fail, hang, write, ask, and report progress; an agent of each kind; a document. */
export const FILES: Record<string, string> = {
  'tools/word_count.lua': tool(
    'word_count',
    'local _, words = params.text:gsub("%S+", "")\nreturn { words = words }',
    'parameters = { { name = "text", type = "string", required = true } }, returns = { { name = "words", type = "integer", required = true } }',
  ),
  'tools/echo.lua': tool('echo', 'return params.value', 'parameters = { type = "object" }'),
  'tools/fails.lua': tool('fails', 'error("no luck")'),
  'tools/hangs.lua': tool('hangs', 'log.info("begun")\nwhile true do sleep(0.01) end'),
  'tools/steps.lua': tool('steps', 'context.progress(0.25, "a quarter")\nsleep(0.2)\nreturn "done"'),
  'tools/writes.lua': tool('writes', 'fs.write("note.txt", "kept")\nreturn fs.read("note.txt")'),
  'tools/careful.lua': tool('careful', 'return "ran"', 'approve = true'),
  'tools/settings.lua': tool(
    'settings',
    'return { city = context.config.city, key = #(context.config.key or "") }',
  ),
  'agents/writer.lua': `agent = { name = "writer", description = "Writes", tools = { "word_count" },
    arguments = { { name = "topic", description = "What about", required = true } } }
    function agent.resolve(args) return { system = "Write about " .. args.topic, tools = { "word_count" }, messages = { { role = "assistant", content = "Ready." } } } end`,
  'agents/critic.toml': 'name = "critic"\ndescription = "Judges"\nsystem_prompt = "You judge."\n',
  'docs/tides.md': '# Tides\n\nThe perigean spring tide is the highest.\n',
  'docs/moons/io.md': '# Io\n\nIo has more than four hundred volcanoes.\n',
};
