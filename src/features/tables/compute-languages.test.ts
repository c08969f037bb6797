// Questions in German, French and Spanish to tables.
import { expect, it } from 'vitest';
import { figureWords } from '../../core/figure-words.ts';
import { computedFrom, SALES } from './compute.test-support.ts';

const UMSATZ = `Region,Artikel,Umsatz,Menge,Monat
Nord,Lampe,1200.5,3,2026-01-31
Süd,Lampe,80,1,2026-02-28
Nord,Zelt,500,2,2026-02-28
`;

it.each([
  ['Wie hoch ist der Gesamtumsatz nach Region?', [{ Region: 'Nord', 'total Umsatz': 1700.5 }]],
  ['Was ist die Summe der Umsätze im Februar?', [{ 'total Umsatz': 580 }]],
  ['Wie viele Verkäufe gibt es?', [{ rows: 3 }]],
  ['Durchschnittliche Menge pro Artikel', [{ Artikel: 'Zelt', 'average Menge': 2 }]],
])('reads German: %s', async (question, rows) => {
  const found = await computedFrom(figureWords(question), { 'Verkäufe 2026': UMSATZ });
  expect(found?.rows).toEqual(expect.arrayContaining<unknown>(rows));
});

it('reads French and Spanish, and follow-ups', async () => {
  const files = { 'Ventes 2026': SALES.replace('Revenue', 'Montant').replace('Region', 'Région') };
  expect(
    (await computedFrom(figureWords('Quel est le montant total par région ?'), files))?.rows,
  ).toHaveLength(2);
  const first = figureWords('¿Cuál es el importe total de las ventas?');
  const sales = { 'Ventas 2026': SALES.replace('Revenue', 'Importe') };
  expect((await computedFrom(figureWords('¿y por mes?'), sales, [first]))?.rows).toHaveLength(2);
  expect((await computedFrom(figureWords('¿y en febrero?'), sales, [first]))?.rows).toEqual([
    { 'total Importe': 580 },
  ]);
});
