// No untrusted text blocks the page: a megabyte of Markdown crafted to be slow, as a document in the library and as
// an answer.
//
// Fails when a text is parsed, split, listed or laid out in one go, which blocks the page's thread for 0.2 s to
// minutes.
import type { Page } from 'playwright/test';
import { longestTask, repeated, SIZE, startLongModel } from './support/long-tasks.ts';
import { slowness } from './support/machine.ts';
import { connectModel } from './support/model.ts';
import { expect, test } from './support/test.ts';

/**
 * Maximum duration of one task of the page's thread, in milliseconds of an idle machine. On a slow one, opening a short
 * document takes more than half of that.
 */
const LONGEST = 100;

const UNITS = [
  ...['- a\nb\n', '> > a\nb\n\n', '# a\n', '|c|d|\n', 'a\n\n', '    code\n', '1. a\n\n   b\n'],
  ...[
    'word ',
    '[a](http://b.c) ',
    '[a]( ',
    '_a__',
    '&',
    'a [1] ',
    '<b a=1><p>a\n\n',
    '日本語の文章です。',
    '👩‍👩‍👧‍👦',
  ],
  Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join(''),
];

const TEXTS: Record<string, string> = {
  'everything in turn': UNITS.map((unit) => repeated(unit, SIZE / UNITS.length)).join('\n\n'),
  'a table of many columns': `${'|a'.repeat(10_000)}\n${'|-'.repeat(10_000)}\n${repeated('|b')}`,
  'one word': repeated('w'),
  backticks: repeated('`a``b```c'),
  'raw HTML': repeated('<b a=1><p>a\n\n'),
};

for (const [name, body] of Object.entries(TEXTS)) {
  test(`${name}, a megabyte of it, is shown without a long task`, async ({ app, browserName }) => {
    test.skip(browserName !== 'chromium', 'tasks are traced by Chromium');
    const [short, id] = await app.evaluate(
      async ([title, text]) => {
        const documents = ['Short.', text!].map((body) => ({
          title: title!,
          body,
          content_type: 'text/markdown',
        }));
        return (await window.perilune.knowledge.add(documents)).ids;
      },
      [name, body],
    );
    const show = (hash: string) => app.evaluate((to) => void (location.hash = to), hash);
    // Some texts are laid out in small pieces for minutes: the beginning is measured.
    const opening = (which: string | undefined, settled: number) =>
      longestTask(app, async (rested) => {
        await show('#/library');
        await rested(() => window.document.querySelector('main tbody a') !== null, 1000);
        await show(`#/library/${which}`);
        await rested(() => window.document.querySelector('.body .segment > *') !== null, settled);
        await app.mouse.move(500, 500);
        for (let turn = 0; turn < 5; turn++) await app.mouse.wheel(0, 3000);
        await rested(() => true, 500);
      });
    const usual = await opening(short, 500);
    const document = await opening(id, 3000);
    await expect(app.locator('.body .segment > *').first()).toBeAttached();
    const model = await startLongModel(body);
    let answer: number;
    try {
      await connectModel(app, { baseUrl: model.baseUrl });
      answer = await longestTask(app, async (rested) => {
        await app.getByRole('textbox', { name: /ask/i }).fill('show');
        await app.keyboard.press('Enter');
        await rested(() => window.document.querySelector('article.answer[aria-busy=false]') !== null, 4000);
      });
      await expect(app.locator('.prose > *').first()).toBeVisible();
      await expect(app.getByRole('button', { name: /^stop/i })).toHaveCount(0);
    } finally {
      await model.stop();
    }
    const pace = await slowness(app);
    const found = { document: document / pace, answer: answer / pace };
    test.info().annotations.push({ type: 'longest task, milliseconds', description: JSON.stringify(found) });
    console.log(
      `      ${name}: document ${Math.round(found.document)} ms (short: ${Math.round(usual / pace)}), answer ${Math.round(found.answer)} ms`,
    );
    const longest = Math.max(LONGEST, (2 * usual) / pace);
    expect.soft(found.document, 'document').toBeLessThan(longest);
    expect.soft(found.answer, 'answer').toBeLessThan(longest);
  });
}

test('titles, names and headings of a megabyte are listed, found and offered without a long task', async ({
  app,
  browserName,
}) => {
  test.skip(browserName !== 'chromium', 'tasks are traced by Chromium');
  await app.evaluate(() =>
    window.perilune.knowledge.add([{ title: 'needle', body: 'A needle in a title.' }]),
  );
  const usual = await longestOfEach(app);
  await app.evaluate(
    async ([word, words]) => {
      await window.perilune.knowledge.add([
        { title: `needle ${word}`, body: 'A needle in a title.' },
        { title: `needle ${words}`, body: 'A needle in another title.', author: words! },
        { title: 'Heading', body: `# needle ${words}\n\nA needle below it.` },
        {
          title: 'Name',
          source_id: words!.slice(0, 8000),
          source_url: `https://a.example/${word!.slice(0, 8000)}`,
          body: 'A needle by its name.',
        },
        { title: 'Passage', body: `A needle ${word}` },
      ]);
    },
    [repeated('w'), repeated('word ')],
  );
  const took = await longestOfEach(app);
  const pace = await slowness(app);
  const found = Object.entries(took).map(([what, milliseconds]) => ({
    what,
    milliseconds: milliseconds / pace,
    longest: Math.max(LONGEST, (2 * usual[what]!) / pace),
  }));
  console.log(
    `      long titles: ${found.map((each) => `${each.what} ${Math.round(each.milliseconds)} ms`).join(', ')}`,
  );
  for (const { what, milliseconds, longest } of found) expect.soft(milliseconds, what).toBeLessThan(longest);
});

/** The longest task while the library lists its documents, a search and the palette find them, and the chat answers. */
async function longestOfEach(app: Page): Promise<Record<string, number>> {
  const took: Record<string, number> = {};
  const show = (hash: string) => app.evaluate((to) => void (location.hash = to), hash);
  took['list'] = await longestTask(app, async (rested) => {
    await show('#/library');
    await rested(() => document.querySelector('main tbody a') !== null);
  });
  const search = app.getByRole('searchbox', { name: 'Search the documents' });
  took['search'] = await longestTask(app, async (rested) => {
    await search.fill('needle');
    await rested(() => document.querySelector('ol.hits > li') !== null);
  });
  await expect(app.locator('ol.hits > li').first()).toBeVisible();
  await search.fill('');
  took['palette'] = await longestTask(app, async (rested) => {
    await app.keyboard.press('ControlOrMeta+k');
    // Keys pressed before it is open go to the field behind it.
    await app.waitForFunction(() => document.activeElement?.getAttribute('role') === 'combobox');
    await app.keyboard.type('needle');
    await rested(() =>
      [...document.querySelectorAll('[role=option]')].some(({ textContent }) =>
        textContent.includes('needle'),
      ),
    );
  });
  await app.keyboard.press('Escape');
  await show('#/chat');
  took['answer'] = await longestTask(app, async (rested) => {
    await app.getByRole('textbox', { name: /ask/i }).fill('Where is the needle?');
    await app.keyboard.press('Enter');
    await rested(() => document.querySelector('article.answer[aria-busy=false]') !== null);
  });
  return took;
}
