// A page that attacks the widget: extended built-ins, synthetic events, attributes that change during answers, tools
// and contexts that throw when read. SECURITY.md says what a page can do; nothing else follows.
import { expect, test } from 'playwright/test';
import { pressByScript } from './support/made-up-events.ts';
import { startModel } from './support/model.ts';
import { SCRIPT, startWidgetSite, STRICT } from './support/widget-site.ts';

interface Element extends HTMLElement {
  ask(question: string, options?: { silent?: boolean }): Promise<{ text: string; reason: string }>;
  search(query: string): Promise<{ total: number }>;
  registerTool(tool: unknown): () => void;
  setContext(context: unknown): void;
}

interface Page extends Window {
  ordered: unknown[];
  problems: string[];
}

/** Enumerable additions to built-in prototypes, as by old libraries, and worse. */
const EXTENDED = `<script nonce="n">
  Object.prototype.extend = function () { return this; };
  Object.defineProperties(Object.prototype, {
    approve: { value: true, writable: true, configurable: true },
    parameters: { value: 'polluted', writable: true, configurable: true },
  });
  Array.prototype.remove = function () { return []; };
  Array.prototype.first = function () { return this[0]; };
  String.prototype.startsWithAny = function () { return true; };
  Function.prototype.method = function () { return this; };
  window.ordered = []; window.problems = [];
  addEventListener('error', ({ message }) => problems.push(message));
  addEventListener('unhandledrejection', ({ reason }) => problems.push(String(reason)));
</script>`;

test('a page cannot click for its visitor, and its tools, contexts and attributes break nothing', async ({
  page,
}) => {
  const model = await startModel();
  model.on(
    { userMessage: /order/, hasToolResult: false },
    { toolCalls: [{ id: 'a', name: 'order_item', arguments: '{"item":"lamp"}' }] },
  );
  model.on({ userMessage: /order/, hasToolResult: true }, { content: 'That was all.' });
  model.onMessage(/grant/i, { content: 'Name the host exactly. '.repeat(60) });
  const site = await startWidgetSite();
  const policy = STRICT.replace("connect-src 'self'", `connect-src 'self' ${model.url}`).replace(
    "script-src 'self'",
    "script-src 'self' 'nonce-n'",
  );
  site.page(
    'home.html',
    `<p>Home</p><perilune-chat pack="/docs/perilune/" assistant="on" endpoint="${model.url}/v1"></perilune-chat>${SCRIPT}`,
    { policy, head: EXTENDED },
  );
  try {
    await page.goto(`${site.url}home.html`);
    const widget = page.locator('perilune-chat');

    await test.step('tools and contexts that throw when read are refused, even before there is a chat', async () => {
      await widget.evaluate((element) => {
        const chat = element as Element;
        const boom = (): never => {
          throw new TypeError('boom');
        };
        const hostile: unknown[] = [
          new Proxy({}, { get: boom, has: boom, ownKeys: boom, getPrototypeOf: boom }),
          {
            get name() {
              return boom();
            },
            description: 'x',
            execute: () => 1,
          },
          {
            name: 'a',
            get description() {
              return boom();
            },
            execute: () => 1,
          },
          { name: 'b', description: 'x', parameters: { toJSON: boom }, execute: () => 1 },
          { name: { toString: boom }, description: 'x', execute: () => 1 },
          null,
          1,
        ];
        for (const tool of hostile) chat.registerTool(tool);
        let reads = 0;
        chat.registerTool({
          get name() {
            return reads++ === 0 ? 'order_item' : boom();
          },
          description: 'Orders an item.',
          parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
          approve: true,
          execute: (args: unknown) => (window as unknown as Page).ordered.push(args),
        });
        chat.setContext({ toJSON: boom });
      });
      expect(
        await widget.evaluate((element) =>
          (element as Element).search('grant').then(({ total }) => total > 0),
        ),
      ).toBe(true);
      const answer = await widget.evaluate((element) =>
        (element as Element).ask('How do I grant a host?', { silent: true }),
      );
      expect(answer).toMatchObject({ reason: 'answered' });
    });

    await test.step('once there is a chat, registering them throws', async () => {
      const refused = await widget.evaluate((element) => {
        const chat = element as Element;
        const messages: string[] = [];
        const attempt = (work: () => unknown): void => {
          try {
            work();
            messages.push('accepted');
          } catch (error) {
            messages.push(error instanceof Error ? error.name : 'no error');
          }
        };
        const boom = (): never => {
          throw new TypeError('boom');
        };
        const round: Record<string, unknown> = {};
        round['self'] = round;
        attempt(() => chat.registerTool(new Proxy({}, { get: boom })));
        attempt(() =>
          chat.registerTool({ name: 'c', description: 'x', parameters: round, execute: () => 1 }),
        );
        for (const context of [
          round,
          { toJSON: boom },
          new Proxy({}, { ownKeys: boom }),
          'x'.repeat(1e6),
          () => 1,
          1n,
        ]) {
          attempt(() => chat.setContext(context));
        }
        return messages;
      });
      expect(refused).toEqual(refused.map(() => 'Failure'));
    });

    await test.step('a script clicks every button of the question: nothing runs, and the question stays', async () => {
      await widget.evaluate((element) => void (element as Element).ask('Please order a lamp'));
      const asked = page.getByRole('group', { name: 'The assistant wants to run order_item' });
      await expect(asked.getByRole('button', { name: 'Allow once' })).not.toHaveAttribute('aria-disabled');
      await pressByScript(asked.getByRole('button'));
      await expect(asked).toBeVisible();
      expect(await page.evaluate(() => (window as unknown as Page).ordered)).toEqual([]);
      await asked.getByRole('button', { name: 'Allow once' }).click();
      await expect(page.getByRole('article', { name: 'Answer' }).last()).toContainText('That was all.');
      expect(await page.evaluate(() => (window as unknown as Page).ordered)).toEqual([{ item: 'lamp' }]);
    });

    await test.step('each attribute changes during an answer and a question: both settle, and the next answer is complete', async () => {
      const changes: [string, string | null][] = [
        ['endpoint', 'javascript:alert(1)'],
        ['endpoint', 'http://['],
        ['model', 'x'.repeat(100_000)],
        ['tools', 'off'],
        ['pack', '/docs/nowhere/'],
        ['pack', 'http://['],
        ['pack', 'data:,x'],
        ['assistant', 'off'],
        ['meaning', 'on-ask'],
        ['form', 'inline'],
        ['form', 'panel'],
        ['theme', '"><script>'],
        ['theme-selector', ':::'],
        ['hotkeys', '+ + mod+'.repeat(1000)],
        ['lang', '\u202e'],
        ['limit', '-1'],
        ['limit', '1e309'],
        ['site', 'https://elsewhere.example/'],
        ['site', 'http://['],
        ['site', 'javascript:alert(1)'],
        ['trigger', '[[['],
        ['highlight', '&#'],
        ['open', null],
        ['side', 'left right'],
        ['placeholder', '<img src=x onerror=alert(1)>'],
      ];
      for (const [name, value] of changes) {
        const settled = await widget.evaluate(
          async (element, { name, value }) => {
            const chat = element as Element;
            const before = chat.getAttribute(name);
            const settle = (promise: Promise<{ reason: string }>): Promise<string> =>
              promise.then(
                ({ reason }) => reason,
                (error: Error) => error.name,
              );
            const answers = [settle(chat.ask('How do I grant a host?', { silent: true }))];
            await new Promise((resolve) => setTimeout(resolve, 30));
            if (value === null) chat.removeAttribute(name);
            else chat.setAttribute(name, value);
            answers.push(settle(chat.ask('Please order a lamp', { silent: true })));
            await new Promise((resolve) => setTimeout(resolve, 120));
            if (before === null) chat.removeAttribute(name);
            else chat.setAttribute(name, before);
            // Pending approvals end with the chat, as when the page changes the model.
            chat.setAttribute('model', `m${Math.random()}`);
            const late = new Promise<string>((resolve) => setTimeout(resolve, 20_000, 'never settled'));
            return Promise.all(answers.map((answer) => Promise.race([answer, late])));
          },
          { name, value },
        );
        expect(settled, `${name} = ${String(value).slice(0, 40)}`).not.toContain('never settled');
      }
      await widget.evaluate((element) =>
        element.setAttribute('endpoint', element.getAttribute('endpoint') ?? ''),
      );
      const last = await widget.evaluate((element) =>
        (element as Element).ask('How do I grant a host?', { silent: true }),
      );
      expect(last.reason).toBe('answered');
      expect(last.text).toContain('Name the host exactly.');
      expect(await page.evaluate(() => (window as unknown as Page).ordered)).toEqual([{ item: 'lamp' }]);
    });

    expect(await page.evaluate(() => (window as unknown as Page).problems)).toEqual([]);
  } finally {
    await site.stop();
    await model.stop();
  }
});
