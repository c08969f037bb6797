// Files of a folder as a static host sends them.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { GuardedFolder } from './guarded-folder.ts';
import { StaticFiles } from './static-files.ts';

it('answers unknown addresses with the page for them, if there is one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perilune-static-'));
  const ask = async (path: string): Promise<unknown[]> => {
    const answer = await new StaticFiles(new GuardedFolder(folder)).answer(
      new Request(`http://localhost${path}`),
    );
    return [answer.status, answer.headers.get('content-type'), await answer.text()];
  };
  expect(await ask('/a/b')).toEqual([404, 'text/plain; charset=utf-8', 'Not found\n']);
  writeFileSync(join(folder, '404.html'), '<h1>Page not found</h1>');
  expect(await ask('/a/b')).toEqual([404, 'text/html; charset=utf-8', '<h1>Page not found</h1>']);
  rmSync(folder, { recursive: true });
});
