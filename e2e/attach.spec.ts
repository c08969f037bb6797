// Files attached to a chat: by the + menu, dropped on the question, pasted; used for answers in that chat only.
import type { Page } from 'playwright/test';
import { expect, test } from './support/test.ts';
import { dropFiles } from './support/files.ts';
import { connectModel, startModel } from './support/model.ts';

const LEASE = '# Lease\n\nThe notice period of this lease is nine weeks.\n\nThe deposit is 840 euros.\n';
const file = { name: 'lease.md', mimeType: 'text/markdown', buffer: Buffer.from(LEASE) };

const field = (app: Page) => app.getByRole('textbox', { name: /ask/i });
const answer = (app: Page) => app.getByRole('article', { name: /answer/i }).last();
const chips = (app: Page) => app.getByRole('list', { name: 'Answered from' });

async function ask(app: Page, question: string): Promise<void> {
  await field(app).fill(question);
  await app.keyboard.press('Enter');
}

const found = (app: Page, words: string, source?: string) =>
  app.evaluate(
    async ([query, source]) => {
      const options = { mode: 'keyword' as const, ...(source && { source }) };
      return (await window.perilune.knowledge.search(query!, options)).results.map(({ title }) => title);
    },
    [words, source] as const,
  );

test('a file from the + menu answers in its chat, including later questions, and nowhere else', async ({
  app,
}) => {
  // A question that is half written stays in the field while a file is attached.
  await field(app).fill('What is');
  await app.getByRole('button', { name: 'Attach' }).click();
  const chooser = app.waitForEvent('filechooser');
  await app.getByRole('menuitem', { name: /^Files/ }).click();
  await (await chooser).setFiles(file);
  await expect(chips(app)).toContainText('Lease');
  await expect(field(app)).toHaveValue('What is');
  await ask(app, 'What is the notice period?');
  await expect(answer(app)).toContainText('nine weeks');
  await expect(app.getByRole('list', { name: 'Mentions' })).toContainText('Lease');
  await expect(chips(app)).toHaveCount(0);
  await ask(app, 'How much is the deposit of the lease?');
  await expect(answer(app)).toContainText('840 euros');

  expect(await found(app, 'notice period lease')).not.toContain('Lease');
  expect(await found(app, 'notice period lease', 'attached')).toEqual(['Lease']);
  await app
    .getByRole('link', { name: 'New chat' })
    .or(app.getByRole('button', { name: 'New chat' }))
    .first()
    .click();
  await ask(app, 'How much is the deposit of the lease?');
  await expect(answer(app)).not.toContainText('840 euros');
});

test('a file dropped on the question belongs to the chat; one dropped elsewhere goes to the library', async ({
  app,
}) => {
  const files = [{ name: 'lease.md', content: LEASE }];
  await dropFiles(app, files, '.composer textarea');
  await expect(chips(app)).toContainText('Lease');
  expect(await found(app, 'notice period lease')).not.toContain('Lease');
  await chips(app).getByRole('button', { name: 'Keep Lease in the library' }).click();
  await expect(app.getByText('“lease.md” is in the library too.')).toBeVisible();
  expect(await found(app, 'notice period lease')).toContain('Lease');
  await chips(app).getByRole('button', { name: 'Remove Lease' }).click();
  await expect(chips(app)).toHaveCount(0);

  await dropFiles(
    app,
    [{ name: 'boat.md', content: '# Boat\n\nThe boat has two masts.' }],
    '.empty, main h1',
  );
  await expect.poll(() => found(app, 'boat masts')).toContain('Boat');
  await expect(chips(app)).toHaveCount(0);
});

test('an unreadable file is named with the reason, and the question stays', async ({ app }) => {
  await field(app).fill('What does it say?');
  await dropFiles(app, [{ name: 'broken.pdf', content: '%PDF-1.7 and nothing else' }], '.composer textarea');
  await expect(app.getByRole('alert').filter({ hasText: 'broken.pdf' })).toContainText('was not attached');
  await expect(field(app)).toHaveValue('What does it say?');
});

test('a long pasted text becomes a document of this chat', async ({ app }) => {
  await field(app).fill(`${LEASE}\n${'The rest of the lease says little. '.repeat(200)}`);
  for (const keys of ['ControlOrMeta+A', 'ControlOrMeta+X', 'ControlOrMeta+V']) await field(app).press(keys);
  await app.getByRole('button', { name: 'Attach to this chat' }).click();
  await expect(chips(app)).toContainText('Lease');
  await ask(app, 'What is the notice period?');
  await expect(answer(app)).toContainText('nine weeks');
});

test.describe('a pasted address', () => {
  test.use({ expectedErrors: /404/ });

  test('becomes a document of this chat; one that cannot be read stays in the field', async ({
    app,
    baseURL,
  }) => {
    const paste = async (address: string) => {
      await field(app).fill(address);
      for (const keys of ['ControlOrMeta+A', 'ControlOrMeta+X', 'ControlOrMeta+V'])
        await field(app).press(keys);
      await app.getByRole('button', { name: 'Attach to this chat' }).click();
    };
    const lost = new URL('samples/lost.md', baseURL).href;
    await paste(lost);
    await expect(app.getByRole('alert').filter({ hasText: 'lost.md' })).toContainText('was not attached');
    await expect(field(app)).toHaveValue(lost);
    await paste(new URL('samples/handbook.md', baseURL).href);
    await expect(chips(app)).toContainText('handbook');
    await expect(field(app)).toHaveValue('');
    await ask(app, 'What does shipping to Norway cost?');
    await expect(answer(app)).toContainText('£14.60');
  });
});

/** An image drawn by the page, as a file. */
function drawn(app: Page, width: number, height: number): Promise<number[]> {
  return app.evaluate(
    async ([width, height]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height });
      const context = canvas.getContext('2d')!;
      context.fillStyle = '#c33';
      context.fillRect(0, 0, width! / 2, height!);
      const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
      return [...new Uint8Array(await blob!.arrayBuffer())];
    },
    [width, height] as const,
  );
}

test('a picture is scaled, sent to the model, counted, stored with the chat, and sent with the next question', async ({
  app,
}) => {
  const model = await startModel();
  model.onMessage(/colour/, { content: 'Half of it is red.' });
  model.onMessage(/rest/, { content: 'The rest is clear.' });
  await connectModel(app, { baseUrl: `${model.url}/v1` });
  await dropFiles(app, [{ name: 'flag.png', content: await drawn(app, 4000, 1000) }], '.composer textarea');
  await expect(chips(app)).toContainText('flag.png');
  await ask(app, 'Which colour is it?');
  await expect(answer(app)).toContainText('Half of it is red.');
  const isSent = () =>
    JSON.stringify(model.getLastRequest()?.body).includes('{"url":"data:image/png;base64,');
  expect(isSent()).toBe(true);
  const size = () =>
    app.getByRole('img', { name: 'flag.png' }).evaluate((node) => {
      const { naturalWidth, naturalHeight } = node as HTMLImageElement;
      return [naturalWidth, naturalHeight];
    });
  expect(await size()).toEqual([1568, 392]);
  await app.reload();
  await expect.poll(size).toEqual([1568, 392]);
  await ask(app, 'And the rest?');
  await expect(answer(app)).toContainText('The rest is clear.');
  expect(isSent()).toBe(true);
  await model.stop();
});

test('explains a picture without a model, one of 200 megapixels, and a fake one in a sentence each', async ({
  app,
}) => {
  const content = await drawn(app, 40, 40);
  const huge = [...content];
  // The header declares a size of 20,000 by 10,000.
  huge.splice(16, 8, 0, 0, 0x4e, 0x20, 0, 0, 0x27, 0x10);
  const note = app.getByRole('alert');
  await dropFiles(app, [{ name: 'huge.png', content: huge }], '.composer textarea');
  await expect(note).toContainText('“huge.png” was not attached. It has 200 megapixels');
  await dropFiles(app, [{ name: 'fake.png', content: 'no picture' }], '.composer textarea');
  await expect(note).toContainText('“fake.png” was not attached. This browser cannot show it.');
  await expect(chips(app)).toHaveCount(0);
  await dropFiles(app, [{ name: 'small.png', content }], '.composer textarea');
  await expect(chips(app)).toContainText('small.png');
  await ask(app, 'How do I write a Lua tool?');
  await expect(answer(app)).toContainText('No model is connected to read the pictures');
});
