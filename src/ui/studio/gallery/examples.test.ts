// The examples that the studio offers, found and copied.
import { expect, it } from 'vitest';
import { readExamples } from '../../../../scripts/vite/examples.ts';
import { matching, renamed } from './examples.ts';

const examples = await readExamples();

it('finds an example by a host call, by a tag, and by words of its description', () => {
  const found = (query: string): string[] => matching(examples, query).map(({ name }) => name);
  expect(found('http.token')).toEqual(['with_a_token']);
  expect(found('SHOPPING adds')).toEqual(['shopping_list']);
  expect(found('no such words')).toEqual([]);
  expect(found(' ')).toHaveLength(examples.length);
});

it('gives every example another name where the script says its name', () => {
  for (const { name, source } of examples) {
    const copy = renamed(source, name, 'another_2');
    expect(copy, name).toContain('name = "another_2"');
    expect(copy.length - source.length, name).toBe('another_2'.length - name.length);
  }
});
