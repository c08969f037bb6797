// Takes a question's words apart: columns, groups, measures, dates, and the values that remain. Pure.
import type { Aggregate } from '../../core/asked-figure.ts';
import { tellsSide } from './account-columns.ts';
import {
  isOfPayments,
  isPay,
  isPerOne,
  meantColumn,
  moneyColumn,
  namingColumn,
  peopleColumn,
  personColumn,
  quantityColumn,
  spokenName,
  topped,
} from './asked-columns.ts';
import { conceptOf, singular } from './asked-concepts.ts';
import { countedValues, countedWord } from './asked-counts.ts';
import { eachSpan, figureOfKind, isCountAt, isSummed, measureIn } from './asked-measures.ts';
import type { Figure, Plan, PlanChange } from './asked-plan.ts';
import {
  BEST,
  COMPUTED,
  EARNED,
  FREQUENT,
  LEAST,
  PEOPLE,
  RECORDED,
  SOLD,
  SPANS,
  SPENT,
  STATUS_OF,
  VALUE_NOUNS,
} from './asked-words.ts';
import { ROWS } from './asked-rows.ts';
import { takeWorth, worthOf } from './asked-worth.ts';
import type { QuestionWords } from './question-words.ts';
import { quoted } from './sql-names.ts';

/** The words of a question, taken one after another for what they mean in one table. */
export class Reading {
  readonly #said: QuestionWords;
  readonly #isSpent: boolean;
  /** The groups are months, years or days. */
  #isOverTime = false;
  #superlative = '';
  /** `Best-selling` is about units. */
  #isSold = false;
  /** The groups are single rows. */
  #isRow = false;
  #parts = 0;

  constructor(said: QuestionWords, isSpent: boolean) {
    this.#said = said;
    this.#isSpent = isSpent;
  }

  plan(aggregate: Exclude<Aggregate, 'share'>): Plan | undefined {
    const states = this.#said.takeStates();
    const wanted = this.#takeTop();
    const group = this.#takeGroup(wanted !== undefined);
    if (group === null) return undefined;
    // Without groups, "what is the highest price" asks for one figure.
    const top = group ? wanted : undefined;
    const worth = takeWorth(this.#said, this.#isSpent);
    // The average of unit prices is not what an order cost on average.
    if (worth === null || (worth && aggregate !== 'sum' && !top)) return undefined;
    if (worth) this.#parts += 2;
    const selected = worth ?? this.#takeSelected(top && aggregate !== 'avg' ? 'sum' : aggregate);
    const named = topped(selected, top, { isRow: this.#isRow, columns: this.#said.columns });
    // "Which supplier has the most products?" counts rows.
    // "The average number of orders" is not their average amount.
    if (!selected && aggregate !== 'count' && this.#said.words.includes('number')) return undefined;
    const nouns = this.#said.takeNouns(top && !named ? namingColumn(this.#said.columns) : undefined);
    this.#parts += Math.min(nouns, 1);
    // "The best customer" is the one with the most money.
    const isKind =
      !named &&
      nouns === 0 &&
      (states.length === 0 || this.#said.isAboutStock) &&
      !group &&
      aggregate === 'count';
    const what = named ?? (isKind ? figureOfKind(this.#said) : this.#meant({ aggregate, group, top, nouns }));
    if (what === null) return undefined;
    const statuses: string[] = [];
    if (this.#isSpent) {
      this.#said.words.forEach((word, at) => {
        if (!SPENT.has(word)) return;
        this.#said.take(at, 1);
        // "How much has been paid?" of invoices that may be unpaid.
        const status = STATUS_OF.find(({ verb }) => verb.test(word))?.status;
        if (status !== undefined) statuses.push(status);
      });
      // The orders may name the same party.
      const isEarned = this.#said.words.some((word) => EARNED.test(word));
      if (!isEarned && isOfPayments(this.#said.names, this.#said.columns)) this.#parts++;
    }
    const isCounted = aggregate === 'count' && states.length > 0;
    if (!what && !((aggregate === 'count' || top) && nouns > 0) && !isCounted) return undefined;
    const dates = this.#said.takeDates();
    if (!dates) return undefined;
    const conditions = [...states, ...dates];
    const values = this.#said.rest();
    const parts = this.#parts + conditions.length + values.length + tellsSide(this.#said);
    // "What is the total price?" could be about anything.
    if (parts < (aggregate === 'count' ? 1 : 2)) return undefined;
    if (isKind && values.length === 0) return undefined;
    const each = group && !top && this.#isOverTime ? eachSpan(what, group, this.#said) : undefined;
    return {
      ...{ figure: each ?? what ?? ROWS, conditions, values, parts },
      ...(group && !each && { group }),
      ...(top && { top }),
      ...(isKind && { isKind }),
      ...(!what && aggregate === 'count' && countedValues(this.#said)),
      ...(statuses.length > 0 && { statuses }),
    };
  }

  /** The figure of a question that names none. Null when this table has none that could be meant. */
  #meant({
    aggregate,
    group,
    top,
    nouns,
  }: Pick<Plan, 'group' | 'top'> & { aggregate: Aggregate; nouns: number }): Figure | null | undefined {
    // "Who placed the biggest order?" compares orders, "the most orders" counts them.
    const isLarge = nouns > 0 && COMPUTED.test(this.#superlative);
    if (top && !isLarge) {
      const implied = nouns === 0 ? this.#implied(top.isFrequent === true) : undefined;
      // The best cut of diamonds is not the one with the most prices.
      const isSum = implied?.how === 'sum' && implied.column !== undefined && !this.#isRow;
      return isSum && isPerOne({ name: implied.column! }) && !this.#isSpent ? null : implied;
    }
    // "Average expense", "total for meals": the money, if the other words are values.
    const isCompared = /^(?:max|min)$/.test(aggregate);
    const isPlain = !isCompared || (COMPUTED.test(this.#superlative) && this.#said.words[0] !== 'which');
    const isOfRows = aggregate === 'sum' || (aggregate !== 'count' && nouns > 0 && isPlain);
    if (!top && !(group && aggregate === 'sum') && !isOfRows) return undefined;
    if (isOfRows && !group && !top) {
      const product = worthOf(this.#said.columns);
      if (product === null) return null;
      if (product) {
        this.#parts++;
        return aggregate === 'sum' ? product : null;
      }
      const column = moneyColumn(this.#said.columns, true);
      if (!column) return aggregate === 'sum' && !this.#isSpent ? undefined : null;
      // The biggest diamond is not the dearest one.
      if (aggregate !== 'sum' && isPerOne(column)) return null;
      this.#parts++;
      return { how: aggregate as Figure['how'], column: column.name };
    }
    const figure = topped(this.#implied(false), top, { isRow: true, columns: this.#said.columns });
    if (figure?.column === undefined) return null;
    return /^(?:avg|median)$/.test(aggregate) ? { ...figure, how: aggregate as Figure['how'] } : figure;
  }

  /** `And by month?`, `and for Norway?`: what changes of the plan. Undefined when nothing, or nothing that this table has. */
  change(aggregate: Aggregate | undefined, { figure: before, list }: Plan): PlanChange | undefined {
    const group = this.#takeGroup(false);
    // Rows are not grouped.
    if (group === null || (group && list)) return undefined;
    const figure = this.#takeChanged(aggregate, before);
    if (figure === null || (figure && list)) return undefined;
    this.#said.takeNouns();
    const conditions = this.#said.takeDates();
    if (!conditions) return undefined;
    const values = this.#said.rest();
    if (!group && !figure && conditions.length === 0 && values.length === 0) return undefined;
    return { ...(group && { group }), ...(figure && { figure }), conditions, values };
  }

  /** `And the average quantity?`. Null when it asks for a figure that is not clear. */
  #takeChanged(aggregate: Aggregate | undefined, before: Figure): Figure | null | undefined {
    if (aggregate === 'share') return null;
    const measure = measureIn(this.#said, { isSpent: this.#isSpent, isOverTime: this.#isOverTime });
    if (measure) this.#said.take(measure.at, measure.length);
    if (!aggregate && !measure) return undefined;
    if (aggregate === 'count') return measure ? { how: 'sum', column: measure.column.name } : ROWS;
    const how = aggregate ?? (before.how === 'count' ? 'sum' : before.how);
    const column = measure?.column.name ?? (before.how === 'count' ? undefined : before.column);
    return column === undefined ? null : { how, column };
  }

  /** `top 5`, `which country has the most`: sorted groups, limited to the first ones. */
  #takeTop(): Plan['top'] {
    const at = this.#said.words.findIndex(
      (word, index) =>
        !this.#said.isUsed(index) &&
        /^(?:top|best|worst|most|highest|largest|biggest|greatest|fewest|least|lowest|smallest)$/.test(word),
    );
    if (at < 0) return undefined;
    this.#superlative = this.#said.words[at]!;
    this.#isRow = this.#asksForRow(at);
    const order = LEAST.test(this.#said.words[at]!) ? 'ASC' : 'DESC';
    const after = this.#said.words[at + 1] ?? '';
    const isFrequent = FREQUENT.test(after) || SOLD.test(after);
    const named = this.#groupAt(at + (isFrequent ? 2 : 1));
    if (named && (isFrequent || BEST.test(this.#said.words[at]!))) {
      const limit = named.isPlural ? SEVERAL : 1;
      this.#said.take(at, isFrequent ? 2 : 1);
      this.#isSold = SOLD.test(this.#said.words[at + 1] ?? '');
      return { limit, order, ...(isFrequent && { isFrequent }) };
    }
    const number = Number(this.#said.words[at + 1]);
    if (this.#said.words[at] === 'top' && Number.isInteger(number) && number > 0) {
      this.#said.take(at, 2);
      return { limit: Math.min(number, 100), order };
    }
    // "Which country has the highest …" asks for a group; "what is the highest …" does not.
    const isWhich = /^(?:which|what)$/.test(this.#said.words[0]!) && [1, 2].includes(this.#groupPlace());
    if (
      !isWhich &&
      !this.#isRow &&
      !meantColumn(this.#said.columns, this.#said.words, this.#isSpent) &&
      this.#said.words[at] !== 'top'
    )
      return undefined;
    this.#said.take(at, isFrequent ? 2 : 1);
    return { limit: this.#said.words[at] === 'top' ? 10 : 1, order, ...(isFrequent && { isFrequent }) };
  }

  /** Null when the question asks for a group this table does not have. */
  #takeGroup(isTop: boolean): Plan['group'] | null {
    const by = this.#said.words.findIndex((word) => ['by', 'per', 'each', 'every'].includes(word));
    // "Who placed the most orders?" asks for persons.
    const isPerson =
      this.#said.words[0] === 'who' &&
      this.#said.names.has(conceptOf(this.#said.words[this.#groupPlace()] ?? '')) &&
      meantColumn(this.#said.columns, this.#said.words, false) !== undefined;
    const measured = by >= 0 ? this.#said.columnAt(by + 1, 'number') : undefined;
    // `top 5 customers by quantity`: the measure follows "by", and the group precedes it.
    if (by >= 0) this.#isRow = false;
    const place =
      by >= 0 && !(isTop && measured) ? by + 1 : isTop && !this.#isRow && !isPerson ? this.#groupPlace() : -1;
    const meant =
      isTop && place < 0
        ? (meantColumn(this.#said.columns, this.#said.words, this.#isSpent) ??
          (this.#isRow ? namingColumn(this.#said.columns) : undefined))
        : undefined;
    if (meant) {
      this.#parts++;
      return { sql: quoted(meant.name), label: meant.name };
    }
    if (place < 0) return undefined;
    if (isCountAt(this.#said, place)) return null;
    const isPeople = by >= 0 && PEOPLE.has(singular(this.#said.words[place] ?? ''));
    const person = isPeople ? personColumn(this.#said.columns) : undefined;
    const found = this.#said.columnAt(place) ?? (person && { column: person, length: 1 });
    const span = SPANS.find(({ name }) => name === singular(this.#said.words[place] ?? ''));
    // Dates in a column named "month" are grouped by month too.
    const isDate = found?.column.type === 'date';
    const date = isDate ? found.column : this.#said.columns.find(({ type }) => type === 'date');
    // "Paid by credit card": the words after "by" must be a value then.
    if (!found && !(span && date)) return by >= 0 && !span ? undefined : null;
    this.#said.take(place, found?.length ?? 1);
    this.#parts++;
    if (found && this.#isSpent && SPENT.has(this.#said.words[place]!)) this.#parts++;
    if (found && !(span && isDate)) return { sql: quoted(found.column.name), label: found.column.name };
    this.#isOverTime = true;
    return { sql: `substr(${quoted(date!.name)}, 1, ${span!.length})`, label: span!.name };
  }

  /** `Which employee has the lowest salary?`: the rows are employees, or persons. */
  #asksForRow(superlative: number): boolean {
    const [first, second = ''] = this.#said.words;
    // "Who is the best customer?" asks for a customer.
    if ([1, 2].includes(this.#groupPlace()) || this.#groupAt(superlative + 1)) return false;
    const superlativeWord = this.#said.words[superlative]!;
    const person = meantColumn(this.#said.columns, this.#said.words, false);
    // "Who worked the most hours?" adds up what is in several rows.
    const isAdded =
      person && (!COMPUTED.test(superlativeWord) || peopleColumn(this.#said.columns) !== undefined);
    if (first === 'who') return !isAdded;
    return first === 'which' && this.#said.names.has(conceptOf(second));
  }

  /** Tells whether a column that can group rows is named at this position; not the name of the table. */
  #groupAt(at: number): { isPlural: boolean } | undefined {
    const found = this.#said.columnAt(at);
    const word = this.#said.words[at + (found?.length ?? 1) - 1] ?? '';
    if (!found || found.column.type === 'number' || this.#said.names.has(conceptOf(word))) return undefined;
    return { isPlural: singular(word) !== word };
  }

  /** What makes a group the best one: its money, or its number of rows. */
  #implied(isFrequent: boolean): Figure | undefined {
    this.#parts++;
    const sold = this.#isSold ? quantityColumn(this.#said.columns) : undefined;
    const column = sold ?? (isFrequent ? undefined : moneyColumn(this.#said.columns));
    if (!column && this.#isSpent) return undefined;
    return column ? { how: 'sum', column: column.name } : ROWS;
  }

  /** Position of the first named column that is not numeric, or of the first span of time. */
  #groupPlace(): number {
    const place = this.#said.words.findIndex((_, index) => {
      const found = this.#said.isUsed(index) ? undefined : this.#said.columnAt(index);
      // "Who closed the most tickets?" asks for persons, not for days.
      const isDay = found?.column.type === 'date' && this.#said.words[0] === 'who';
      return found !== undefined && found.column.type !== 'number' && !isDay;
    });
    const span = this.#said.words.findIndex((word) => SPANS.some(({ name }) => name === word));
    return place < 0 ? span : place;
  }

  #takeSelected(aggregate: Figure['how']): Figure | undefined {
    const head = aggregate === 'count' ? countedWord(this.#said) : undefined;
    const people = head !== undefined && PEOPLE.has(singular(this.#said.words[head]!));
    const person = people ? peopleColumn(this.#said.columns, this.#said.words) : undefined;
    if (person) {
      this.#said.take(head!, 1);
      this.#parts++;
      return { how: 'count', column: person.name };
    }
    const measure = measureIn(this.#said, { isSpent: this.#isSpent, isOverTime: this.#isOverTime });
    // "How many orders with a discount" counts orders.
    if (measure && (head === undefined || head === measure.at || this.#said.isUsed(head))) {
      const { column, at, length } = measure;
      this.#said.take(at, length);
      if (VALUE_NOUNS.has(singular(this.#said.words[at + length] ?? ''))) this.#said.take(at + length, 1);
      // "Total paid_eur" names a column for certain, "total price" does not.
      const isCertain =
        length > 1 ||
        RECORDED.has(singular(this.#said.words[at]!)) ||
        (tellsSide(this.#said) > 0 && column === moneyColumn(this.#said.columns)) ||
        aggregate === 'median' ||
        (aggregate === 'sum' && isSummed(column, length)) ||
        (this.#said.words.some((word) => COMPUTED.test(word)) && spokenName(column.name).length === length);
      this.#parts += isCertain ? 2 : 1;
      if (EARNED.test(this.#said.words[at] ?? '') && isPay(column)) this.#parts++;
      const isAverage = aggregate === 'count' && isPerOne(column);
      return { how: aggregate !== 'count' ? aggregate : isAverage ? 'avg' : 'sum', column: column.name };
    }
    const found = head === undefined ? undefined : this.#said.columnAt(head, 'text');
    if (!found || this.#said.names.has(conceptOf(this.#said.words[head!]!))) return undefined;
    this.#said.take(head!, found.length);
    this.#parts++;
    return { how: 'count', column: found.column.name };
  }
}

/** Groups for `the best customers`. */
const SEVERAL = 5;
