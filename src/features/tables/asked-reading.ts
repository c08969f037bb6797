// Takes a question's words apart: columns, groups, measures, dates, and the values that remain. Pure.
import { AGGREGATES, type Aggregate } from '../../core/asked-figure.ts';
import type { TableColumn } from '../../core/table.ts';
import {
  doneBy,
  isOfPayments,
  meantColumn,
  numericColumn,
  paidColumn,
  singular,
  spokenName,
  wordsOf,
} from './asked-columns.ts';
import { dateCondition, isDateAt } from './asked-dates.ts';
import type { Condition, Figure, Plan, PlanChange } from './asked-plan.ts';
import {
  BEST,
  FILLERS,
  FREQUENT,
  LEAST,
  LISTING,
  MONEY,
  MONEY_COLUMNS,
  MONTHS,
  QUANTITY,
  RECORDED,
  ROW_NOUNS,
  SPANS,
  SPENT,
} from './asked-words.ts';
import { quoted } from './sql-names.ts';

/** The words of a question, taken one after another for what they mean in one table. */
export class Reading {
  readonly #words: string[];
  readonly #columns: TableColumn[];
  readonly #names: Set<string>;
  readonly #used = new Set<number>();
  readonly #isSpent: boolean;
  /** The groups are months, years or days. */
  #isOverTime = false;
  #parts = 0;

  constructor(
    words: string[],
    columns: TableColumn[],
    { names, isSpent }: { names: string; isSpent: boolean },
  ) {
    this.#isSpent = isSpent;
    this.#words = words;
    this.#columns = columns;
    // A table of orders has an order_id.
    const [first] = columns;
    const named = [...wordsOf(names), ...(first ? wordsOf(first.name) : [])];
    // Months and years in the title are conditions, not its name.
    this.#names = new Set(
      named.filter((word) => word.length > 2 && !MONTHS.includes(word) && !/\d/.test(word)),
    );
  }

  plan(aggregate: Aggregate): Plan | undefined {
    const wanted = this.#takeTop();
    const group = this.#takeGroup(wanted !== undefined);
    if (group === null) return undefined;
    // Without groups, "what is the highest price" asks for one figure.
    const top = group ? wanted : undefined;
    const named = this.#takeSelected(top && aggregate !== 'avg' ? 'sum' : aggregate);
    const nouns = this.#takeNouns();
    // "The best customer" is the one with the most money.
    const what = named ?? (top && nouns === 0 ? this.#implied(top.isFrequent === true) : undefined);
    if (this.#isSpent) {
      this.#words.forEach((word, at) => SPENT.has(word) && this.#take(at, 1));
      // The orders may name the same party.
      if (isOfPayments(this.#names, this.#columns)) this.#parts++;
    }
    if (!what && !((aggregate === 'count' || top) && nouns > 0)) return undefined;
    const conditions = this.#takeDates();
    if (!conditions) return undefined;
    const values = this.#rest();
    const parts = this.#parts + conditions.length + values.length;
    // "What is the total price?" could be about anything.
    if (parts < (aggregate === 'count' ? 1 : 2)) return undefined;
    return { figure: what ?? ROWS, ...(group && { group }), ...(top && { top }), conditions, values, parts };
  }

  /** `And by month?`, `and for Norway?`: what changes of the plan. Undefined when nothing, or nothing that this table has. */
  change(aggregate: Aggregate | undefined, { figure: before, list }: Plan): PlanChange | undefined {
    const group = this.#takeGroup(false);
    // Rows are not grouped.
    if (group === null || (group && list)) return undefined;
    const figure = this.#takeChanged(aggregate, before);
    if (figure === null || (figure && list)) return undefined;
    this.#takeNouns();
    const conditions = this.#takeDates();
    if (!conditions) return undefined;
    const values = this.#rest();
    if (!group && !figure && conditions.length === 0 && values.length === 0) return undefined;
    return { ...(group && { group }), ...(figure && { figure }), conditions, values };
  }

  /** `And the average quantity?`. Null when it asks for a figure that is not clear. */
  #takeChanged(aggregate: Aggregate | undefined, before: Figure): Figure | null | undefined {
    const measure = this.#measure();
    if (measure) this.#take(measure.at, measure.length);
    if (!aggregate && !measure) return undefined;
    if (aggregate === 'count') return measure ? { how: 'sum', column: measure.column.name } : ROWS;
    const how = aggregate ?? (before.how === 'count' ? 'sum' : before.how);
    const column = measure?.column.name ?? (before.how === 'count' ? undefined : before.column);
    return column === undefined ? null : { how, column };
  }

  /** `Which orders are open?`, `Which customers are in Norway?`: rows, or the distinct values of a column. */
  list(): Plan | undefined {
    const nouns = this.#takeNouns();
    const column = nouns > 0 ? undefined : this.#takeListed();
    if (nouns === 0 && !column) return undefined;
    const conditions = this.#takeDates();
    if (!conditions) return undefined;
    const values = this.#rest();
    const parts = this.#parts + conditions.length + values.length;
    // "Which orders?" is too vague; "list all orders" is not.
    if (parts < 2 && !(this.#words.includes('all') || column)) return undefined;
    const list = column ? { values: column } : 'rows';
    return { list, figure: ROWS, conditions, values, parts };
  }

  /** `Who paid the insurance?`: the rows that tell it, even one. */
  whoDid(): Plan | undefined {
    const done = doneBy(this.#columns, this.#words);
    if (!done) return undefined;
    this.#take(done.at, 1);
    const conditions = this.#takeDates();
    const values = this.#rest();
    if (!conditions || values.length === 0) return undefined;
    const parts = 1 + conditions.length + values.length;
    return { list: 'rows', answers: done.column, figure: ROWS, conditions, values, parts };
  }

  /** The text column whose plural name the list is about. */
  #takeListed(): string | undefined {
    const at = this.#words.findIndex((word) => !FILLERS.has(word) && !LISTING.has(word));
    const found = at < 0 || singular(this.#words[at]!) === this.#words[at] ? undefined : this.#columnAt(at);
    if (!found || found.column.type === 'number') return undefined;
    this.#take(at, found.length);
    this.#parts++;
    return found.column.name;
  }

  /** `top 5`, `which country has the most`: sorted groups, limited to the first ones. */
  #takeTop(): Plan['top'] {
    const at = this.#words.findIndex((word) =>
      /^(?:top|best|worst|most|highest|largest|biggest|greatest|fewest|least|lowest|smallest)$/.test(word),
    );
    if (at < 0) return undefined;
    const order = LEAST.test(this.#words[at]!) ? 'ASC' : 'DESC';
    const isFrequent = FREQUENT.test(this.#words[at + 1] ?? '');
    const named = this.#groupAt(at + (isFrequent ? 2 : 1));
    if (named && (isFrequent || BEST.test(this.#words[at]!))) {
      const limit = named.isPlural ? SEVERAL : 1;
      this.#take(at, isFrequent ? 2 : 1);
      return { limit, order, ...(isFrequent && { isFrequent }) };
    }
    const number = Number(this.#words[at + 1]);
    if (this.#words[at] === 'top' && Number.isInteger(number) && number > 0) {
      this.#take(at, 2);
      return { limit: Math.min(number, 100), order };
    }
    // "Which country has the highest …" asks for a group; "what is the highest …" does not.
    const isWhich = /^(?:which|what)$/.test(this.#words[0]!) && [1, 2].includes(this.#groupPlace());
    if (!isWhich && !meantColumn(this.#columns, this.#words, this.#isSpent) && this.#words[at] !== 'top')
      return undefined;
    this.#take(at, 1);
    return { limit: this.#words[at] === 'top' ? 10 : 1, order };
  }

  /** Null when the question asks for a group this table does not have. */
  #takeGroup(isTop: boolean): Plan['group'] | null {
    const by = this.#words.findIndex((word) => ['by', 'per', 'each', 'every'].includes(word));
    const measured = by >= 0 ? this.#columnAt(by + 1, 'number') : undefined;
    // `top 5 customers by quantity`: the measure follows "by", and the group precedes it.
    const place = by >= 0 && !(isTop && measured) ? by + 1 : isTop ? this.#groupPlace() : -1;
    const meant = isTop && place < 0 ? meantColumn(this.#columns, this.#words, this.#isSpent) : undefined;
    if (meant) {
      this.#parts++;
      return { sql: quoted(meant.name), label: meant.name };
    }
    if (place < 0) return undefined;
    const found = this.#columnAt(place);
    const span = SPANS.find(({ name }) => name === singular(this.#words[place] ?? ''));
    // Dates in a column named "month" are grouped by month too.
    const isDate = found?.column.type === 'date';
    const date = isDate ? found.column : this.#columns.find(({ type }) => type === 'date');
    if (!found && !(span && date)) return null;
    this.#take(place, found?.length ?? 1);
    this.#parts++;
    if (found && this.#isSpent && SPENT.has(this.#words[place]!)) this.#parts++;
    if (found && !(span && isDate)) return { sql: quoted(found.column.name), label: found.column.name };
    this.#isOverTime = true;
    return { sql: `substr(${quoted(date!.name)}, 1, ${span!.length})`, label: span!.name };
  }

  /** Tells whether a column that can group rows is named at this position; not the name of the table. */
  #groupAt(at: number): { isPlural: boolean } | undefined {
    const found = this.#columnAt(at);
    const word = this.#words[at + (found?.length ?? 1) - 1] ?? '';
    if (!found || found.column.type === 'number' || this.#names.has(singular(word))) return undefined;
    return { isPlural: singular(word) !== word };
  }

  /** What makes a group the best one: its money, or its number of rows. */
  #implied(isFrequent: boolean): Figure {
    this.#parts++;
    const column = isFrequent ? undefined : numericColumn(this.#columns, MONEY_COLUMNS);
    return column ? { how: 'sum', column: column.name } : ROWS;
  }

  /** Position of the first named column that is not numeric, or of the first span of time. */
  #groupPlace(): number {
    const place = this.#words.findIndex((_, index) => {
      const found = this.#used.has(index) ? undefined : this.#columnAt(index);
      return found !== undefined && found.column.type !== 'number';
    });
    const span = this.#words.findIndex((word) => SPANS.some(({ name }) => name === word));
    return place < 0 ? span : place;
  }

  #takeSelected(aggregate: Aggregate): Figure | undefined {
    const head = aggregate === 'count' ? this.#counted() : undefined;
    const measure = this.#measure();
    // "How many orders with a discount" counts orders.
    if (measure && (head === undefined || head === measure.at)) {
      const { column, at, length } = measure;
      this.#take(at, length);
      this.#parts += RECORDED.has(singular(this.#words[at]!)) ? 2 : 1;
      return { how: aggregate === 'count' ? 'sum' : aggregate, column: column.name };
    }
    const found = head === undefined ? undefined : this.#columnAt(head, 'text');
    if (!found || this.#names.has(singular(this.#words[head!]!))) return undefined;
    this.#take(head!, found.length);
    this.#parts++;
    return { how: 'count', column: found.column.name };
  }

  /** The word after "how many". */
  #counted(): number | undefined {
    const from = this.#words.findIndex((word) => ['many', 'number', 'count'].includes(word));
    const at = this.#words.findIndex(
      (word, index) => index > from && !this.#used.has(index) && !FILLERS.has(word),
    );
    return at < 0 ? undefined : at;
  }

  /** The numeric column that is named, or meant by "sales" or "units". */
  #measure(): { at: number; column: TableColumn; length: number } | undefined {
    let best: { at: number; column: TableColumn; length: number; weight: number } | undefined;
    for (const [at, word] of this.#words.entries()) {
      if (this.#used.has(at)) continue;
      const found = this.#columnAt(at, 'number');
      // "Total" names the aggregate, unless nothing else is named.
      const weight = word === 'total' || word === 'sum' ? 1 : 2;
      if (found && weight > (best?.weight ?? 0)) best = { at, ...found, weight };
    }
    if (best?.weight === 2) return best;
    for (const [at, word] of this.#words.entries()) {
      if (this.#used.has(at)) continue;
      const isMoney =
        MONEY.has(singular(word)) ||
        (this.#isSpent && SPENT.has(word)) ||
        // "Which month was the most expensive?", but the most expensive item is no sum.
        (this.#isOverTime && word === 'expensive');
      const kinds = isMoney ? MONEY_COLUMNS : QUANTITY.has(singular(word)) ? [...QUANTITY] : [];
      const isPaid = this.#isSpent && SPENT.has(word);
      const column = isPaid ? paidColumn(this.#columns) : numericColumn(this.#columns, kinds);
      if (column) return { at, column, length: 1 };
    }
    return best;
  }

  #takeNouns(): number {
    let found = 0;
    for (const [at, word] of this.#words.entries()) {
      const one = singular(word);
      if (this.#used.has(at) || FILLERS.has(word)) continue;
      // "Which country ordered the most?" counts orders.
      const noun = one.replace(/ed$/, '');
      if (!this.#names.has(one) && !this.#names.has(noun) && !ROW_NOUNS.has(one)) continue;
      this.#take(at, 1);
      found++;
    }
    this.#parts += Math.min(found, 1);
    return found;
  }

  /** Undefined when a month or year is asked for, but the table has no dates. */
  #takeDates(): Condition[] | undefined {
    const date = this.#columns.find(({ type }) => type === 'date');
    const found: Condition[] = [];
    for (const [at, word] of this.#words.entries()) {
      if (this.#used.has(at) || !isDateAt(this.#words, at)) continue;
      if (!date) return undefined;
      found.push(dateCondition(word, date.name));
      this.#take(at, 1);
    }
    return found;
  }

  /** The remaining words, in sequences: each must be a value. */
  #rest(): string[][] {
    const runs: string[][] = [];
    let open = false;
    for (const [at, word] of this.#words.entries()) {
      const isAggregate =
        AGGREGATES.some(([, form]) => form.test(word)) ||
        word === 'many' ||
        word === 'much' ||
        word === 'number';
      if (this.#used.has(at) || FILLERS.has(word) || LISTING.has(word) || word === 'how' || isAggregate)
        open = false;
      else if (open) runs.at(-1)!.push(word);
      else {
        runs.push([word]);
        open = true;
      }
    }
    return runs;
  }

  /** The column named at this position: in full, or by a word no other column has. */
  #columnAt(at: number, type?: TableColumn['type']): { column: TableColumn; length: number } | undefined {
    const said = this.#words.slice(at, at + 4).map(singular);
    if (said.length === 0 || this.#used.has(at)) return undefined;
    const columns = this.#columns.filter((column) => type === undefined || column.type === type);
    const whole = columns
      .map((column) => ({ column, parts: spokenName(column.name) }))
      .filter(({ parts }) => parts.every((part, index) => said[index] === part))
      .sort((a, b) => b.parts.length - a.parts.length)[0];
    if (whole) return { column: whole.column, length: whole.parts.length };
    const having = columns.filter(({ name }) => spokenName(name).includes(said[0]!));
    return having.length === 1 ? { column: having[0]!, length: 1 } : undefined;
  }

  #take(at: number, count: number): void {
    for (let index = at; index < at + count; index++) this.#used.add(index);
  }
}

const ROWS: Figure = { how: 'count' };
/** Groups for `the best customers`. */
const SEVERAL = 5;
