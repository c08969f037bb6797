// The browser's agent (WebMCP) sees the chosen tools and calls them through the app, with approvals like a model's calls.
// Uses Chromium's own `document.modelContext`, elsewhere a strict stand-in.
import { answer, questions } from './support/approvals.ts';
import { expect, test as base, withoutStartDelay } from './support/test.ts';

const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions, browserName }, use) => {
      const args = [...(launchOptions.args ?? []), '--enable-features=WebMCP'];
      await use(browserName === 'chromium' ? { ...launchOptions, args } : launchOptions);
    },
    { scope: 'worker' },
  ],
});

// Chromium reports a refused call in the console.
test.use({ expectedErrors: /WebMCP tool execution failed.*denied/ });

interface Listed {
  name: string;
}

interface Context {
  getTools(): Promise<Listed[]>;
  executeTool(tool: Listed, input: object): Promise<unknown>;
}

test('the agent of the browser sees and calls what a person chose', async ({ app }) => {
  await app.addInitScript(() => {
    if ('modelContext' in document) return;
    const tools = new Map<string, { name: string; execute(input: unknown): Promise<unknown> }>();
    Object.defineProperty(document, 'modelContext', {
      value: {
        async registerTool(
          tool: { name: string; description: string; inputSchema: object; execute(): Promise<unknown> },
          { signal }: { signal: AbortSignal },
        ) {
          if (!tool.description || typeof tool.inputSchema !== 'object' || tools.has(tool.name))
            throw new DOMException('tool', 'InvalidStateError');
          tools.set(tool.name, tool);
          signal.addEventListener('abort', () => tools.delete(tool.name));
        },
        getTools: async () => [...tools.values()].map(({ name }) => ({ name })),
        executeTool: ({ name }: { name: string }, input: object) => tools.get(name)!.execute(input),
      },
    });
  });
  await withoutStartDelay(app, () => app.reload());
  const names = () =>
    app.evaluate(async () =>
      (await (document as unknown as { modelContext: Context }).modelContext.getTools()).map(
        ({ name }) => name,
      ),
    );
  const call = (name: string, args: object) =>
    app.evaluate(
      async ([name, input]) => {
        const { modelContext } = document as unknown as { modelContext: Context };
        const tool = (await modelContext.getTools()).find((one) => one.name === name)!;
        return modelContext
          .executeTool(tool, input)
          .then((result) => (typeof result === 'string' ? result : JSON.stringify(result)));
      },
      [name, args] as const,
    );

  expect(await names()).toEqual([]);
  await app.goto('./#/settings/browser-agent');
  const section = app.getByRole('list', { name: 'Tools for the browser’s agent' });
  await section.getByRole('switch', { name: 'Offer calculator' }).click();
  await section.getByRole('switch', { name: 'Offer search', exact: true }).click();
  // Offers begin seconds after the start.
  await expect.poll(names, { timeout: 20_000 }).toEqual(expect.arrayContaining(['calculator', 'search']));
  expect(await call('calculator', { expression: '6 * 7' })).toContain('42');
  expect(await call('search', { query: 'MCP servers' })).toContain('results');
  const { runs } = await app.evaluate(() => window.perilune.runs.list({ tool: 'calculator', limit: 1 }));
  expect(runs?.[0]?.caller).toEqual({ kind: 'browser' });

  await app.evaluate(() => window.perilune.tools.configure('calculator', { policy: 'ask' }));
  await expect.poll(names).toContain('calculator');
  const asked = call('calculator', { expression: '1 + 1' });
  await expect(questions(app)).toContainText('browser’s agent');
  await answer(app, 'Deny');
  // Chromium hides the message of a rejected call: the agent must learn why.
  expect(await asked).toContain('was not approved');

  await section.getByRole('switch', { name: 'Offer search', exact: true }).click();
  await expect.poll(names).toEqual(['calculator']);
  await app.evaluate(() => window.perilune.tools.disable('calculator'));
  await expect.poll(names).toEqual([]);
});
