// Stretches that are cut in the middle of a block.
import { expect, it } from 'vitest';
import { beginsInCode, codeParts, fencedPart } from './code-parts.ts';
import { piecesOf } from './structure.ts';

it.each([
  'run();\n```\n\nThen wait.',
  'run();\n```\n\nThen:\n\n```js\nwait();\n```\n',
  'run();\n```\n\nThen:\n\n```js\nwait();',
])('knows that %j begins in a code block', (text) => {
  expect(beginsInCode(text)).toBe(true);
  const [first, next] = piecesOf(text, true, true);
  expect(first).toEqual({ kind: 'code', start: 0, end: 10, isCut: true });
  expect(next?.kind).toBe('paragraph');
});

it.each([
  'Then:\n\n```js\nwait();\n```\n',
  'Text without code.',
  'Then:\n\n```\nwait();\n```\n\nAnd:\n\n```\nrest();\n```\n',
  'First this.\n\n```sh\nls\n```\n\nThen:\n\n```sh\nmore',
])('knows that %j begins outside of code', (text) => {
  expect(beginsInCode(text)).toBe(false);
});

it('splits code at its blank lines, and shows a part with fences', () => {
  const one = `# Port to listen on.\n${'port: 80 # the usual one\n'.repeat(12)}`;
  const two = '# Seconds to wait.\n\ntimeout: 30';
  const text = `\`\`\`yaml\n${one}\n${two}\n\`\`\``;
  const [piece] = piecesOf(text, true);
  if (piece?.kind !== 'code') throw new Error('not code');
  const parts = codeParts(text, piece);
  expect(parts.map(({ start, end }) => text.slice(start, end))).toEqual([one.trimEnd(), two]);
  expect(fencedPart(text, piece, parts[1]!)).toBe(`\`\`\`yaml\n${two}\n\`\`\``);
});
