// The worker build: lazy parts never import from the entry, and a build that violates this fails.
import { build, type Plugin, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { workerEntries } from './worker-entries.ts';

const FILES: Record<string, string> = {
  '/entry.js': 'import { shared } from "/shared.js"; self.onmessage = () => import("/late.js"); shared();',
  '/late.js': 'import { shared } from "/shared.js"; shared();',
  '/shared.js': 'export const shared = () => console.log("shared");',
};
const files: Plugin = {
  name: 'files',
  enforce: 'pre',
  resolveId: (id) => (id in FILES ? id : undefined),
  load: (id) => FILES[id],
};

async function chunksOf(plugins: Plugin[]): Promise<Rolldown.OutputChunk[]> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [files, ...plugins],
    build: { write: false, modulePreload: false, rollupOptions: { input: '/entry.js' } },
  });
  return ([built].flat()[0] as Rolldown.RolldownOutput).output.filter((part) => part.type === 'chunk');
}

test('code shared by an entry and a lazy part is a separate chunk', async () => {
  const chunks = await chunksOf([workerEntries()]);
  const entry = chunks.find(({ isEntry }) => isEntry)!;
  const late = chunks.find(({ isDynamicEntry }) => isDynamicEntry)!;
  expect(entry.dynamicImports).toEqual([late.fileName]);
  expect(late.imports).toHaveLength(1);
  expect(late.imports).not.toContain(entry.fileName);
});

test('a build fails when a part imports from the entry', async () => {
  const { options: _, ...checkOnly } = workerEntries();
  await expect(chunksOf([checkOnly])).rejects.toThrow(/imports from .*entry.*, the entry of a worker/);
});
