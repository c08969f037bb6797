// A tool's code by keyboard: completion, help, going into a module, formatting, and undo after a reload.
import { gzipSync } from 'node:zlib';
import { expect, testOnOnePage as test } from './support/test.ts';

const SCRIPT = `local words = require("lib.words")
tool = { name = "poem", version = "1", description = "Counts the words of a poem" }

function tool.execute(params, context)
  return words.count( "one two" )
end
`;
const MODULE = 'local M = {}\n\nfunction M.count(text)\n  return #text\nend\n\nreturn M\n';

test('a call is completed, explained, followed, formatted, and undone after a reload', async ({ app }) => {
  await app.evaluate(
    ([source, module]) => window.perilune.tools.install(source, { files: { 'lib/words.lua': module } }),
    [SCRIPT, MODULE] as const,
  );
  await app.goto('./#/studio/poem?show=code');
  const editor = app.locator('.cm-content');
  await expect(editor).toBeVisible();
  // The editor's scripts are recognised by their class names, which no other script contains.
  const parts = await app.evaluate(async () => {
    const loaded = performance.getEntriesByType('resource').filter(({ name }) => /\.js(\?|$)/.test(name));
    const texts = await Promise.all(loaded.map(async ({ name }) => (await fetch(name)).text()));
    // Not a file name whose hash happens to contain these letters.
    return texts.filter((text) => /["'`. ]cm-[a-z]/.test(text));
  });
  const size = parts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  console.log(`      code editor: ${(size / 1000).toFixed(1)} KB gzipped in ${parts.length} scripts`);
  expect(parts.length).toBeGreaterThan(0);
  expect(size).toBeLessThanOrEqual(110_000);
  await editor.click();
  await expect(editor).toHaveAttribute('aria-autocomplete', 'list');

  // A call with two arguments: Tab moves from one placeholder to the next.
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.type('fs.');
  await app.getByRole('option', { name: /^write/ }).waitFor();
  await app.keyboard.type('wr');
  await expect(app.locator('.cm-tooltip-autocomplete').getByRole('option')).toHaveCount(1);
  // A list that has just appeared ignores keys, so that continued typing selects nothing by accident.
  await app.waitForTimeout(100);
  await app.keyboard.press('Tab');
  await expect(editor).toContainText('fs.write(path, text)');
  await app.keyboard.type('"a.txt"');
  await app.keyboard.press('Tab');
  await app.keyboard.type('"b"');
  await expect(editor).toContainText('fs.write("a.txt", "b")');

  // Not hover(): Firefox's driver scrolls to the middle of a line, which is as wide as the longest one.
  const line = (await app.locator('.cm-line', { hasText: 'fs.write' }).boundingBox())!;
  await app.mouse.move(line.x + 40, line.y + 10);
  await expect(app.locator('.cm-tooltip-hover .cm-help')).toContainText('fs.write(path, text)');
  await app.mouse.move(0, 0);
  await app.keyboard.press('F1');
  await expect(app.locator('.cm-announced')).not.toBeEmpty();

  // From the palette, without a mouse.
  await app.keyboard.press('ControlOrMeta+End');
  await app.keyboard.press('Enter');
  await app.getByRole('button', { name: 'Calls', exact: true }).click();
  await app.getByRole('searchbox', { name: 'Find a call' }).fill('sha256');
  await app.keyboard.press('ArrowDown');
  await app.keyboard.press('Enter');
  await expect(app.getByText('Inserted crypto.sha256.')).toBeAttached();
  await expect(editor).toBeFocused();
  await app.keyboard.type('"x"');
  await expect(editor).toContainText('crypto.sha256("x")');

  await app.keyboard.press('Shift+Alt+f');
  await expect(editor).toContainText('words.count("one two")');
  await app.reload();
  await editor.click();
  await expect(editor).toContainText('crypto.sha256("x")');
  await app.keyboard.press('ControlOrMeta+z');
  await expect(editor).toContainText('words.count( "one two" )');

  await app.locator('.cm-line', { hasText: 'words.count' }).click({ position: { x: 136, y: 10 } });
  await expect(editor).toHaveAttribute('aria-autocomplete', 'list');
  await app.keyboard.press('F12');
  await expect(app.getByLabel('File', { exact: true })).toHaveValue('lib/words.lua');
  await expect(app.locator('.cm-activeLine')).toContainText('function M.count(text)');
});
