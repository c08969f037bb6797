// The script API as text for a model.
import { expect, it } from 'vitest';
import { apiText } from './api-text.ts';
import { HOST_API } from './host-api.ts';

it('names every call of the program with its types, and the tables they use', () => {
  const text = apiText();
  for (const { name } of HOST_API.filter(({ lua }) => !lua)) expect(text, name).toContain(name);
  expect(text).toMatch(/^http\.get\(url: string, options\?: \w+\): \w+ -- /m);
  const [, options = ''] = /^http\.get\(url: string, options\?: (\w+)\)/m.exec(text) ?? [];
  expect(text).toContain(`${options} = { `);
  // It is part of every prompt for a script, and small models can't spare a few thousand tokens.
  expect(text.length).toBeLessThan(8000);
});
