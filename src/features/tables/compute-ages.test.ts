// Ages from dates of birth, computed by the real engine.
import { expect, it } from 'vitest';
import { figureWords } from '../../core/figure-words.ts';
import { computedFrom } from './compute.test-support.ts';

/** Born so many years ago, to the day or one day later. */
function bornAgo(years: number, days = 0): string {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() - years);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}

const members = (name: string): Record<string, string> => ({
  members: `Name,${name},Team\nGreta Vance,${bornAgo(66)},Sailing\nSamir Haddad,${bornAgo(15, 1)},Juniors\nChidi Eze,${bornAgo(17, -40)},Juniors\nOlle Berg,,Rowing\n`,
});

it.each(['Date of birth', 'birth_date', 'DOB', 'Birthday', 'Geburtsdatum'])(
  'computes ages from the column %s',
  async (name) => {
    const ages = async (question: string) =>
      (await computedFrom(question, members(name)))?.rows.map((row) => [row['Name'], row['age']]);
    expect(await ages('How old is Greta?')).toEqual([['Greta Vance', 66]]);
    expect(await ages('How old is Samir Haddad')).toEqual([['Samir Haddad', 14]]);
    expect(await ages('How old are the juniors?')).toEqual([
      ['Samir Haddad', 14],
      ['Chidi Eze', 17],
    ]);
    expect(await ages('How old is Olle?')).toEqual([['Olle Berg', null]]);
  },
);

it.each(['Wie alt ist Greta?', 'Quel âge a Greta ?', '¿Cuántos años tiene Greta?', '¿Qué edad tiene Greta?'])(
  'understands %s',
  async (question) => {
    const found = await computedFrom(figureWords(question), members('Geburtsdatum'));
    expect(found?.rows).toMatchObject([{ Name: 'Greta Vance', age: 66 }]);
  },
);

it.each(['How old is the building?', 'How old is Bruno?', 'How old are you?', 'How old was Greta in 2001?'])(
  'leaves %s to the documents',
  async (question) => expect(await computedFrom(question, members('Date of birth'))).toBeUndefined(),
);

it('leaves a column of ages to the documents', async () => {
  const files = { members: `Name,Birthday,Age\nGreta,${bornAgo(66)},66\nOlle,${bornAgo(50)},50\n` };
  expect(await computedFrom('How old is Greta?', files)).toBeUndefined();
});
