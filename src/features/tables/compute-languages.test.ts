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

const ORDERS = `order_id,date,customer,product,price,total,status
1,2025-01-03,Ann,Chair,45,90,delivered
2,2025-01-09,Ann,Lamp,20,60,open
3,2025-02-11,Bo,Chair,45,270,open
`;
const STAFF = 'Name,Department,Salary\nAnn,HR,52000\nBo,Sales,68000\n';
const RECHNUNGEN = `Nummer;Kunde;Datum;Betrag;Status
R1;Müller GmbH;03.01.2025;1.250,00 €;bezahlt
R2;Huber;10.01.2025;480,50 €;bezahlt
R3;Müller GmbH;21.02.2025;3.100,00 €;offen
`;

it.each([
  ['Wie viele Bestellungen sind offen?', { orders: ORDERS }, [{ rows: 2 }]],
  ['Combien de commandes sont ouvertes ?', { orders: ORDERS }, [{ rows: 2 }]],
  ['¿Cuántos pedidos hay?', { orders: ORDERS }, [{ rows: 3 }]],
  ['Wie viele Bestellungen gab es im Januar?', { orders: ORDERS }, [{ rows: 2 }]],
  ['Wer ist unser bester Kunde?', { orders: ORDERS }, [{ customer: 'Bo', total: 270 }]],
  ['Wer verdient am meisten?', { staff: STAFF }, [{ Name: 'Bo', 'highest Salary': 68000 }]],
  ['Qui gagne le plus ?', { staff: STAFF }, [{ Name: 'Bo', 'highest Salary': 68000 }]],
  ['¿Quién gana más?', { staff: STAFF }, [{ Name: 'Bo', 'highest Salary': 68000 }]],
  ['Wer arbeitet in HR?', { staff: STAFF }, [{ Name: 'Ann', Department: 'HR', Salary: 52000 }]],
  ['How many invoices are open?', { Rechnungen: RECHNUNGEN }, [{ rows: 1 }]],
  ['Wie hoch ist der Gesamtbetrag?', { Rechnungen: RECHNUNGEN }, [{ 'total Betrag': 4830.5 }]],
  ['Wie viel hat Müller GmbH bezahlt?', { Rechnungen: RECHNUNGEN }, [{ 'total Betrag': 1250 }]],
  ['Was schuldet uns Müller GmbH?', { Rechnungen: RECHNUNGEN }, [{ 'total Betrag': 3100 }]],
])('reads questions in another language than the table: %s', async (question, files, rows) => {
  expect((await computedFrom(figureWords(question), files))?.rows).toEqual(rows);
});
