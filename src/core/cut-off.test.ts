// Which answers stop in the middle, and what their continuation is appended to.
import { expect, it } from 'vitest';
import type { Message, Part } from './conversation.ts';
import { isAtLimit, isCutOff, toContinue } from './cut-off.ts';

const TEXT: Part = { type: 'text', text: 'Locks last un' };
const CITATIONS: Part = { type: 'citations', citations: [] };
const LIMIT: Part = { type: 'notice', code: 'cut_off', text: 'The answer was cut off.' };
const ERROR: Part = { type: 'error', error: { code: 'unavailable', message: 'The connection broke.' } };
const CALL: Part = { type: 'tool', id: 'call_1', name: 'echo', args: {}, state: 'done' };

const answer = (ended: Message['ended'], ...parts: Part[]): Pick<Message, 'parts' | 'ended'> => ({
  parts,
  ...(ended && { ended }),
});

it('an answer at the limit of its model stops in the middle', () => {
  expect(isCutOff(answer('answered', TEXT, LIMIT, CITATIONS))).toBe(true);
  expect(isAtLimit(answer('answered', TEXT, LIMIT, CITATIONS))).toBe(true);
});

it('so does one whose stream broke within its text', () => {
  const broken = answer('failed', TEXT, ERROR, CITATIONS);
  expect(isCutOff(broken)).toBe(true);
  expect(isAtLimit(broken)).toBe(false);
});

it.each([
  ['is complete', answer('answered', TEXT)],
  ['failed before its first word', answer('failed', ERROR)],
  ['failed after a call', answer('failed', TEXT, CALL, ERROR)],
  ['was stopped', answer('stopped', TEXT)],
])('an answer that %s does not', (_, whole) => {
  expect(isCutOff(whole)).toBe(false);
});

it('the text comes last, and its citations are kept', () => {
  for (const why of [LIMIT, ERROR])
    expect(toContinue([TEXT, why, CITATIONS])).toEqual({ parts: [TEXT], citations: [] });
});
