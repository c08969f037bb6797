// Code in answers and documents is coloured by language, and stays text to read, mark and copy.
import type { Page } from 'playwright/test';
import { expect, testOnOnePage as test } from './support/test.ts';

/** Returns the coloured words on the page by kind. */
function coloured(app: Page): Promise<Record<string, string[]>> {
  return app.evaluate(() => {
    const kinds: Record<string, string[]> = {};
    for (const [name, highlight] of CSS.highlights) {
      if (!name.startsWith('code-')) continue;
      kinds[name.slice(5)] = [...highlight].map(({ startContainer, startOffset, endOffset }) =>
        (startContainer as Text).data.slice(startOffset, endOffset),
      );
    }
    return kinds;
  });
}

let documents = 0;

async function open(app: Page, text: string): Promise<void> {
  const id = await app.evaluate(
    async ([body, name]) => (await window.perilune.knowledge.add([new File([body], name)])).ids[0],
    [text, `code-${++documents}.md`] as const,
  );
  await app.goto(`./#/library/${id}`);
  await expect(app.locator('pre').first()).toBeVisible();
}

test('a document’s code distinguishes keywords, strings, numbers and comments', async ({ app }) => {
  await open(
    app,
    '# Code\n\n```lua\nlocal n = 42 -- why\n```\n\n```diff\n- old\n+ new\n```\n\n```\nlocal plain\n```\n',
  );
  await expect
    .poll(() => coloured(app))
    .toMatchObject({
      keyword: ['local'],
      number: ['42'],
      comment: ['-- why'],
      string: ['+ new'],
      removed: ['- old'],
    });
  expect(
    await app
      .locator('pre')
      .first()
      .evaluate((block) => block.querySelector('span')),
  ).toBeNull();
});

test('an answer’s code is coloured, and forgotten once it leaves the page', async ({ app }) => {
  await open(app, '# Code\n\n```python\ndef unladen_swallow():\n    return 24\n```\n');
  await expect.poll(async () => (await coloured(app)).name).toContain('unladen_swallow');
  await app.goto('./#/chat');
  await app.getByRole('textbox', { name: /ask/i }).fill('How do I write a Lua tool?');
  await app.keyboard.press('Enter');
  await expect.poll(async () => (await coloured(app)).keyword).toContain('function');
  expect((await coloured(app)).name).not.toContain('unladen_swallow');
});

test('code that takes too long stays plain, and the page stays responsive', async ({ app }) => {
  const hostile = `${'('.repeat(20_000)}${'a.'.repeat(10_000)}`;
  await open(app, `# Code\n\n\`\`\`js\n${hostile}\n\`\`\`\n\n\`\`\`lua\nlocal after = 24601\n\`\`\`\n`);
  await expect.poll(async () => (await coloured(app)).number).toContain('24601');
  const longest = await app.evaluate(async () => {
    let worst = 0;
    let last = performance.now();
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      worst = Math.max(worst, performance.now() - last);
      last = performance.now();
    }
    return worst;
  });
  expect(longest).toBeLessThan(2000);
});
