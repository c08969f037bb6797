// A real Chroma server for tests: from e2e/chroma, with its data in a temporary folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../e2e/chroma/node_modules/chromadb/dist/cli.mjs', import.meta.url));

export interface ChromaServer {
  url: string;
  close(): Promise<void>;
}

/** Why tests that need the server are skipped; undefined when it can run. */
export function whyNoChroma(): string | undefined {
  return existsSync(PROGRAM) ? undefined : 'no Chroma server is installed: node scripts/ensure-servers.mjs';
}

/** @throws Error when it does not answer within half a minute. */
export async function startChroma(): Promise<ChromaServer> {
  const folder = mkdtempSync(join(tmpdir(), 'perilune-chroma-'));
  const port = await freePort();
  const settings = [
    `port: ${port}`,
    'listen_address: "127.0.0.1"',
    `persist_path: ${JSON.stringify(join(folder, 'data'))}`,
    'cors_allow_origins: ["*"]',
  ];
  writeFileSync(join(folder, 'chroma.yaml'), settings.join('\n'));
  const child = spawn(process.execPath, [PROGRAM, 'run', join(folder, 'chroma.yaml')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let wait = 0; wait < 300; wait++) {
    const alive = await fetch(`${url}/api/v2/heartbeat`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (alive) return { url, close };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await close();
  throw new Error('Chroma did not start within 30 seconds.');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
