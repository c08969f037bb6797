// Columns of accounts and meters: what is there after each row, such as a balance. Pure.
import type { TableColumn } from '../../core/table.ts';
import { moneyColumn, wordsOf } from './asked-columns.ts';

const BALANCES = new Set(['balance', 'saldo', 'kontostand', 'solde']);
const STATES = new Set([...BALANCES, 'odometer', 'mileage', 'reading', 'meter']);

/** Tells whether a column holds what there is after each row, so that the last row has the present value. */
export function isState({ name, type }: TableColumn): boolean {
  return type === 'number' && wordsOf(name).some((word) => STATES.has(word));
}

export function isBalance({ name, type }: TableColumn): boolean {
  return type === 'number' && wordsOf(name).some((word) => BALANCES.has(word));
}

const ONE_SIDE = /^(?:income|spending|spen[dt]|expenses?)$/;

/** Returns 1 for an account asked about one of its sides: it tells more of spending than a time sheet does. */
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
