// Questions in German, Spanish and French in a library of several languages: what they ask for, parts, and
// follow-ups.
import { beforeAll, expect, test } from 'vitest';
import type { Library } from './library.ts';
import { libraryOf } from './library.test-support.ts';

const GERMAN = `# Merkblatt zur Bücherei

Die Bücherei öffnet von Dienstag bis Samstag. Am Montag bleibt sie geschlossen.

## Ausweis

| Leser | Gebühr im Jahr |
| --- | --- |
| Erwachsene | 24 Euro |
| Studierende | 9 Euro |

Wer umzieht, meldet die neue Anschrift innerhalb von zwei Wochen.

## Bücher verlängern

1. Melden Sie sich im Lesekonto an.
2. Wählen Sie das Buch aus.
3. Drücken Sie auf Verlängern.

Getränke sind im Lesesaal verboten, weil sie die Bücher beschädigen.

## Ansprechpartnerin

Frau Brandt, Telefon 0421 555-310.
`;
const FRENCH = `# Guide du gymnase

Le gymnase ouvre à 8 heures. Il est fermé le dimanche.

## Tarifs

| Public | Abonnement |
| --- | --- |
| Adultes | 210 € |
| Étudiants | 130 € |

## Règles

Les chaussures propres sont obligatoires, car le parquet est fragile. Les animaux sont interdits.

Pour résilier, écrivez un mois avant la fin de l'abonnement. Responsable : Mme Collet.
`;
const SPANISH = `# Guía del huerto

El huerto abre a las nueve. Los lunes está cerrado.

## Parcelas

| Parcela | Precio al año |
| --- | --- |
| Pequeña | 60 € |
| Grande | 110 € |

## Normas

Está prohibido hacer fuego, porque el verano es seco. El agua se paga aparte.

La encargada es Lucía Ferrer.
`;
const ENGLISH = `# Workshop rules

The workshop is open on weekdays. Ask the warden before you use the saw. Guests pay £4 a day.
`;

let library: Library;

beforeAll(async () => {
  library = await libraryOf({ 'a.md': GERMAN, 'b.md': FRENCH, 'c.md': SPANISH, 'd.md': ENGLISH });
});

test.each([
  ['Was kostet der Ausweis für Studierende?', /9 Euro/],
  ['Wie verlängere ich ein Buch?', /Melden Sie sich[\s\S]*Drücken Sie/],
  ['Warum sind Getränke verboten?', /weil sie die Bücher beschädigen/],
  ['Wann ist die Bücherei geschlossen?', /Montag/],
  ['Wie lange habe ich Zeit, eine neue Anschrift zu melden?', /zwei Wochen/],
  ['Darf ich im Lesesaal Getränke haben?', /verboten/],
  ['Combien coûte un abonnement pour les adultes ?', /210 €/],
  ['Pourquoi les chaussures propres sont-elles obligatoires ?', /fragile/],
  ['Le gymnase est-il ouvert le dimanche ?', /fermé le dimanche/],
  ['Qui est responsable du gymnase ?', /Collet/],
  ['¿Cuánto cuesta una parcela grande?', /110 €/],
  ['¿Por qué está prohibido hacer fuego?', /verano es seco/],
  ['¿Quién es la encargada del huerto?', /Lucía Ferrer/],
  ['How much do guests pay?', /£4/],
])('answers “%s”', async (question, words) => {
  const { answer } = await library.answer(question);
  expect(answer?.text).toMatch(words);
});

test.each([
  [
    'Was kostet der Ausweis für Erwachsene?',
    'und für Studierende?',
    'Was kostet der Ausweis für Studierende?',
    '9 Euro',
  ],
  [
    'Combien coûte un abonnement pour les adultes ?',
    'et pour les étudiants ?',
    'Combien coûte un abonnement pour les étudiants ?',
    '130 €',
  ],
  [
    '¿Cuánto cuesta una parcela grande?',
    '¿y una pequeña?',
    '¿Cuánto cuesta una parcela grande? ¿y una pequeña?',
    '60 €',
  ],
])('completes “%s” with “%s”', async (first, second, full, words) => {
  const { answer, asked } = await library.answer(second, { previous: [first] });
  expect(asked).toBe(full);
  expect(answer?.text).toContain(words);
});

test('answers a question of two parts in two', async () => {
  const { parts } = await library.answer('Wann öffnet die Bücherei und was kostet der Ausweis?');
  expect(parts?.map(({ question }) => question)).toEqual([
    'Wann öffnet die Bücherei?',
    'Was kostet der Ausweis?',
  ]);
  expect(parts?.[0]?.answer?.text).toContain('Dienstag');
  expect(parts?.[1]?.answer?.text).toContain('24 Euro');
});

test.each([
  'Wie wird das Wetter morgen?',
  "Quelle est la capitale de l'Espagne ?",
  '¿Quién ganó el mundial?',
])('declines “%s”', async (question) => {
  expect((await library.answer(question)).answer).toBeNull();
});

test.each([
  'What is “TITLE” about?',
  'Worum geht es in „TITLE“?',
  '¿De qué trata «TITLE»?',
  'De quoi parle « TITLE » ?',
  '「TITLE」の内容は?',
  '“TITLE”讲了什么？',
  'ما موضوع «TITLE»؟',
])('sums up an English document for the starter question “%s”', async (question) => {
  const tides = await libraryOf({
    'tides.md':
      '# Tides of the northern sea\n\nTides rise twice a day.\n\n## Springs\n\nThey are the highest.\n',
    'boat.md': '# Boats\n\nA boat floats.\n',
  });
  const { answer } = await tides.answer(question.replace('TITLE', 'Tides of the northern sea'));
  expect(answer?.text).toMatch(/^Tides rise/);
});
