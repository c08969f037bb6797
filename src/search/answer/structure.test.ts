// Stretches that are cut in the middle of a block.
import { expect, it } from 'vitest';
import { withoutOpenCode } from './structure.ts';

it.each([
  ['run();\n```\n\nThen wait.', '\n\nThen wait.'],
  ['run();\n```\n\nThen:\n\n```js\nwait();\n```\n', '\n\nThen:\n\n```js\nwait();\n```\n'],
])('leaves out the end of a code block in %j', (text, rest) => {
  const blanked = withoutOpenCode(text);
  expect(blanked).toHaveLength(text.length);
  expect(blanked.endsWith(rest)).toBe(true);
  expect(blanked.slice(0, -rest.length).trim()).toBe('');
});

it.each([
  'Then:\n\n```js\nwait();\n```\n',
  'Text without code.',
  'First this.\n\n```sh\nls\n```\n\nThen:\n\n```sh\nmore',
])('leaves %j unchanged', (text) => {
  expect(withoutOpenCode(text)).toBe(text);
});
