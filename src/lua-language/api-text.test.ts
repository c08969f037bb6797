// The calls of a script as text for a model.
import { expect, it } from 'vitest';
import { apiText } from './api-text.ts';
import { HOST_API } from './host-api.ts';

it('names every call of the program with its types, and the tables that they name', () => {
  const text = apiText();
  for (const { name } of HOST_API.filter(({ lua }) => !lua)) expect(text, name).toContain(name);
  expect(text).toMatch(/^http\.get\(url: string, options\?: \w+\): \w+ -- /m);
  const [, options = ''] = /^http\.get\(url: string, options\?: (\w+)\)/m.exec(text) ?? [];
  expect(text).toContain(`${options} = { `);
  // It stands in every prompt that writes a script: a few thousand tokens are too many for a small model.
  expect(text.length).toBeLessThan(8000);
});
