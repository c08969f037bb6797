// Two tabs of one profile share the library and the tools.
import { expect, openApp, test } from './support/test.ts';

test.use({ serviceWorkers: 'allow' });

test('what one tab adds or removes, the other sees without a reload', async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  await app.evaluate(async () => {
    await window.perilune.knowledge.add([{ title: 'Quokka', body: 'The quokka is a small wallaby.' }]);
    await window.perilune.tools.install('tool = {name="shared"}\nfunction tool.execute() return "both" end');
  });
  await expect
    .poll(() => other.evaluate(async () => (await window.perilune.knowledge.search('quokka')).results.length))
    .toBe(1);
  await expect
    .poll(() => other.evaluate(async () => (await window.perilune.tools.call('shared', {})).result))
    .toBe('both');
  await other.evaluate(async () => {
    const [hit] = (await window.perilune.knowledge.search('quokka')).results;
    if (hit) await window.perilune.knowledge.remove(hit.id);
  });
  await expect
    .poll(() => app.evaluate(async () => (await window.perilune.knowledge.search('quokka')).results.length))
    .toBe(0);
});

test('two tabs that add the same documents at once keep one of each', async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  const add = () =>
    window.perilune.knowledge.add(
      Array.from({ length: 40 }, (_, i) => ({
        title: `Note ${i}`,
        body: `Remark number ${i} about zebras.`,
      })),
    );
  const [first, second] = await Promise.all([app.evaluate(add), other.evaluate(add)]);
  expect(first.documents + second.documents).toBe(40);
  for (const page of [app, other]) {
    await expect
      .poll(() =>
        page.evaluate(
          async () =>
            (await window.perilune.knowledge.sources()).find(({ name }) => name === 'notes')?.documents ?? 0,
        ),
      )
      .toBe(40);
  }
});

test('a chat that a script starts appears in the rail, in every tab', async ({ app, context }) => {
  const other = await context.newPage();
  await openApp(other);
  await app.evaluate(async () => {
    for await (const event of window.perilune.agent.send('Where do my documents live?')) void event;
  });
  for (const page of [app, other]) {
    await expect(page.getByRole('link', { name: 'Where do my documents live?' })).toBeVisible();
  }
});
