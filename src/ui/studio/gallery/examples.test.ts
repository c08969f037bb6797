// The studio's examples: finding and copying them.
import { expect, it } from 'vitest';
import { readExamples } from '../../../../scripts/vite/examples.ts';
import type { Example } from './example.ts';
import { callChoices, countCases, grouped, matching, renamed, textsOf } from './examples.ts';

const examples: Example[] = await readExamples();

it('finds an example by a host call, a tag, and words of its description', () => {
  const found = (query: string): string[] => matching(examples, query).map(({ name }) => name);
  expect(found('http.token')).toEqual(['with_a_token']);
  expect(found('SHOPPING adds')).toEqual(['shopping_list']);
  expect(found('no such words')).toEqual([]);
  expect(found(' ')).toHaveLength(examples.length);
});

it('finds those that make a call, or any call of a table, in code but not in comments', () => {
  const found = (call: string, query = ''): string[] =>
    matching(examples, query, call).map(({ name }) => name);
  expect(found('sleep')).toEqual(['countdown']);
  expect(found('http.token')).toEqual(['with_a_token']);
  expect(found('http')).toEqual(expect.arrayContaining(['with_a_token', 'fetch_json', 'post_slack']));
  expect(found('http')).not.toContain('greeting');
  expect(found('tools')).toEqual(['one_after_another', 'side_by_side']);
  expect(found('http', 'slack')).toEqual(['post_slack', 'slack_notify']);
});

it('lists every call an example makes, each with results', () => {
  const choices = callChoices(examples);
  expect(choices.find(({ table }) => table === 'tools')?.calls).toEqual(['tools.all']);
  expect(choices.find(({ table }) => table === 'sleep')?.calls).toEqual([]);
  for (const { table, calls } of choices) {
    for (const call of [table, ...calls]) expect(matching(examples, '', call), call).not.toEqual([]);
  }
});

it('includes what earlier galleries showed', () => {
  const names = examples.filter(({ bundled }) => bundled).map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'calculator',
      'weather_check',
      'create_jira_ticket',
      'post_slack',
      'text_analysis',
      'json_formatter',
    ]),
  );
  for (const example of examples) expect(countCases(example), example.name).toBeGreaterThan(0);
});

it('lists each once, beginner topics first', () => {
  const groups = grouped(examples);
  expect(groups.flatMap(({ items }) => items)).toHaveLength(examples.length);
  expect(groups[0]?.items.map(({ name }) => name)).toContain('greeting');
  expect(grouped(matching(examples, 'greets')).map(({ label }) => label)).toEqual(['First steps']);
});

it("shows an example's modules after its script", () => {
  const two = examples.find(({ name }) => name === 'two_files') as Example;
  expect(textsOf(two).map(({ path }) => path)).toEqual(['two_files.lua', 'lib/units.lua']);
});

it('renames an example where its script declares the name', () => {
  for (const { name, source } of examples) {
    const copy = renamed(source, name, 'another_2');
    expect(copy, name).toContain('name = "another_2"');
    expect(copy.length - source.length, name).toBe('another_2'.length - name.length);
  }
});
