// OCR: pictures and scanned pages become searchable documents, on this device.
import type { Page } from 'playwright/test';
import { dropFiles } from './support/files.ts';
import { connectModel, startFaulty } from './support/model.ts';
import { pdfOf, scanned } from './support/scans.ts';
import { expect, test } from './support/test.ts';

const HARBOUR = [
  'Harbour regulations',
  'The harbour master of Lindholm is Greta Sundqvist. Boats longer than',
  'fourteen metres moor at the eastern quay. The fee for one night is',
  '235 crowns and is paid at the office until 18:30.',
];
const MILL = [
  'The old mill',
  'The mill at Tornby was built in 1787 by Anders Holmquist. Its wheel',
  'has a diameter of nine metres and was repaired in 1954.',
];

async function drop(app: Page, name: string, content: Buffer | readonly number[]): Promise<void> {
  await app.goto('./#/library');
  await dropFiles(app, [{ name, content: [...content] }]);
}

async function ask(app: Page, question: string) {
  await app.goto('./#/');
  await app.getByRole('textbox', { name: /ask/i }).fill(question);
  await app.keyboard.press('Enter');
  return app.getByRole('article', { name: /answer/i }).last();
}

test('a photographed page answers a question', async ({ app }) => {
  const { bytes } = await scanned(app, HARBOUR);
  await drop(app, 'notice.jpg', bytes);
  await expect(app.getByText(/1 document added/i).first()).toBeVisible({ timeout: 90_000 });
  const answer = await ask(app, 'Who is the harbour master of Lindholm?');
  await expect(answer).toContainText('Greta Sundqvist');
  await expect(answer).toContainText('recognized from a picture');
  await app.goto('./#/chat');
  const card = app.getByRole('list', { name: 'Recent documents' }).getByRole('link', { name: /notice/ });
  await expect(card.locator('img')).toHaveJSProperty('complete', true);
  expect(await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
});

test('a PDF with one scanned page answers from it, with its page number', async ({ app }) => {
  const page = await scanned(app, MILL);
  const text = 'This book describes the buildings of the valley, one on each page.';
  await drop(app, 'buildings.pdf', pdfOf(['Buildings of the valley', text, page]));
  await expect(app.getByText(/1 document added/i).first()).toBeVisible({ timeout: 90_000 });
  const answer = await ask(app, 'Who built the mill at Tornby?');
  await expect(answer).toContainText('Anders Holmquist');
  await expect(answer).toContainText('recognized from a picture, page 3');
});

test('explains a blank picture, a damaged one and one of 200 megapixels', async ({ app }) => {
  const blank = await scanned(app, [], 'image/png', { grain: false });
  const huge = [...blank.bytes];
  // The header declares a size of 20,000 by 10,000.
  huge.splice(16, 8, 0, 0, 0x4e, 0x20, 0, 0, 0x27, 0x10);
  await app.goto('./#/library');
  await dropFiles(app, [
    { name: 'blank.png', content: blank.bytes },
    { name: 'cut.png', content: blank.bytes.slice(0, 400) },
    { name: 'huge.png', content: huge },
    { name: 'named.png', content: 'no picture' },
  ]);
  const report = app.getByRole('region', { name: 'Adding documents' });
  await expect(report).toContainText('4 files skipped', { timeout: 90_000 });
  await expect(report).toContainText(/blank\.png\s*No text was found in the picture;/);
  await expect(report).toContainText(/cut\.png\s*The picture is damaged/);
  await expect(report).toContainText(
    /huge\.png\s*The picture is too large: it has 200 megapixels, and 64 at most/,
  );
  await expect(report).toContainText(/named\.png\s*This is not a picture, or it is damaged;/);
});

test('can be turned off, and chosen languages are kept', async ({ app }) => {
  await app.goto('./#/settings/recognition');
  await expect(app.getByText(/The first picture loads 5\.8 MB/)).toBeVisible();
  await app.getByRole('switch', { name: 'Read pictures and scanned pages' }).click();
  await app.getByRole('checkbox', { name: /French/ }).check();
  // Settings are saved in order: once this is shown, both are.
  await expect(app.getByText(/The first picture loads 6\.5 MB/)).toBeVisible();
  await expect(app.getByRole('checkbox', { name: /English/ })).toBeChecked();
  await app.reload();
  await expect(app.getByRole('checkbox', { name: /French/ })).toBeChecked();
  await expect(app.getByRole('switch', { name: 'Read pictures and scanned pages' })).not.toBeChecked();
  const page = await scanned(app, HARBOUR);
  await app.goto('./#/library');
  await dropFiles(app, [
    { name: 'photo.jpg', content: page.bytes },
    { name: 'scan.pdf', content: [...pdfOf([page])] },
  ]);
  const report = app.getByRole('region', { name: 'Adding documents' });
  await expect(report).toContainText(/photo\.jpg\s*Pictures cannot be read: turn on text recognition/);
  await expect(report).toContainText(/scan\.pdf\s*The file has no text in it, only pictures; turn on text/);
});

test('shows which page is being read, and stops', async ({ app }) => {
  const page = await scanned(app, HARBOUR.slice(0, 1), 'image/jpeg', { height: 300 });
  await drop(app, 'book.pdf', pdfOf(Array.from({ length: 40 }, () => page)));
  const panel = app.getByRole('region', { name: 'Adding documents' });
  await expect(panel).toContainText(/Recognizing text,\s+page [2-9] of 40/, { timeout: 90_000 });
  await panel.getByRole('button', { name: 'Pause' }).click();
  await expect(panel).toContainText('Paused', { timeout: 60_000 });
  await panel.getByRole('button', { name: 'Resume' }).click();
  await expect(panel).toContainText(/Recognizing text,\s+page \d+ of 40/);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText('Canceled before it finished', { timeout: 20_000 });
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: /Failed to load resource|net::|NetworkError/ });

  test('says that the language must be downloaded first, and reads once it is', async ({ app }) => {
    const { bytes } = await scanned(app, HARBOUR);
    await app.context().route('**/*.traineddata*', (route) => route.abort());
    await drop(app, 'notice.jpg', bytes);
    const report = app.getByRole('region', { name: 'Adding documents' });
    await expect(report).toContainText(
      /Text recognition for English \(3\.0 MB\) could not be loaded; connect to the network once/,
      { timeout: 90_000 },
    );
    await app.context().unroute('**/*.traineddata*');
    await drop(app, 'notice.jpg', bytes);
    await expect(app.getByText(/1 document added/i).first()).toBeVisible({ timeout: 90_000 });
  });
});

test.describe('in a chat', () => {
  test.use({ expectedErrors: /status of 400/ });

  test('a model without image input gets the text of a picture, and the user is told', async ({ app }) => {
    const bodies: string[] = [];
    const model = await startFaulty((response) => {
      let body = '';
      response.req.on('data', (chunk) => (body += String(chunk)));
      response.req.on('end', () => {
        bodies.push(body);
        if (body.includes('image_url'))
          return response
            .writeHead(400, { 'content-type': 'application/json' })
            .end('{"error":{"message":"image_url is not supported"}}');
        const chunk = { choices: [{ delta: { content: 'It is 235 crowns.' }, finish_reason: 'stop' }] };
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
      });
    });
    await connectModel(app, { baseUrl: model.baseUrl });
    const { bytes } = await scanned(app, HARBOUR);
    await app.goto('./#/');
    await dropFiles(app, [{ name: 'notice.jpg', content: bytes }], '.composer textarea');
    await expect(app.locator('.composer').getByText('notice.jpg')).toBeVisible();
    await app.getByRole('textbox', { name: /ask/i }).fill('What is the fee?');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i }).last();
    await expect(answer).toContainText('It is 235 crowns.', { timeout: 90_000 });
    await expect(answer).toContainText('It got the text recognized in them');
    expect(bodies.some((body) => body.includes('harbour master of Lindholm is Greta Sundqvist'))).toBe(true);
    await model.stop();
  });
});
