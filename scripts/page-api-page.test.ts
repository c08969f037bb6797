// The guide's page on the page API matches the types and names every call; its examples compile.
import { Script } from 'node:vm';
import { format, resolveConfig } from 'prettier';
import { expect, it } from 'vitest';
import { laterCalls } from '../src/page-api/later-calls.ts';
import { PAGE_API_EXAMPLES } from './page-api-examples.ts';
import { PageApiReader, pageApiPage } from './page-api-page.ts';

const PAGE = new URL('../public/demo-docs/08d-page-api.md', import.meta.url);
const reader = new PageApiReader();
const names = reader.calls().map(({ name }) => name);

it(
  'matches the types (npx vitest run scripts/page-api-page -u updates it)',
  { timeout: 120_000 },
  async () => {
    const options = await resolveConfig(PAGE);
    const page = await format(pageApiPage(reader), { ...options, parser: 'markdown' });
    await expect(page).toMatchFileSnapshot(PAGE.pathname);
    for (const name of names) expect(page).toContain(`### \`perilune.${name}\``);
  },
);

it('names every available call', () => {
  // Calls nothing: only the names count.
  const offered = Object.entries(laterCalls(new Promise<never>(() => undefined))).flatMap(([part, api]) =>
    pathsOf(api).map((path) => `${part}.${path}`),
  );
  expect(names).toHaveLength(new Set(names).size);
  expect(names.toSorted()).toEqual([...offered, 'agent.send', 'ready', 'version'].sort());
});

it('has a comment and an example for each call', () => {
  expect(reader.calls().filter(({ help }) => help === '')).toEqual([]);
  expect(Object.keys(PAGE_API_EXAMPLES).sort()).toEqual(names.toSorted());
  for (const [name, example] of Object.entries(PAGE_API_EXAMPLES))
    expect(example).toContain(`perilune.${name}`);
});

it('has examples that compile', { timeout: 120_000 }, () => {
  expect(reader.problems()).toEqual([]);
});

it('shows examples that a console runs', () => {
  const page = pageApiPage(reader);
  const examples = [...page.matchAll(/^```js\n([\s\S]*?)^```/gm)].map(([, example = '']) => example);
  expect(examples).toHaveLength(names.length);
  // Throws a SyntaxError unless it is plain JavaScript.
  for (const example of examples) new Script(`async () => { ${example} }`);
});

function pathsOf(api: object): string[] {
  return Object.entries(api).flatMap(([name, value]) =>
    typeof value === 'function' ? [name] : pathsOf(value as object).map((path) => `${name}.${path}`),
  );
}
