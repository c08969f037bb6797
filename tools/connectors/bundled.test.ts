// The bundled connectors: each is described, with exactly its modules, and the hosts it needs.
import { expect, it } from 'vitest';
import { readBundledConnectors } from '../../scripts/vite/bundled-connectors.ts';

it('bundles each connector with what it requires', async () => {
  const all = await readBundledConnectors();
  const facts = all.map(({ spec, files }) => [spec.name, spec.hosts, Object.keys(files).sort()]);
  const modules = ['lib/dates.lua', 'lib/polite.lua'];
  expect(facts).toEqual([
    ['github_issues', ['api.github.com'], modules],
    ['hacker_news', ['hacker-news.firebaseio.com', 'hn.algolia.com'], modules],
    ['rss', [], [...modules, 'lib/xml.lua']],
    ['website', [], [...modules, 'lib/xml.lua']],
  ]);
  for (const { spec, fileName } of all) {
    expect(`${spec.name}.lua`).toBe(fileName);
    expect([spec.kind, spec.timeout, spec.approve]).toEqual(['connector', 300, false]);
    expect(spec.description.length).toBeGreaterThan(40);
    for (const setting of Object.values(spec.parameters.properties ?? {})) {
      expect(setting['description']).toBeTruthy();
    }
  }
});
