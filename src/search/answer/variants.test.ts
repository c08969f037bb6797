// Titles of documents about one variant.
import { expect, test } from 'vitest';
import { ENGLISH } from '../language.ts';
import { readTerms, type Terms } from './terms.ts';
import { variantIn, variantsIn } from './variants.ts';

test.each([
  ['Using Kiln with Emberdash', 'Emberdash'],
  ['Kiln in GitHub Actions', 'GitHub Actions'],
  ['Deploy your Kiln to Emberdash', 'Emberdash'],
  ['Emberdash & Kiln', 'Emberdash'],
  ['Benefits & Perks', 'Benefits'],
  ['Working on projects', undefined],
  ['Storage', undefined],
  ['With', undefined],
])('%j: %j', (title, variant) => {
  expect(variantIn(title)?.name).toBe(variant);
});

const found = [
  ['Using Kiln with Emberdash', 'Add a dial in Emberdash.'],
  ['Firing in Kiln', 'Kiln fires.'],
  ['Benefits & Perks', 'Everyone gets gloves.'],
  ['Dials', 'Each dial of Kiln shows a chamber.'],
  ['Chambers', 'Chambers of Kiln are hot.'],
].map(([title = '', text = '']) => ({ document: { id: title, title }, text, language: ENGLISH }));

function termsOf(question: string): Promise<Terms> {
  const counts = { passages: 40, frequencyOf: () => 3 };
  const read = (terms: readonly { terms: readonly string[] }[]) =>
    terms.map(({ terms: said }) => ({ said: [...said], near: [], frequency: 3 }));
  return readTerms({ question, languages: [ENGLISH], counts, read: read as never });
}

test('recognises a document about a variant that the question does not name', async () => {
  expect([...variantsIn(found, await termsOf('How do I add a dial?'))]).toEqual([
    'Using Kiln with Emberdash',
  ]);
  expect(variantsIn(found, await termsOf('How do I add a dial in Emberdash?')).size).toBe(0);
});
