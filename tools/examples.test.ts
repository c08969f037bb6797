// The examples that the studio offers to start from: each works, each has cases, and together they show all a script can do.
import { expect, it } from 'vitest';
import { readExamples } from '../scripts/vite/examples.ts';
import { HOST_API } from '../src/language/host-api.ts';

const examples = await readExamples();

it('every host call is shown in one of them', () => {
  const texts = examples.map(({ source }) => source).join('\n');
  const missing = HOST_API.filter(({ lua, name }) => !lua && !texts.includes(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});
