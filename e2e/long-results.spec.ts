// A megabyte as an answer in the widget: no task of the page's thread is long, for any text. See long-texts.spec.ts
// for the measurement.
import { longestTask, repeated, SIZE, startLongModel } from './support/long-tasks.ts';
import { slowness } from './support/machine.ts';
import { expect, test } from './support/test.ts';
import { SCRIPT, startWidgetSite, STRICT } from './support/widget-site.ts';

/** Maximum duration of one task of the page's thread, in milliseconds of an idle machine. */
const LONGEST = 100;

function expectShort(found: Record<string, number>, pace: number): void {
  for (const [name, milliseconds] of Object.entries(found)) {
    console.log(`      ${name}: ${Math.round(milliseconds / pace)} ms`);
    expect.soft(milliseconds / pace, name).toBeLessThan(LONGEST);
  }
}

/** The text is there, with the actions of a finished answer below it. */
const isAnswered = (): boolean => {
  const answer = document.querySelector('perilune-chat')?.shadowRoot?.querySelector('[part~=answer]');
  return answer?.querySelector('button') != null && answer.textContent.length > 10_000;
};

const MIXED = ['- a\nb\n', '|c|d|\n', 'a\n\n', 'word ', '[a](http://b.c) ', '&', 'a [1] ', '<b a=1><p>a\n\n'];
const ANSWERS: Record<string, string> = {
  'everything in turn': MIXED.map((unit) => repeated(unit, SIZE / MIXED.length)).join('\n\n'),
  'a table of many columns': `${'|a'.repeat(10_000)}\n${'|-'.repeat(10_000)}\n${repeated('|b')}`,
  'one word': repeated('w'),
  'nested lists': repeated(Array.from({ length: 40 }, (_, level) => `${'  '.repeat(level)}- a\n`).join('')),
  code: `\`\`\`js\n${repeated('let a = "b";\n')}`,
};

for (const [name, text] of Object.entries(ANSWERS)) {
  test(`an answer in the widget: ${name}`, async ({ page, browserName }) => {
    test.skip(browserName !== 'chromium', 'tasks are traced by Chromium');
    const [model, site] = await Promise.all([startLongModel(text), startWidgetSite()]);
    try {
      const origin = new URL(model.baseUrl).origin;
      site.page(
        'home.html',
        `<p>Home</p><perilune-chat pack="/docs/perilune/" assistant="on" endpoint="${model.baseUrl}"></perilune-chat>${SCRIPT}`,
        { policy: STRICT.replace("connect-src 'self'", `connect-src 'self' ${origin}`) },
      );
      await page.goto(`${site.url}home.html`);
      await page.keyboard.press('Control+i');
      await page.getByRole('textbox', { name: 'Ask about this site' }).fill('show');
      const answer = await longestTask(page, async (rested) => {
        await page.keyboard.press('Enter');
        await rested(isAnswered);
      });
      await expect(page.getByRole('article', { name: 'Answer' }).last()).toBeVisible();
      expectShort({ [name]: answer }, await slowness(page));
    } finally {
      await model.stop();
      await site.stop();
    }
  });
}
