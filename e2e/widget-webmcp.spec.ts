// A site with WebMCP, in Chromium: the browser's agent searches it and calls a tool of its index after the visitor's yes;
// the assistant uses a tool that the page registers, after a yes too.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test as base } from 'playwright/test';
import { memoryWriter } from '../src/site-index/memory-pack.test-support.ts';
import { writePack } from '../src/site-index/write-pack.ts';
import { buildSegment } from '../src/search/segment.ts';

const WIDGET = fileURLToPath(new URL('../dist/widget/', import.meta.url));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--enable-features=WebMCP'] });
    },
    { scope: 'worker' },
  ],
});

const PARAMETERS = { type: 'object', properties: { nights: { type: 'integer' } }, required: ['nights'] };
const SOURCE = `tool = { name = "oil_needed", description = "Litres of oil",
  parameters = { { name = "nights", type = "integer", required = true } } }
function tool.execute(params) return { litres = params.nights * 0.25 } end
`;

function sitePack(): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = 'Which oil does a lantern burn? A lantern burns rape oil.';
  const passages = [{ start: 0, end: text.length, heading: [], anchor: '' }];
  const pages = [{ title: 'Oil', url: '/oil.html', body: text, passages, meta: {}, filters: {} }];
  const chunks = [{ document: 'oil', index: 0, text, heading: [], title: 'Oil' }];
  const segment = buildSegment(chunks, [{ document: 'oil', source: '', updated: 0, tags: [] }], []);
  const spec = { name: 'oil_needed', version: '1', description: 'Litres of oil', parameters: PARAMETERS };
  const tool = {
    ...{ name: 'oil_needed', description: 'Litres of oil', source: SOURCE, files: {} },
    spec: { ...spec, timeout: 30, approve: false, hosts: [] },
  };
  writePack({ name: 'Lanterns', tools: [tool], widget: {}, pages, segment }, memoryWriter(files));
  return files;
}

/** Calls the page's tool if there is one, and answers with its result. */
function modelAnswer(body: string): string {
  const { messages, tools = [] } = JSON.parse(body) as {
    messages: { role: string; content: string }[];
    tools?: { function: { name: string } }[];
  };
  const chunk = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const done = 'data: [DONE]\n\n';
  const last = messages.at(-1);
  if (last?.role === 'tool') return chunk({ content: `It gave ${last.content}` }) + chunk({}, 'stop') + done;
  const names = tools.map(({ function: { name } }) => name);
  if (!names.includes('cart_total'))
    return chunk({ content: `Only: ${names.join(' ')}` }) + chunk({}, 'stop') + done;
  const call = { index: 0, id: 'c1', type: 'function', function: { name: 'cart_total', arguments: '{}' } };
  return chunk({ tool_calls: [call] }) + chunk({}, 'tool_calls') + done;
}

const PAGE = `<!doctype html><html lang="en"><title>Shop</title>
<perilune-chat pack="/perilune/" endpoint="/ask/" webmcp></perilune-chat>
<script>
  document.modelContext.registerTool({
    name: 'cart.total', description: 'Total of the cart',
    inputSchema: { type: 'object', properties: {} },
    execute: async () => ({ total: 12 }),
  });
</script>
<script type="module" src="/widget/perilune-chat.js"></script>`;

interface Context {
  getTools(): Promise<{ name: string }[]>;
  executeTool(tool: { name: string }, input: object): Promise<unknown>;
}

test("a site offers its docs and tools to the browser's agent, and uses the page's tools", async ({
  page,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'needs WebMCP');
  const pack = sitePack();
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.slice(1);
    const file = pack.get(name.replace('perilune/', ''));
    if (file) return void response.writeHead(200).end(file);
    if (name.startsWith('ask/')) {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () =>
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(body === '' ? '{}' : modelAnswer(body)),
      );
      return undefined;
    }
    if (name === '') return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    readFile(WIDGET + name.replace('widget/', '')).then(
      (bytes) =>
        response
          .writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' })
          .end(bytes),
      () => response.writeHead(404).end(),
    );
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const names = () =>
      page.evaluate(async () =>
        (await (document as unknown as { modelContext: Context }).modelContext.getTools())
          .map(({ name }) => name)
          .sort(),
      );
    const call = (name: string, args: object) =>
      page.evaluate(
        async ([wanted, input]) => {
          const { modelContext } = document as unknown as { modelContext: Context };
          const tool = (await modelContext.getTools()).find((one) => one.name === wanted)!;
          const result = await modelContext.executeTool(tool, input);
          return typeof result === 'string' ? result : JSON.stringify(result);
        },
        [name, args] as const,
      );
    await expect.poll(names).toEqual(['ask_docs', 'cart.total', 'oil_needed', 'search_docs']);
    expect(await call('search_docs', { query: 'oil' })).toContain('/oil.html');
    expect(await call('ask_docs', { question: 'Which oil does a lantern burn?' })).toContain('rape oil');

    const approval = page.locator('perilune-chat [part~="approval"]');
    const asked = call('oil_needed', { nights: 8 });
    await expect(approval).toContainText('WebMCP');
    await expect(approval).toContainText('8');
    await approval
      .getByRole('button', { name: /^(?:run|allow|yes)/i })
      .first()
      .click();
    expect(await asked).toContain('2');
    const refused = call('oil_needed', { nights: 1 });
    await expect(approval).toHaveCount(1);
    await approval
      .getByRole('button', { name: /deny|don.t|no\b/i })
      .first()
      .click();
    expect(await refused).toContain('denied');

    const answered = page.evaluate(async () => {
      const answer = await document.querySelector('perilune-chat')!.ask('How much is my cart?');
      return answer.text;
    });
    await expect(approval).toContainText('cart_total');
    await expect(approval).toContainText('127.0.0.1');
    await approval
      .getByRole('button', { name: /^(?:run|allow|yes)/i })
      .first()
      .click();
    expect(await answered).toContain('12');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
