// Columns of accounts and meters, such as a balance after each row. Pure.
import type { TableColumn } from '../../core/table.ts';
import { moneyColumn, wordsOf } from './asked-columns.ts';

const BALANCES = new Set(['balance', 'saldo', 'kontostand', 'solde']);
const STATES = new Set([...BALANCES, 'odometer', 'mileage', 'reading', 'meter']);

/** Tells whether each cell holds the state after its row. The last row has the present one. */
export function isState({ name, type }: TableColumn): boolean {
  return type === 'number' && wordsOf(name).some((word) => STATES.has(word));
}

export function isBalance({ name, type }: TableColumn): boolean {
  return type === 'number' && wordsOf(name).some((word) => BALANCES.has(word));
}

const ONE_SIDE = /^(?:income|spending|spen[dt]|expenses?)$/;

/** Returns 1 if the question is about the spending or the income of an account, which suits it better than a time sheet. */
export function tellsSide(said: { words: readonly string[]; columns: readonly TableColumn[] }): 0 | 1 {
  const { words, columns } = said;
  return namesOfRows(columns).length > 0 && words.some((word) => ONE_SIDE.test(word)) ? 1 : 0;
}

/** Names of the rows of an account statement, in addition to its title. */
const BOOKINGS = ['expense', 'payment', 'transaction', 'booking', 'deposit'];

export function namesOfRows(columns: readonly TableColumn[]): readonly string[] {
  const isStatement =
    columns.some(isBalance) &&
    columns.some(({ type }) => type === 'date') &&
    moneyColumn(columns) !== undefined;
  return isStatement ? BOOKINGS : [];
}
