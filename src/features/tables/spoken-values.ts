// Words of a question that tables write otherwise: `Sunday` as `Sun`, `women` as `F` in a column of sexes. Pure.
import type { TableColumn } from '../../core/table.ts';
import { sameValues } from './asked-concepts.ts';

const DAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** Returns the value and its abbreviations, all in lower case. */
export function writtenForms(value: string): string[] {
  if (!DAYS.includes(value)) return [value, ...sameValues(value)];
  const lengths = value === 'thursday' ? [3, 4, 5] : value === 'tuesday' ? [3, 4] : [3];
  return [value, ...lengths.map((length) => value.slice(0, length))];
}

const SEXES = [
  {
    said: /^(?:wom[ae]n|females?|ladies|girls?)$/,
    written: ['female', 'f', 'woman', 'w', 'weiblich', 'femme'],
  },
  { said: /^(?:m[ae]n|males?|gentlemen|boys?)$/, written: ['male', 'm', 'man', 'männlich', 'homme'] },
];
const SEX_COLUMN = /^(?:sex|gender|geschlecht|sexe|sexo|género)$/i;

/** The column of sexes and how it writes the one that the word means. */
export function sexOf(
  word: string,
  columns: readonly TableColumn[],
): { column: string; written: readonly string[] } | undefined {
  const sex = SEXES.find(({ said }) => said.test(word));
  const column = columns.find(({ name, type }) => type === 'text' && SEX_COLUMN.test(name));
  return sex && column ? { column: column.name, written: sex.written } : undefined;
}
