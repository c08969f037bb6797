// `perilune serve` beside a server of the official SDK with the same tool in plain JavaScript: the time from the start of
// the process to the first result, a warm call, and the memory after 10,000 calls; over stdio and HTTP, in turns.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { buildProgram, PROGRAM } from '../scripts/build-program.mjs';

const CALLS = Number(process.argv[2] ?? 10_000);
const STARTS = 5;
const WARM = 200;
const TOKEN = 'a-token-for-benchmarks';
const PLAIN = fileURLToPath(new URL('mcp/plain-server.mjs', import.meta.url));
const ECHO = `tool = { name = "echo", description = "Returns its argument",
  parameters = { { name = "text", type = "string", required = true } } }
function tool.execute(params) return { text = params.text } end
`;

await buildProgram(() => undefined);
const folder = mkdtempSync(join(tmpdir(), 'perilune-bench-'));
writeFileSync(join(folder, 'echo.lua'), ECHO);
const served = (...args) => [PROGRAM, 'serve', folder, ...args];
const KINDS = [
  {
    name: 'Perilune, stdio',
    open: () => overStdio(served('--stdio')),
  },
  { name: 'SDK, stdio', open: () => overStdio([PLAIN]) },
  {
    name: 'Perilune, HTTP',
    open: () => overHttp((port) => served('--port', port, '--token', TOKEN)),
  },
  { name: 'SDK, HTTP', open: () => overHttp((port) => [PLAIN, port]) },
];

const found = KINDS.map(({ name }) => ({ name, first: [] }));
for (let round = 0; round < STARTS; round += 1) {
  for (const [at, { open }] of KINDS.entries()) {
    const begun = performance.now();
    const server = await open();
    await server.call('first');
    found[at].first.push(performance.now() - begun);
    await server.close();
  }
}
const servers = [];
for (const { open } of KINDS) servers.push({ ...(await open()), times: [] });
for (const { call } of servers) for (let at = 0; at < WARM; at += 1) await call(`warm ${at}`);
for (const server of servers) server.before = memoryOf(server.pid);
for (let at = 0; at < CALLS; at += 1) {
  for (const { call, times } of servers) {
    const begun = performance.now();
    await call(`call ${at}`);
    times.push(performance.now() - begun);
  }
}
console.log(
  `First result: median of ${STARTS} starts. Warm call: ${CALLS.toLocaleString('en')} calls in turns.\n`,
);
console.log('| | first result | warm p50 | warm p95 | memory before | after |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const [at, { times, pid, before }] of servers.entries()) {
  const { name, first } = found[at];
  const cells = [
    `${quantile(first, 0.5).toFixed(0)} ms`,
    `${quantile(times, 0.5).toFixed(2)} ms`,
    `${quantile(times, 0.95).toFixed(2)} ms`,
    `${before} MB`,
    `${memoryOf(pid)} MB`,
  ];
  console.log(`| ${name} | ${cells.join(' | ')} |`);
}
await Promise.all(servers.map(({ close }) => close()));
rmSync(folder, { recursive: true, force: true });

async function connected(transport) {
  const client = new Client({ name: 'bench', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  return {
    close: () => client.close(),
    async call(text) {
      const { structuredContent, isError } = await client.callTool({ name: 'echo', arguments: { text } });
      if (isError || structuredContent?.text !== text) throw new Error('the echo is wrong');
    },
  };
}

async function overStdio(args) {
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  const { call, close } = await connected(transport);
  return { call, close, pid: transport.pid };
}

async function overHttp(argsOf) {
  const port = await freePort();
  const child = spawn(process.execPath, argsOf(String(port)), { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve, reject) => {
    child.stdout.on('data', resolve);
    child.once('close', () => reject(new Error('the server ended')));
  });
  const headers = { authorization: `Bearer ${TOKEN}` };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  const { call, close } = await connected(
    new StreamableHTTPClientTransport(url, { requestInit: { headers } }),
  );
  const end = async () => {
    await close();
    child.removeAllListeners('close');
    child.kill('SIGTERM');
  };
  return { call, close: end, pid: child.pid };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** Resident, in megabytes. */
function memoryOf(pid) {
  return Math.round(
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024,
  );
}

function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)];
}
