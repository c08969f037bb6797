// Downloads the original file of the document that is open.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';

export const downloadButton = (app: Page) => app.getByRole('button', { name: 'Download original' });

export async function download(app: Page): Promise<{ name: string; bytes: Buffer }> {
  const coming = app.waitForEvent('download');
  await downloadButton(app).click();
  const file = await coming;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}
