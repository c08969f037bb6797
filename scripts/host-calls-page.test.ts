// The guide's page on host calls is generated from their single description, so it cannot drift.
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { HOST_API } from '../src/lua-language/host-api.ts';
import { hostCallsPage } from './host-calls-page.ts';
import { readExamples } from './vite/examples.ts';

const PAGE = new URL('../public/demo-docs/05l-host-calls.md', import.meta.url);

it('matches the description of the calls (npx vitest run scripts/host-calls-page -u updates it)', async () => {
  const page = hostCallsPage(await readExamples());
  const options = await resolveConfig(PAGE);
  await expect(await format(page, { ...options, parser: 'markdown' })).toMatchFileSnapshot(PAGE.pathname);
  for (const { name, lua } of HOST_API)
    if (!lua) expect(page).toMatch(new RegExp(`^### \`${name}[(\`]`, 'm'));
});
