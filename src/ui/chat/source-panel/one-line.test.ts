// Cited passages without the marks of Markdown.
import { expect, it } from 'vitest';
import { oneLine } from './one-line.ts';

it.each([
  [
    '| name | city |\n| --- | ---: |\n| Ada | Paris |\n| Bo | Rome |',
    'name – city · Ada – Paris · Bo – Rome',
  ],
  ['| name | city | | --- | --- | | Ada | Paris |', 'name – city · Ada – Paris'],
  ['## Notice\n\nThe **Buyer** may end `it`.', 'Notice · The Buyer may end it.'],
  ['Bring:\n\n- a coat\n- a\nhat', 'Bring: · a coat · a hat'],
  ['One plain sentence, a|b and 3 - 2.', 'One plain sentence, a|b and 3 - 2.'],
])('%j', (markdown, line) => expect(oneLine(markdown)).toBe(line));
