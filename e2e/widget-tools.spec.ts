// The tools of a site's chat when the widget's files come from another origin than the page: a Lua tool of the index
// in its sandbox, and a page whose policy blocks the sandbox.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { memoryWriter } from '../src/site-index/memory-pack.test-support.ts';
import { writePack } from '../src/site-index/write-pack.ts';
import { buildSegment } from '../src/search/segment.ts';

const WIDGET = fileURLToPath(new URL('../dist/widget/', import.meta.url));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};
/** The policy of a site without inline styles and eval. */
const POLICY =
  "default-src 'none'; connect-src 'self' WIDGET; script-src WIDGET 'nonce-n'; require-trusted-types-for 'script'";

const sourceFor = (host: string): string => `tool = {
  name = "oil_needed", description = "Litres of oil for some nights",
  parameters = { { name = "nights", type = "integer", required = true } },
  hosts = { "${host}", "localhost:1" },
}
function tool.execute(params)
  local _, why = pcall(http.get, "http://localhost:1/")
  local status = http.get("http://${host}/v1/widget/sandbox.html").status
  local pages = context.search("oil")
  return { litres = params.nights * 0.25, reached = tostring(js), pages = #pages, status = status, why = tostring(why) }
end
`;

function start(answer: (request: IncomingMessage, response: ServerResponse) => void, host: string) {
  const server: Server = createServer(answer);
  return new Promise<{ url: string; stop(): void }>((resolve) => {
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      const stop = (): void => (server.closeAllConnections(), void server.close());
      resolve({ url: `http://${host}:${port}/`, stop });
    });
  });
}

function sitePack(host: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = 'Which oil a lantern burns.';
  const passages = [{ start: 0, end: text.length, heading: [], anchor: '' }];
  const pages = [{ title: 'Oil', url: '/oil.html', body: text, passages, meta: {}, filters: {} }];
  const chunks = [{ document: 'oil', index: 0, text, heading: [], title: 'Oil' }];
  const segment = buildSegment(chunks, [{ document: 'oil', source: '', updated: 0, tags: [] }], []);
  const tool = { name: 'oil_needed', description: 'Litres of oil', source: sourceFor(host), files: {} };
  writePack({ name: 'Lanterns', tools: [tool], widget: {}, pages, segment }, memoryWriter(files));
  return files;
}

/** Calls the tool if there is one, and answers with its result. */
function modelAnswer(body: string): string[] {
  const { messages, tools = [] } = JSON.parse(body) as {
    messages: { role: string; content: string }[];
    tools?: { function: { name: string } }[];
  };
  const last = messages.at(-1);
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const done = 'data: [DONE]\n\n';
  if (last?.role === 'tool') return [chunk({ content: `It gave ${last.content}` }), chunk({}, 'stop'), done];
  const names = tools.map(({ function: { name } }) => name);
  if (!names.includes('oil_needed')) {
    return [chunk({ content: `Without it: ${names.join(' ')}` }), chunk({}, 'stop'), done];
  }
  const call = {
    index: 0,
    id: 'c1',
    type: 'function',
    function: { name: 'oil_needed', arguments: '{"nights":8}' },
  };
  return [chunk({ tool_calls: [call] }), chunk({}, 'tool_calls'), done];
}

test("an index's tool runs from another origin after a yes; if its frame is blocked, the chat continues", async ({
  page,
}) => {
  const cdn = await start((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.replace('/v1/widget/', '');
    readFile(WIDGET + name).then(
      (bytes) => {
        const type = TYPES[extname(name)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  }, '127.0.0.1');
  const { host } = new URL(cdn.url);
  const pack = sitePack(host);
  const widget = `${cdn.url}v1/widget/`;
  const script = `<script type="module" src="${widget}perilune-chat.js"></script>`;
  const own = `<script type="module" nonce="n">
    const chat = document.querySelector('perilune-chat');
    await customElements.whenDefined('perilune-chat');
    chat.registerTool({ name: 'page_name', description: 'Names the page', execute: () => document.title });
  </script>`;
  const site = await start((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
    const file = pack.get(name.replace('docs/perilune/', ''));
    if (file) return void response.writeHead(200).end(file);
    if (name.startsWith('ask/')) {
      let body = '';
      request.on('data', (bytes: Buffer) => (body += bytes.toString('utf8')));
      request.on('end', () => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const part of modelAnswer(body)) response.write(part);
        response.end();
      });
      return;
    }
    const frames = name === 'docs/open.html' ? `; frame-src ${widget}sandbox.html` : '';
    response
      .writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': POLICY.replaceAll('WIDGET', cdn.url) + frames,
      })
      .end(
        `<!doctype html><title>Lanterns</title><perilune-chat pack="/docs/perilune/" endpoint="/ask/" assistant="on"></perilune-chat>${script}${own}`,
      );
  }, 'localhost');
  const said: string[] = [];
  page.on('console', (message) => void said.push(message.text()));
  page.on('pageerror', (error) => void said.push(error.message));
  const chat = page.locator('perilune-chat');
  const ask = (): Promise<void> =>
    chat.evaluate((element) => {
      const { ask } = element as HTMLElement & { ask(question: string): Promise<unknown> };
      void ask.call(element, 'How much oil do I need for 8 nights?');
    });
  try {
    await test.step('asked for, shown, allowed, run', async () => {
      await page.goto(`${site.url}docs/open.html`);
      await ask();
      await expect(page.getByText('wants to run oil_needed')).toBeVisible();
      await expect(page.getByText('"nights": 8')).toBeVisible();
      await expect(page.getByRole('group', { name: 'oil_needed' })).toContainText(host);
      await page.getByRole('button', { name: 'Allow once' }).click();
      // The answer has read pages of the site, so outgoing data is shown as well.
      for (const asked of ['localhost:1', host]) {
        await expect(page.getByText(`wants to send this to ${asked}`)).toBeVisible();
        await page.getByRole('button', { name: 'Allow once' }).click();
      }
      await expect(page.getByText('It gave')).toContainText('"litres":2');
      await expect(page.getByText('It gave')).toContainText('"reached":"nil"');
      // One request was sent, and one forbidden by the page was not.
      await expect(page.getByText('It gave')).toContainText('"status":200');
      await expect(page.getByText('It gave')).toContainText('(connect-src) does not allow localhost:1');
      expect(said.filter((text) => /TrustedHTML/i.test(text))).toEqual([]);
    });

    await test.step('once removed, it leaves no frame', async () => {
      await chat.evaluate((element) => (element as HTMLElement & { destroy(): void }).destroy());
      await expect(page.locator('iframe')).toHaveCount(0);
    });

    await test.step('if blocked, the model has the other tools, and the visitor the reason', async () => {
      await page.goto(`${site.url}docs/shut.html`);
      await ask();
      const answer = page.getByText('Without it:');
      await expect(answer).toContainText('search');
      await expect(answer).toContainText('page_name');
      await expect(answer).not.toContainText('oil_needed');
      await page.getByRole('button', { name: /^Tools/ }).click();
      await expect(page.getByRole('alert')).toContainText('frame-src');
      expect(await page.locator('iframe').count()).toBe(0);
    });
  } finally {
    site.stop();
    cdn.stop();
  }
});
