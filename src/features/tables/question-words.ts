// The words of a question to a table, taken one after another: each means one thing. Pure.
import { AGGREGATES } from '../../core/asked-figure.ts';
import type { TableColumn } from '../../core/table.ts';
import { namesOfRows } from './account-columns.ts';
import { happened, namedColumn, numericColumn, wordsOf } from './asked-columns.ts';
import { conceptOf, meaningOf, singular } from './asked-concepts.ts';
import { comparisonIn } from './asked-comparisons.ts';
import {
  dateCondition,
  dayAt,
  eitherOf,
  isDateAt,
  writtenPeriod,
  yearCondition,
  YEARS,
} from './asked-dates.ts';
import { eventAt } from './asked-events.ts';
import type { Condition } from './asked-plan.ts';
import { DONE_BY_PERSONS, FILLERS, LISTING, MONTHS, OF_PERSONS, PEOPLE, ROW_NOUNS } from './asked-words.ts';
import { quoted } from './sql-names.ts';
import { stockAt } from './asked-stock.ts';
import { yesSql } from './column-values.ts';

const GROUPING = new Set(['by', 'per', 'each', 'every']);
const NEGATIONS = /^(?:not|never|without|no|non|un)$|n't$/;

export class QuestionWords {
  readonly words: readonly string[];
  readonly columns: readonly TableColumn[];
  /** Words that name the table or its rows. */
  readonly names: ReadonlySet<string>;
  readonly #used = new Set<number>();
  readonly #titled: ReadonlySet<string>;
  readonly #first: ReadonlySet<string>;
  /** It names a state of the stock, such as `out of stock`. */
  isAboutStock = false;
  /** Undefined when a limit is about a column that this table does not have. */
  readonly limits: readonly Condition[] | undefined;

  /** @param title and file name of the table */
  constructor(words: readonly string[], columns: readonly TableColumn[], title: string) {
    this.words = words;
    this.columns = columns;
    // A table of orders has an order_id.
    const [first] = columns;
    this.#titled = namesIn(wordsOf(title));
    this.#first = namesIn(first ? wordsOf(first.name) : []);
    this.names = new Set([...this.#titled, ...this.#first, ...namesOfRows(columns)]);
    this.limits = this.#takeLimits();
  }

  /** Tells whether a word names the first column, and not the table. */
  isFirst(word: string): boolean {
    const concept = conceptOf(word);
    return this.#first.has(concept) && !this.#titled.has(concept);
  }

  isUsed(at: number): boolean {
    return this.#used.has(at);
  }

  /**
   * Takes the words that name the table or its rows.
   * @param naming a column whose name also names the rows
   * @returns how many
   */
  takeNouns(naming?: TableColumn): number {
    let found = 0;
    const also = new Set(naming ? wordsOf(naming.name).map((word) => meaningOf(word)) : []);
    for (const [at, word] of this.words.entries()) {
      const one = singular(word);
      if (this.isUsed(at) || FILLERS.has(word)) continue;
      // "Which country ordered the most?" counts orders.
      const noun = one.replace(/ed$/, '');
      const isPerson = PEOPLE.has(one) && this.columns.some(({ name }) => OF_PERSONS.test(name));
      if (
        !this.names.has(conceptOf(word)) &&
        !also.has(conceptOf(word)) &&
        !this.names.has(noun) &&
        !ROW_NOUNS.has(one) &&
        !isPerson
      )
        continue;
      this.take(at, 1);
      found++;
    }
    return found;
  }

  /** `How many members have not paid?`: takes the columns that say yes or no. */
  takeStates(from = 0): Condition[] {
    const found: Condition[] = [];
    for (const [at] of this.words.entries()) {
      const stocked = at < from || this.isUsed(at) ? undefined : stockAt(this.words, at, this.columns);
      if (stocked) {
        this.take(at, stocked.length);
        found.push(stocked.condition);
        this.isAboutStock = true;
        continue;
      }
      const none = at < from || this.isUsed(at) ? undefined : this.#noneAt(at);
      if (none) {
        this.take(at, 1 + none.length);
        const { name, type } = none.column;
        const sql = type === 'text' ? `coalesce(trim(${quoted(name)}), '') = ''` : `${quoted(name)} IS NULL`;
        found.push({ sql, column: name, is: 'is empty' });
        continue;
      }
      const event = at < from || this.isUsed(at) ? undefined : eventAt(this.words, at, this.columns);
      if (event) {
        for (const place of event.taken) this.take(place, 1);
        found.push(event.condition);
        continue;
      }
      const unsaid = at < from || this.isUsed(at) ? undefined : this.#deniedAt(at);
      if (unsaid) {
        this.take(at, 1);
        found.push({ sql: yesSql(unsaid, false), column: unsaid.name, is: 'is no' });
        continue;
      }
      const named = at < from ? undefined : (this.columnAt(at) ?? this.#pastAt(at));
      if (!named?.column.isYesNo || GROUPING.has(this.words[at - 1] ?? '')) continue;
      // "Would not recommend" denies the column `Would recommend`.
      const denied = [at - 1, at + named.length].find((place) => NEGATIONS.test(this.words[place] ?? ''));
      if (denied !== undefined) this.take(denied, 1);
      this.take(at, named.length);
      const others = wordsOf(named.column.name);
      for (let next = (denied ?? at) + 1; others.includes(this.words[next] ?? ''); next++) this.take(next, 1);
      found.push({
        sql: yesSql(named.column, denied === undefined),
        column: named.column.name,
        is: denied === undefined ? 'is yes' : 'is no',
      });
    }
    return found;
  }

  #takeLimits(): Condition[] | undefined {
    const found: Condition[] = [];
    for (let at = 0; ;) {
      const next = comparisonIn(this.words, this.columns, at);
      if (next === null) return undefined;
      if (!next) return found;
      found.push(next.condition);
      this.take(next.from, next.length);
      at = next.from + next.length;
    }
  }

  /** Limits too. Undefined for a day, month or year if the table has no dates, and for a span of days. */
  takeDates(): Condition[] | undefined {
    // "How many members joined in April?" means joined_on.
    const place = this.words.findIndex((_, at) => this.dateAt(at) !== undefined);
    const named = place < 0 ? undefined : this.dateAt(place);
    const date = named?.column ?? this.columns.find(({ type }) => type === 'date');
    if (!this.limits) return undefined;
    const found: Condition[] = [];
    for (const [at, word] of this.words.entries()) {
      const day = this.isUsed(at) ? undefined : dayAt(this.words, at);
      if (day === null || (day && !date)) return undefined;
      if (day) {
        found.push(day.condition(date!.name));
        this.take(at, day.length);
      }
      if (this.isUsed(at) || !isDateAt(this.words, at)) continue;
      const year = date || !/^\d{4}$/.test(word) ? undefined : numericColumn(this.columns, YEARS);
      const condition = date
        ? dateCondition(word, date.name)
        : year
          ? yearCondition(word, year.name)
          : writtenPeriod(word, this.columns);
      if (!condition) return undefined;
      found.push(condition);
      // "In April or May"
      const link = this.words[at - 1] === 'or' && at > 1 && isDateAt(this.words, at - 2) ? 1 : 0;
      this.take(at - link, 1 + link);
    }
    if (named && found.length > 0) this.take(place, named.length);
    const dates = eitherOf(found, this.words);
    return dates && [...this.limits, ...dates];
  }

  /** Takes the remaining words, in sequences: each must be a value. */
  rest(from = 0): string[][] {
    const runs: string[][] = [];
    let open = false;
    const isPassive = this.words.some((word) => /^(?:is|are|was|were|be|been)$/.test(word));
    for (const [at, word] of this.words.entries()) {
      const isAggregate =
        AGGREGATES.some(([, form]) => form.test(word)) ||
        word === 'many' ||
        word === 'much' ||
        word === 'number';
      if (
        at < from ||
        this.isUsed(at) ||
        FILLERS.has(word) ||
        LISTING.has(word) ||
        (!isPassive && DONE_BY_PERSONS.test(word)) ||
        (word === 'used' && this.words.includes('much')) ||
        (word === 'spend' && this.words.includes('many')) ||
        // "Paid by invoice" is about the way to pay.
        (word === 'paid' && /^(?:by|with|via)$/.test(this.words[at + 1] ?? '')) ||
        word === 'how' ||
        isAggregate
      )
        open = false;
      else if (open) runs.at(-1)!.push(word);
      else {
        runs.push([word]);
        open = true;
      }
    }
    for (const at of this.words.keys()) if (at >= from) this.take(at, 1);
    return runs;
  }

  /** The column named at this position. */
  columnAt(at: number, type?: TableColumn['type']): { column: TableColumn; length: number } | undefined {
    const said = this.words.slice(at, at + 4).map(singular);
    if (said.length === 0 || this.isUsed(at)) return undefined;
    const columns = this.columns.filter((column) => type === undefined || column.type === type);
    return namedColumn(columns, said);
  }

  /** The date that is named at this position: `started` means `start_date`. */
  dateAt(at: number): { column: TableColumn; length: number } | undefined {
    const named = this.columnAt(at, 'date');
    if (named || this.isUsed(at)) return named;
    const column = happened(this.columns, this.words[at] ?? '');
    return column && { column, length: 1 };
  }

  /** `Without an agent`, `has no manager`: a cell that is empty. */
  #noneAt(at: number): { column: TableColumn; length: number } | undefined {
    const isDenied = /^(?:without|lacks?|missing)$/.test(this.words[at]!) || this.#isNo(at);
    if (!isDenied) return undefined;
    const article = /^(?:a|an|any|the)$/.test(this.words[at + 1] ?? '') ? 1 : 0;
    const found = this.columnAt(at + 1 + article);
    if (!found || found.column.isYesNo) return undefined;
    return { column: found.column, length: found.length + article };
  }

  #isNo(at: number): boolean {
    return this.words[at] === 'no' && /^(?:has|have|had|with|is|are)$/.test(this.words[at - 1] ?? '');
  }

  /** `Unpaid` denies the column `Paid`. */
  #deniedAt(at: number): TableColumn | undefined {
    const said = /^un(\p{L}{4,})$/u.exec(this.words[at]!)?.[1];
    return this.columns.find(({ name, isYesNo }) => isYesNo && name.toLowerCase() === said);
  }

  /** `Did not survive` means the column `survived`, `work remotely` the column `remote`. */
  #pastAt(at: number): { column: TableColumn; length: number } | undefined {
    if (this.isUsed(at)) return undefined;
    const word = this.words[at]!;
    // What is to be paid is not paid yet.
    if (word === 'pay' && this.words[at - 1] === 'to') return undefined;
    const past = word === 'pay' ? ['paid'] : [`${word}d`, `${word}ed`, word.replace(/ly$/, '')];
    const column = this.columns.find(({ name }) => past.includes(name.toLowerCase()));
    return column && { column, length: 1 };
  }

  take(at: number, count: number): void {
    for (let index = at; index < at + count; index++) this.#used.add(index);
  }
}

/** Months and years in a title are conditions, not its name. */
function namesIn(words: readonly string[]): ReadonlySet<string> {
  const named = words.filter((word) => word.length > 2 && !MONTHS.includes(word) && !/\d/.test(word));
  return new Set(named.map((word) => meaningOf(word)));
}
