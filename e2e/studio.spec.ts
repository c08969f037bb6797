// A tool: dropped in, run from its form, repaired, removed.
import { dropFiles } from './support/files.ts';
import { pasteText } from './support/paste.ts';
import { expect, test } from './support/test.ts';

const GREET = `tool = {
  name = "greet",
  version = "1.0.0",
  description = "Greets somebody",
  parameters = {
    { name = "who", type = "string", required = true, description = "Whom to greet" },
    { name = "loud", type = "boolean", default = false },
  },
}

function tool.execute(params)
  log.info("greeting " .. params.who)
  local text = "Hello, " .. params.who .. "!"
  if params.loud then text = text:upper() end
  return { text = text }
end
`;

test('a new script can be typed into immediately', async ({ app }) => {
  await app.goto('./#/studio');
  await app.getByRole('button', { name: 'New', exact: true }).click();
  await app.getByRole('menuitem', { name: /^Script/ }).click();
  const source = app.getByRole('textbox', { name: 'Source of my_tool' });
  await expect(source).toBeFocused();
  await expect(source.locator('.cm-line').first()).toBeVisible();
  await app.keyboard.type('local x = 1 ');
  await expect(source).toContainText('local x = 1 return 42');
});

test('a phone shows the whole name of the file, on one line with the buttons', async ({ app }) => {
  await app.setViewportSize({ width: 390, height: 844 });
  await app.goto('./#/studio/calculator?show=code');
  const file = app.getByRole('combobox', { name: 'File' });
  const format = app.getByRole('button', { name: 'Format' });
  await expect(format).toBeVisible();
  const wanted = await file.evaluate((select: HTMLSelectElement) => {
    const free = select.cloneNode(true) as HTMLSelectElement;
    free.style.cssText = 'position: fixed; max-width: none; width: auto';
    select.after(free);
    const { width } = free.getBoundingClientRect();
    free.remove();
    return width;
  });
  const [box, button] = [(await file.boundingBox())!, (await format.boundingBox())!];
  expect(box.width).toBeGreaterThanOrEqual(wanted - 1);
  expect(Math.abs(box.y + box.height / 2 - button.y - button.height / 2)).toBeLessThan(4);
});

test('a dropped script is reviewed first, then installed, run from its form, edited and removed', async ({
  app,
}) => {
  await dropFiles(app, [{ name: 'greet.lua', content: GREET }]);
  const dialog = app.getByRole('dialog');
  await expect(dialog).toContainText('greet');
  await expect(dialog).toContainText('Greets somebody');
  expect(
    await app.evaluate(async () => (await window.perilune.tools.list()).some((t) => t.name === 'greet')),
  ).toBe(false);
  const policy = dialog.getByRole('combobox', { name: 'When a chat or script calls it' });
  await expect(policy).toHaveValue('ask');
  await policy.selectOption('allow');
  await dialog.getByRole('button', { name: /^install/i }).click();
  await expect
    .poll(() =>
      app.evaluate(async () => (await window.perilune.tools.list()).some((t) => t.name === 'greet')),
    )
    .toBe(true);

  await app.goto('./#/studio/greet');
  await app.getByRole('group', { name: 'Test' }).getByLabel('who required').fill('Ada');
  await app.getByRole('group', { name: 'Test' }).getByLabel(/loud/).check();
  await app.getByRole('button', { name: /^run/i }).click();
  await expect(app.getByText('HELLO, ADA!').first()).toBeVisible();
  await expect(app.getByRole('region', { name: 'Console' }).getByText('greeting Ada')).toBeVisible();

  const editor = app.locator('.cm-content');
  await editor.click();
  await app.keyboard.press('ControlOrMeta+a');
  await app.keyboard.insertText(GREET.replace('"Hello, "', '"Goodbye, "').replace('1.0.0', '1.1.0'));
  await app.keyboard.press('ControlOrMeta+s');
  await expect
    .poll(() =>
      app.evaluate(async () => JSON.stringify(await window.perilune.tools.call('greet', { who: 'Ada' }))),
    )
    .toContain('Goodbye, Ada!');

  await app
    .getByRole('button', { name: /^remove/i })
    .first()
    .click();
  await expect
    .poll(() =>
      app.evaluate(async () => (await window.perilune.tools.list()).some((t) => t.name === 'greet')),
    )
    .toBe(false);
  await app.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() =>
      app.evaluate(async () => (await window.perilune.tools.list()).some((t) => t.name === 'greet')),
    )
    .toBe(true);
});

test('a broken script is refused with the line, and nothing is installed', async ({ app }) => {
  await dropFiles(app, [
    { name: 'broken.lua', content: 'tool = { name = "broken" }\nfunction tool.execute( return end' },
  ]);
  await expect(app.getByRole('dialog')).toContainText(/:2:/);
  await app.keyboard.press('Escape');
  expect(
    await app.evaluate(async () => (await window.perilune.tools.list()).some((t) => t.name === 'broken')),
  ).toBe(false);
});

test('a pasted script goes to the same review as a dropped one', async ({ app }) => {
  for (const screen of ['studio', 'library']) {
    await app.goto(`./#/${screen}`);
    await expect(app.getByRole('heading', { level: 1 })).toBeVisible();
    await pasteText(app.locator('body'), GREET);
    await expect(app.getByRole('dialog', { name: 'Install greet?' })).toBeVisible();
    await app.keyboard.press('Escape');
    await expect(app.getByRole('dialog')).toHaveCount(0);
  }
});

test('a damaged stored tool is named in the list, and installing its script repairs it', async ({ app }) => {
  const source = 'tool = { description = "Says hello" }\nfunction tool.execute() return "hello" end';
  await app.evaluate((text) => window.perilune.tools.install(text, { fileName: 'hello.lua' }), source);
  await app.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases();
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.onerror = () => reject(new Error('no database'));
      opening.onsuccess = () => {
        const store = opening.result.transaction('tools', 'readwrite').objectStore('tools');
        const reading = store.getAll();
        reading.onsuccess = () => {
          const record = reading.result.find((tool: { name: string }) => tool.name === 'hello');
          store.put({ ...record, spec: 7 }).onsuccess = () => resolve();
        };
      };
    });
  });
  await app.goto('./#/studio');
  await app.reload();
  await expect(app.getByRole('alert')).toHaveText(/^The stored tool 'hello' cannot be read .+\.$/);

  await dropFiles(app, [{ name: 'hello.lua', content: source }]);
  await app.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await expect(app.getByRole('heading', { name: 'hello', exact: true })).toBeVisible();
  await app.goto('./#/studio');
  await expect(app.getByRole('link', { name: 'hello', exact: true })).toBeVisible();
  await expect(app.getByRole('alert')).toHaveCount(0);
});
