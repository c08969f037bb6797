// Answers from a handful of short documents, where every word is rare: everyday questions, German compounds, refusals.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'boat.md': `# Hire of the ferry Aurora

## Deck
Life vests hang beside every door. They are mandatory in open waters for everyone. Whistles are worn from November to March.

## Mooring
1. Slow down early.
2. Throw the line to the person on the pier.

## Storage
Vests, oars and lines are on the left.

## Electricity
Two batteries with 240 Ah. The cable for the harbour socket is 15 m long. Never leave the heater on at night.

## Technical data

| | |
| --- | --- |
| Tank | 110 litres |
| Weight | 1.4 t |

## Fuel
Rinse two full tanks of fresh water through the cooler.

## Damage
Report damage to the harbour office at once. The deposit is €900 and is returned within two weeks.

## Cancelling
Until 30 days before departure you can cancel free of charge; later half of the price is kept.
`,
  'crew.csv': `id,name,role,port,status
1,Ada Holm,cook,Bergen,on leave
2,Bo Lind,engineer,Bergen,active
3,Cy Ren,deckhand,Oslo,active
4,Di Voss,deckhand,Bergen,active
5,Ed Marsh,engineer,Oslo,on leave
`,
  'list.txt': `Packing list

Sleeping bag for Jo
Rain coat for Kim
`,
  'kiosk.md': `# Ordnung für den Kiosk am Strand

## Verpackung
Plastiktüten werden hier nicht ausgegeben. Pfandbecher kosten zwei Euro.

## Öffnungszeiten
Der Kiosk öffnet um 9 Uhr und schließt um 20 Uhr. Die Strandliegen werden bis 19 Uhr zurückgebracht.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['how long is the cord', /15 m long/],
  ['How big is the tank?', /Tank \| 110 litres/],
  ['hwo heavy is the ferry', /1\.4 t/],
  ['Do I have to wear a whistle in January?', /from November to March/],
  ['Are life jackets mandatory?', /mandatory in open waters/],
  ['when do I get my deposit back', /within two weeks/],
  ['Where are oars stored?', /on the left/],
  ['How do I moor?', /1\. Slow down[\s\S]*2\. Throw the line/],
  ['Gibt es Tüten?', /Plastiktüten/],
  ['Was kosten Becher?', /zwei Euro/],
  ['Wann schließt der Kiosk?', /20 Uhr/],
  ['Who is the cook?', /Ada Holm/],
])('answers “%s”', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
});

test('counts the people in a table of names', async () => {
  const { answer } = await library.answer('How many people are on leave?');
  expect(answer?.count).toEqual({ rows: 2, of: 5 });
  const { answer: deckhands } = await library.answer('How many deckhands are in Bergen?');
  expect(deckhands?.count).toEqual({ rows: 1, of: 5 });
});

test.each([
  'How fast is a cheetah?',
  'What is the capital of France?',
  'Who is the captain’s wife?',
  'How deep is the lake?',
  'Wie viele Einwohner hat Bergen?',
])('declines “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test('says that the lines of plain text count', async () => {
  const { answer } = await library.answer('Who takes the rain coat?');
  expect(answer?.section).toMatchObject({ markdown: expect.stringContaining('Jo\nRain coat'), plain: true });
  const { answer: prose } = await library.answer('Where are oars stored?');
  expect(prose?.section).not.toHaveProperty('plain');
});
