// The engine's WebAssembly part matches its source. After a change: npx vitest run src/sandbox/worker/engine-bytes -u
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { assemble } from '../../../scripts/vite/wat.ts';

const FOLDER = new URL('.', import.meta.url);

it('equals engine.wat, assembled', async () => {
  const text = await readFile(new URL('engine.wat', FOLDER), 'utf8');
  const bytes = Buffer.from(await assemble('engine.wat', text)).toString('base64');
  const lines = bytes.match(/.{1,100}/g) ?? [];
  await expect(
    `// engine.wat, assembled (see engine-bytes.test.ts), so that programs without support for .wat files can run it.\nexport const ENGINE_BYTES =\n  '${lines.join("' +\n  '")}';\n`,
  ).toMatchFileSnapshot('engine-bytes.ts');
});
