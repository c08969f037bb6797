// Where a record came from, in words.
import { expect, it } from 'vitest';
import { FROM_BACKUP, FROM_DEVICE, originText } from './origin-text.ts';

const german = (text: TemplateStringsArray): string =>
  ({ 'a backup': 'einer Sicherung', 'another device': 'einem anderen Gerät' })[text.join('')] ?? '';

it('translates a stored origin, and keeps the name of a file', () => {
  expect([FROM_BACKUP, FROM_DEVICE, 'prompts.md'].map((from) => originText(from))).toEqual([
    'a backup',
    'another device',
    'prompts.md',
  ]);
  expect([FROM_BACKUP, FROM_DEVICE, 'prompts.md'].map((from) => originText(from, german))).toEqual([
    'einer Sicherung',
    'einem anderen Gerät',
    'prompts.md',
  ]);
});
