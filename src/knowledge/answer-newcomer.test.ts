// Answers from a newcomer's documents: recipes, release notes, a price list and minutes, in everyday words.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'recipes.md': `# Family recipes

## Lentil soup
Serves 4. Takes 35 minutes.

**Ingredients**
- 250 g red lentils
- 1 onion

**Method**
1. Fry the chopped onion for five minutes.
2. Add the lentils and simmer for 20 minutes.

## Pancakes
Serves 2.

**Ingredients**
- 150 g flour
- 2 eggs
`,
  'releases.md': `# Tidewatch release notes

## 3.2.0 — 2025-02-18
- Added export to Parquet.
- Fixed: alarms were sent twice after a restart.

## 3.1.0 — 2024-10-01
- Added dark mode.
- Alarms can be sent to Slack.
`,
  'prices.csv': `code,product,price_eur,stock,supplier
KN-101,Chef's knife Toledo,64.90,14,Hierro SA
PN-200,Cast-iron pan Brasa,49.00,7,Fonderie Lys
BD-400,Cutting board Olivo,38.00,11,Madera Viva
BD-401,Cutting board Haya,24.00,3,Madera Viva
`,
  'minutes.md': `# Minutes of the committee, 12 March

Present: Ruth Adeyemi (chair), Colin Park. Thirty-one people took part in the vote.

## Lease
Members may not sublet their plots. A cat lives in the shed.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  [
    'a recipe with its ingredients and steps',
    'What do I need for lentil soup?',
    /250 g red lentils[\s\S]*simmer/,
  ],
  ['a date that stands in the heading', 'When was 3.2.0 released?', /^3\.2\.0 — 2025-02-18\n/],
  ['a version that stands in the heading', 'Which version added dark mode?', /^3\.1\.0[\s\S]*dark mode/],
  ['a column named by its agent', 'Who supplies the cutting boards?', /Madera Viva/],
  ['a phrase for one word', 'May I rent my plot out?', /may not sublet/],
  ['a number in words', 'How many people took part?', /Thirty-one people took part/],
])('answers with %s', async (_, question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
});

test.each([
  ['what nothing there counts', 'How many calories does the lentil soup have?'],
  ['an age that nobody gives', 'How old is Ruth Adeyemi?'],
  ['small talk', 'Tell me a joke'],
])('declines %s', async (_, question) => {
  expect((await library.answer(question)).answer).toBeNull();
});
