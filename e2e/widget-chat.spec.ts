// The assistant of <perilune-chat> on a site's page, under a strict policy: the visitor's own model, a cited answer,
// a page tool that asks first, feedback, and nothing stored without consent.
import { expect, test } from 'playwright/test';
import { startModel } from './support/model.ts';
import { policyProblems } from './support/policy-problems.ts';
import { SCRIPT, startWidgetSite, STRICT } from './support/widget-site.ts';

interface Element extends HTMLElement {
  ask(question: string, options?: { silent?: boolean }): Promise<{ text: string; reason: string }>;
  registerTool(tool: object): () => void;
}

interface Page extends Window {
  seen: [string, Record<string, unknown>][];
  ordered: unknown[];
}

test('a visitor asks with their own model, reads the source, allows a tool, and leaves no key behind', async ({
  page,
}) => {
  const model = await startModel();
  model.on(
    { userMessage: /order/, hasToolResult: false },
    { toolCalls: [{ id: 'a', name: 'order_item', arguments: '{"item":"lamp"}' }] },
  );
  model.on({ userMessage: /order/, hasToolResult: true }, { content: 'One lamp is **ordered**.' });
  model.onMessage(/grant/i, {
    content: 'Name the host exactly [1]. <img src=x onerror=alert(1)> Perhaps [97].',
  });
  const site = await startWidgetSite();
  const policy = STRICT.replace("connect-src 'self'", `connect-src 'self' ${model.url}`);
  site.page('home.html', `<p>Home</p><perilune-chat pack="/docs/perilune/"></perilune-chat>${SCRIPT}`, {
    policy,
  });
  const problems = policyProblems(page);
  const toldKey = new Set<string>();
  page.on('request', (request) => {
    if (JSON.stringify(request.headers()).includes('secret-key')) toldKey.add(new URL(request.url()).origin);
  });
  await page.addInitScript(() => {
    const seen: unknown[] = [];
    Object.assign(window, { seen, ordered: [] });
    for (const name of ['ask', 'answer', 'select', 'tool', 'approval', 'feedback']) {
      document.addEventListener(`perilune:${name}`, (event) =>
        seen.push([name, (event as CustomEvent).detail]),
      );
    }
  });
  const details = (name: string) =>
    page.evaluate((wanted) => (window as unknown as Page).seen.filter(([each]) => each === wanted), name);
  const kept = () =>
    page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie);
  const field = page.getByRole('textbox', { name: 'Ask about this site' });
  const answer = page.getByRole('article', { name: 'Answer' }).last();
  try {
    await page.goto(`${site.url}home.html`);
    await page.evaluate(() => {
      const element = document.querySelector('perilune-chat') as Element;
      // Before anything is loaded: it is there once there is a chat.
      element.registerTool({
        name: 'order_item',
        description: 'Orders an item.',
        parameters: { type: 'object', properties: { item: { type: 'string' } }, required: ['item'] },
        approve: true,
        execute: (args: unknown) => (window as unknown as Page).ordered.push(args),
      });
    });

    await test.step('a hotkey opens the assistant; a model is connected, and its key is not stored', async () => {
      await page.keyboard.press('Control+i');
      await expect(field).toBeFocused();
      await page.getByRole('button', { name: 'Connect a model' }).click();
      await page.getByRole('radio', { name: /Your own model/ }).check();
      await page.getByLabel('Base URL').fill(`${model.url}/v1`);
      await page.getByRole('textbox', { name: 'Model', exact: true }).fill('small');
      await page.getByLabel(/^Key/).fill('secret-key');
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await expect(page.getByText(`Your question goes to ${new URL(model.url).host}.`)).toBeVisible();
      expect(await kept()).not.toContain('secret-key');
    });

    await test.step('the answer streams, cites its sources, and its markup stays text', async () => {
      await field.fill('How do I grant a host?');
      await page.keyboard.press('Enter');
      await expect(answer).toContainText('Name the host exactly');
      await expect(answer.getByRole('link', { name: /^Source 1:/ })).toBeVisible();
      await expect(answer).toContainText('<img src=x onerror=alert(1)>');
      await expect(answer.getByLabel('Source 97 is not among the sources found')).toBeVisible();
      expect(await details('answer')).toMatchObject([
        ['answer', { question: 'How do I grant a host?', reason: 'answered', model: 'own', tools: [] }],
      ]);
    });

    await test.step('a source opens next to the conversation, at its section', async () => {
      const opened = page.waitForEvent('popup');
      await answer.getByRole('link', { name: /^Source 1:/ }).click();
      const other = await opened;
      await other.waitForURL(/\.html.*#s\d+$/);
      await other.close();
      expect(await details('select')).toMatchObject([['select', { position: 1, newTab: true }]]);
      await expect(answer).toBeVisible();
    });

    await test.step('a tool asks with its exact arguments; the safe choice has the focus', async () => {
      await field.fill('Please order a lamp');
      await page.keyboard.press('Enter');
      const asked = page.getByRole('group', { name: 'The assistant wants to run order_item' });
      await expect(asked.getByRole('button', { name: 'Don’t allow' })).toBeFocused();
      await expect(asked.getByLabel('Arguments')).toHaveText(/"item": "lamp"/);
      expect(await page.evaluate(() => (window as unknown as Page).ordered)).toEqual([]);
      const yes = asked.getByRole('button', { name: 'Allow once' });
      await expect(yes).not.toHaveAttribute('aria-disabled');
      await yes.click();
      await expect(answer).toContainText('One lamp is ordered.');
      await expect(field).toBeFocused();
      expect(await page.evaluate(() => (window as unknown as Page).ordered)).toEqual([{ item: 'lamp' }]);
      expect(await details('tool')).toMatchObject([
        ['tool', { name: 'order_item', from: 'page', outcome: 'done' }],
      ]);
    });

    await test.step("the visitor's feedback reaches the page", async () => {
      await answer.getByRole('button', { name: 'Bad answer' }).click();
      await page.keyboard.type('Too short');
      await page.keyboard.press('Enter');
      expect((await details('feedback')).at(-1)).toMatchObject([
        'feedback',
        { question: 'Please order a lamp', vote: 'down', comment: 'Too short' },
      ]);
    });

    await test.step('text survives switching to the search and back; the page asks without a window', async () => {
      await field.fill('half a question');
      await page.getByRole('button', { name: 'Search', exact: true }).last().click();
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.press('Control+i');
      await expect(field).toHaveValue('half a question');
      await page.keyboard.press('Escape');
      await expect(field).toBeHidden();
      const silent = await page.evaluate(() =>
        (document.querySelector('perilune-chat') as Element).ask('grant again', { silent: true }),
      );
      expect(silent.reason).toBe('answered');
      expect(silent.text).toContain('Name the host');
      await expect(field).toBeHidden();
    });

    await test.step('the key went only to the model, and is stored only on request', async () => {
      expect([...toldKey]).toEqual([new URL(model.url).origin]);
      expect(await kept()).not.toContain('secret-key');
      await page.keyboard.press('Control+i');
      await page.getByRole('button', { name: 'Your own model' }).click();
      await page.getByRole('checkbox', { name: /Keep on this device/ }).check();
      await page.getByRole('button', { name: 'Use', exact: true }).click();
      await expect(field).toBeFocused();
      expect(await kept()).toContain('secret-key');
      expect(problems).toEqual([]);
    });
  } finally {
    await site.stop();
    await model.stop();
  }
});

test('without a model it quotes the answering block in its section, and refuses what no page answers', async ({
  page,
}) => {
  const site = await startWidgetSite();
  site.page('home.html', `<p>Home</p><perilune-chat pack="/docs/perilune/"></perilune-chat>${SCRIPT}`);
  site.page('de.html', `<p>Start</p><perilune-chat pack="/docs/perilune/"></perilune-chat>${SCRIPT}`, {
    html: 'lang="de"',
  });
  const problems = policyProblems(page);
  const answer = page.getByRole('article', { name: 'Answer' }).last();
  const ask = async (question: string): Promise<void> => {
    await page.getByRole('textbox', { name: 'Ask about this site' }).fill(question);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: question }).last()).toBeVisible();
  };
  try {
    await page.goto(`${site.url}home.html`);
    await page.keyboard.press('Control+i');

    await test.step('a greeting gets a reply, with starter questions', async () => {
      await ask('hello');
      await expect(answer).toContainText('The answer quotes its pages');
      await answer.getByRole('button', { name: 'Which file formats can be read?' }).click();
      await expect(answer.locator('mark, .answers').first()).toBeVisible();
    });

    await test.step('a code block keeps its lines; the source links to its section', async () => {
      await ask('How do I start a Chroma server?');
      await expect(answer.locator('pre')).toContainText('port: 8000\npersist_path: ./chroma');
      await expect(answer.getByRole('link').first()).toHaveAttribute('href', /#s\d+$/);
      expect(await answer.locator('.others li').count()).toBeLessThanOrEqual(3);
    });

    await test.step('a row is shown under its header; Show more expands the whole table in place', async () => {
      await ask('What is kept of a Word file?');
      await expect(answer.getByRole('columnheader', { name: 'What is kept' })).toBeVisible();
      await expect(
        answer
          .getByRole('row', { name: /\.docx/ })
          .locator('mark')
          .first(),
      ).toBeVisible();
      await answer.getByRole('button', { name: 'Show more' }).click();
      await expect(answer.getByText('chapters in reading order')).toBeVisible();
      await expect(answer.getByRole('button', { name: 'Show more' })).toHaveCount(0);
    });

    await test.step('an unanswerable question gets a sentence, and the words no page contains', async () => {
      await ask('What is the capital of France?');
      await expect(answer).toContainText('Nothing on this site answers this.');
      await ask('zzqqxy');
      await expect(answer).toContainText('No page contains “zzqqxy”.');
      await expect(answer.locator('.others')).toHaveCount(0);
      await answer.getByRole('button', { name: 'Connect a model' }).click();
      await expect(page.getByRole('radio', { name: /Your own model/ })).toBeVisible();
    });

    await test.step("it greets in the page's language", async () => {
      await page.goto(`${site.url}de.html`);
      await page.keyboard.press('Control+i');
      await page.getByRole('textbox', { name: 'Fragen zu dieser Website' }).fill('Was kannst du?');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('article', { name: 'Antwort' })).toContainText(
        'Fragen Sie in Ihren eigenen Worten.',
      );
    });
    expect(problems).toEqual([]);
  } finally {
    await site.stop();
  }
});
