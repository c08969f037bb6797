// The guide's page about a first tool, followed to the letter: every label it names is on screen, and it takes five
// minutes.
import { around, takePicture } from './support/guide-pictures.ts';
import { GuideWalk } from './support/guide-walk.ts';
import { expect, test } from './support/test.ts';

const FIVE_MINUTES = 300;

test('a newcomer makes, uses and shares a tool by the guide in less than five minutes', async ({ app }) => {
  const walk = new GuideWalk(app, '04b-first-tool.md');
  const main = app.getByRole('main');
  const form = app.getByRole('group', { name: 'Test' });
  const cards = app.getByRole('tabpanel', { name: 'Parameters' });
  const button = (name: string) => main.getByRole('button', { name, exact: true });
  const link = (name: string) => app.getByRole('link', { name, exact: true });

  async function addParameter({ bold, code }: { bold(): string; code(): string }): Promise<void> {
    await walk.press(cards.getByRole('button', { name: bold(), exact: true }));
    await walk.type(code());
    await walk.choose(cards.getByRole('combobox', { name: bold(), exact: true }), bold());
    await walk.press(cards.getByRole('checkbox', { name: bold(), exact: true }));
  }

  // The page as the library shows it: with its images, and with its steps numbered around them.
  await walk.open();
  const picture = main.getByRole('img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(main.locator('ol[start="8"]')).toContainText('people');
  await expect(main.getByRole('link', { name: 'what a script can do' })).toHaveAttribute(
    'href',
    /demo-docs\/05-tools\.html$/,
  );

  await walk.step(1, async ({ bold }) => {
    await walk.press(link(bold()));
    await expect(main.getByRole('heading', { name: 'Studio', level: 1 })).toBeVisible();
    await expect(main.getByRole('link', { name: 'your first tool in five minutes' })).toBeVisible();
    await walk.press(button(bold()));
    await walk.press(app.getByRole('menuitem', { name: new RegExp(`^${bold()}\\b`) }));
  });
  await expect(button('Run')).toBeVisible();
  await takePicture(app, 'first-tool-new', { x: 224, y: 0, width: 1056, height: 420 });

  await walk.step(2, addParameter);
  await walk.step(3, addParameter);
  await expect(form.getByLabel('people')).toBeVisible();
  await takePicture(app, 'first-tool-parameters', { x: 224, y: 0, width: 1056, height: 560 });

  await walk.step(4, async ({ code }) => {
    await walk.mark(code());
    await walk.type(code());
  });
  await walk.step(5, async ({ code }) => {
    for (let word = 0; word < 2; word += 1) {
      await walk.mark(code());
      await walk.type(code());
    }
  });
  await walk.step(6, async ({ bold, code }) => {
    for (let field = 0; field < 2; field += 1) {
      await walk.press(form.getByLabel(bold()));
      await walk.type(code());
    }
    await walk.press(button(bold()));
    await expect(form.getByRole('heading', { name: bold(), exact: true })).toBeVisible();
    await expect(form.getByLabel('Result', { exact: true })).toHaveText(code());
  });
  await expect(app).toHaveURL(/#\/studio\/split_bill$/);
  await takePicture(app, 'first-tool-run', { x: 224, y: 0, width: 1056, height: 480 });

  await walk.step(7, async ({ bold }) => {
    for (let press = 0; press < 3; press += 1) await walk.press(button(bold()));
    await expect(app.getByText('Unsaved changes')).toHaveCount(0);
    await walk.press(button(bold()));
  });
  await expect(app.getByRole('tab', { name: 'Cases 1/1' })).toBeVisible();

  await walk.step(8, async ({ bold, code }) => {
    await walk.press(link(bold()));
    await walk.press(main.getByRole('textbox', { name: /ask/i }));
    await walk.type(code());
    await walk.enter();
    const answer = main.getByRole('article', { name: /answer/i }).last();
    await expect(answer).toContainText(code());
    await takePicture(app, 'first-tool-chat', await around(answer, 16));
    await walk.press(answer.getByRole('button', { name: new RegExp(`^${bold()}\\b`) }));
    await expect(answer.getByText('Arguments', { exact: true })).toBeVisible();
  });

  await walk.step(9, async ({ bold }) => {
    await walk.press(link(bold()));
    await walk.press(link(bold()));
    await walk.press(button(bold()));
    await walk.press(app.getByRole('dialog').getByRole('button', { name: bold(), exact: true }));
  });
  await expect(app.getByRole('dialog').getByLabel('Link')).toHaveValue(/#\/studio\?share=/);

  expect(walk.count).toBe(9);
  const { reading, typing, pressing } = walk.seconds;
  const total = Math.round(reading + typing + pressing);
  console.log(
    `      first tool: ${total} s (${Math.round(reading)} s reading, ${Math.round(typing)} s typing, ${pressing} s pressing)`,
  );
  expect(total).toBeLessThan(FIVE_MINUTES);
});
