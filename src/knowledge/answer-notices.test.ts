// Questions to notices, listings, minutes and instructions, whose words differ from those of their answers.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const DOCUMENTS = {
  'swimming-course.txt': `Swimming courses, spring

A course costs €80. Brothers and sisters of a participant pay half.

If you do not turn up, the lesson is lost.
`,
  'boiler.md': `# Boiler AX 9

## Data

The boiler is empty when delivered. It reaches 92 °C within ten minutes.

## First use

Heat the boiler to 60 °C, empty the boiler and rinse it. Keep the valve open until 40 °C.
`,
  'board-march.md': `# Board meeting

Held on 3 March 2026.

## Apologies

Lena Brandt

## Cakes

Lena orders flour.
`,
  'board-april.md': `# Board meeting

Held on 7 April 2026. Present: Omar Said, Lena Brandt. Absent: Piet Maas.

| Who | What |
| --- | --- |
| Omar | paint the fence |
`,
  'hire.csv': `item,kind,price_eur,note
Canoe,boat,12,only with a life jacket
Canoe hire for groups,boat hire,40,four boats
Bicycle,land,9,per day
`,
  'haus.md': `# Hausordnung

Altglas wird freitags abgeholt. Ruhezeit ist von 22 bis 7 Uhr.
`,
};

let library: Library;

beforeAll(async () => void (library = await libraryOf(DOCUMENTS)));

test.each([
  ['Is there a discount for siblings?', 'pay half'],
  ['What happens if I don’t show up?', 'turn up'],
  ['How hot does the boiler get?', '92 °C'],
  ["Who couldn't come in March?", 'Lena Brandt'],
  ['Who could not attend in April?', 'Piet Maas'],
  ['Who is painting the fence?', 'Omar'],
  ['Can I rent a canoe?', 'Canoe'],
  ['Wann holt man das Altglas ab?', 'freitags'],
  ['Wann darf ich keinen Lärm machen?', '22 bis 7'],
])('%s → %s', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toContain(words);
});

test.each(['Is there a swimming pool?', 'Do the courses have a diving board?', 'Gibt es einen Aufzug?'])(
  'refuses “%s”',
  async (question) => {
    expect((await library.answer(question)).answer).toBeNull();
  },
);
