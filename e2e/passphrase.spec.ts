// The passphrase: locks secrets and the model's key, can be changed, and can be reset when forgotten.
import { connectModel, startModel } from './support/model.ts';
import { seriousProblems } from './support/axe.ts';
import { add, CANARY, list, PASSPHRASE, setPassphrase, settings, stored } from './support/secrets.ts';
import { enterText } from './support/enter-text.ts';
import { expect, test } from './support/test.ts';

test.describe('the passphrase (I88)', () => {
  test('locks on reload, and a chat that needs the model’s key offers to unlock', async ({ app }) => {
    const model = await startModel();
    model.onMessage(/hello/, { content: 'Hello to you.' });
    await connectModel(app, { baseUrl: `${model.url}/v1`, key: CANARY });
    await settings(app);
    await setPassphrase(app);
    await app.reload();
    await app.evaluate(() => window.perilune.ready);
    await expect(app.getByRole('heading', { name: 'Locked' })).toBeVisible();
    expect(await app.evaluate(() => window.perilune.secrets.status())).toMatchObject({ locked: true });
    expect(await stored(app)).not.toContain(CANARY);
    await app.goto('./#/chat');
    await app.getByRole('textbox', { name: /ask/i }).fill('hello');
    await app.keyboard.press('Enter');
    const answer = app.getByRole('article', { name: /answer/i }).last();
    await expect(answer.getByRole('alert')).toContainText('Your secrets are locked.');
    await answer.getByRole('button', { name: 'Unlock' }).click();
    await app.getByRole('dialog').getByLabel('Passphrase').fill(PASSPHRASE);
    await app.keyboard.press('Enter');
    await expect(app.getByRole('dialog')).toHaveCount(0);
    await app.getByRole('textbox', { name: /ask/i }).fill('hello');
    await app.keyboard.press('Enter');
    await expect(answer).toContainText('Hello to you.');
    // The scripted model hides the key, and only shows that there was one.
    expect(model.getLastRequest()?.headers['authorization']).toBeDefined();
    await model.stop();
  });

  test('can be changed and removed, and the minutes until locking can be chosen', async ({ app }) => {
    await settings(app);
    await add(app, 'API_TOKEN', CANARY);
    await setPassphrase(app);
    const minutes = app.getByLabel('Lock after');
    await enterText(minutes, '0', 'Enter');
    await expect(minutes).toHaveAccessibleDescription(/whole number of minutes/);
    await enterText(minutes, '5', 'Enter');
    await expect
      .poll(() => app.evaluate(() => window.perilune.secrets.status()))
      .toMatchObject({ idleMinutes: 5 });

    await app.getByRole('button', { name: 'Change passphrase' }).click();
    await app.getByLabel('Current passphrase').fill('wrong horse');
    await app.getByLabel('New passphrase', { exact: true }).fill('another horse');
    await app.getByLabel('New passphrase again').fill('another house');
    await app.keyboard.press('Enter');
    await expect(app.getByLabel('New passphrase again')).toHaveAccessibleDescription(/don’t match/);
    await app.getByLabel('New passphrase again').fill('another horse');
    await app.keyboard.press('Enter');
    await expect(app.getByLabel('Current passphrase')).toHaveAccessibleDescription(/not the passphrase/);
    await app.getByLabel('Current passphrase').fill(PASSPHRASE);
    await app.keyboard.press('Enter');
    await expect(app.getByText('Passphrase changed.')).toBeVisible();
    await app.getByRole('button', { name: 'Remove passphrase' }).click();
    await app.getByLabel('Current passphrase').fill('another horse');
    await app.keyboard.press('Enter');
    await expect(app.getByRole('heading', { name: 'No passphrase' })).toBeVisible();
    await expect(list(app)).toHaveCount(1);
  });

  test('can be reset when forgotten, after a confirmation', async ({ app }) => {
    await settings(app);
    await add(app, 'API_TOKEN', CANARY);
    await setPassphrase(app);
    await app.getByRole('button', { name: 'Lock now' }).click();
    await app.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await expect(
      app.getByRole('region', { name: 'Secrets' }).getByText('This cannot be undone'),
    ).toBeVisible();
    await expect(app.getByRole('button', { name: 'Keep them' })).toBeFocused();
    await app.getByRole('button', { name: 'Forget all secrets' }).click();
    await expect(app.getByText('You have no secrets yet.')).toBeVisible();
    await expect(app.getByRole('heading', { name: 'No passphrase' })).toBeVisible();
    await add(app, 'API_TOKEN', CANARY);
    await expect(list(app)).toHaveCount(1);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in any state, on a phone, ${colorScheme}`, async ({ app }) => {
    await app.emulateMedia({ colorScheme });
    await app.setViewportSize({ width: 390, height: 844 });
    await settings(app);
    const check = async (state: string): Promise<void> => {
      expect(await seriousProblems(app, colorScheme), state).toEqual([]);
      const overflow = await app.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${state} scrolls sideways`).toBeLessThanOrEqual(0);
    };
    await check('empty');
    await add(app, '1ST', CANARY);
    await check('refused');
    await app.getByRole('form').getByLabel('Name').fill('A_NAME_'.repeat(9));
    await app.getByRole('button', { name: 'Save secret' }).click();
    await app.getByRole('button', { name: /^Remove A_NAME/ }).click();
    await check('removing');
    await setPassphrase(app);
    await check('unlocked');
    await app.getByRole('button', { name: 'Lock now' }).click();
    await app.getByRole('button', { name: 'Forgot the passphrase?' }).click();
    await check('locked');
  });
}
