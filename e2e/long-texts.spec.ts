// No text of others stops the page: a megabyte of Markdown made to be slow, as a document in the library and as an answer.
//
// It fails when a text is parsed, cut, listed or laid out in one go: that takes the page's thread from 0.2 s to minutes.
// What is measured is time of the processor, to which other work on the machine adds nothing. Where its clock is coarse
// (in virtual machines it runs ahead by tens of milliseconds), no task took longer than the time that passed.
import type { Page } from 'playwright/test';
import { slowness } from './support/machine.ts';
import { connectModel, startFaulty, type FaultyServer } from './support/model.ts';
import { expect, test } from './support/test.ts';

const SIZE = 1_000_000;
/** What one task of the page's thread may take. Milliseconds of an idle machine. */
const LONGEST = 100;

const repeated = (unit: string, size = SIZE): string =>
  unit.repeat(Math.ceil(size / unit.length)).slice(0, size);

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

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** The time that passed, and the processor's. Microseconds. */
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** The longest task of the page's thread while `work` goes on: milliseconds of the processor. */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['toplevel'] } });
  await work();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`;
  const main = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter((event) => event.ph === 'X' && main.has(threadOf(event)));
  expect(tasks.length).toBeGreaterThan(100);
  return Math.max(...tasks.map(({ dur = 0, tdur = 0 }) => Math.min(dur, tdur) / 1000));
}

/** A model that answers everything with one text, in large pieces. */
function startLongModel(text: string): Promise<FaultyServer> {
  return startFaulty((response) => {
    const send = (choice: object): void =>
      void response.write(`data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < text.length; at += 50_000) {
      send({ delta: { content: text.slice(at, at + 50_000) } });
    }
    send({ delta: {}, finish_reason: 'stop' });
    response.end('data: [DONE]\n\n');
  });
}

for (const [name, body] of Object.entries(TEXTS)) {
  test(`${name}, a megabyte of it, is shown without a long task`, async ({ app, browserName }) => {
    test.skip(browserName !== 'chromium', 'tasks are traced by Chromium');
    const id = await app.evaluate(
      async ([title, text]) => {
        const document = { title: title!, body: text!, content_type: 'text/markdown' };
        return (await window.perilune.knowledge.add([document])).ids[0]!;
      },
      [name, body],
    );
    const show = (hash: string) => app.evaluate((to) => void (location.hash = to), hash);
    // Nothing is looked for on the page meanwhile: that would be work on the page's thread too.
    const document = await longestTask(app, async () => {
      await show('#/library');
      await app.waitForTimeout(1000);
      await show(`#/library/${id}`);
      await app.waitForTimeout(3000);
      await app.mouse.move(500, 500);
      for (let turn = 0; turn < 5; turn++) await app.mouse.wheel(0, 3000);
      await app.waitForTimeout(500);
    });
    await expect(app.locator('.body .segment > *').first()).toBeAttached();
    const model = await startLongModel(body);
    let answer: number;
    try {
      await connectModel(app, { baseUrl: model.baseUrl });
      answer = await longestTask(app, async () => {
        await app.getByRole('textbox', { name: /ask/i }).fill('show');
        await app.keyboard.press('Enter');
        await app.waitForTimeout(4000);
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
      `      ${name}: document ${Math.round(found.document)} ms, answer ${Math.round(found.answer)} ms`,
    );
    expect.soft(found.document, 'document').toBeLessThan(LONGEST);
    expect.soft(found.answer, 'answer').toBeLessThan(LONGEST);
  });
}
