// Parses a question in words into a table query, or into a change of the query before it. Pure.
//
// - It never guesses: a word that is neither a column, a name of the table, a date nor question vocabulary must be a
//   value of the table, which the caller looks up. Any other word leaves the question unanswered, because a figure
//   for the wrong rows looks right.
import {
  type Aggregate,
  AGGREGATES,
  asksBriefly,
  asksForAge,
  asksForRows,
  asksWhatWasSpent,
  asksWhoDid,
} from '../../core/asked-figure.ts';
import { withoutLink } from '../../core/going-on.ts';
import type { TableInfo } from '../../core/table.ts';
import { asAsked, spokenName } from './asked-columns.ts';
import type { Condition, Figure, Plan, PlanChange } from './asked-plan.ts';
import { extremeRows } from './asked-extremes.ts';
import { lacksTrade } from './asked-measures.ts';
import { Reading } from './asked-reading.ts';
import { aged, listed, shared, whoDid } from './asked-rows.ts';
import { stateNow } from './asked-states.ts';
import { tellsIncome } from './asked-worth.ts';
import { QuestionWords } from './question-words.ts';

/** @returns the plan, unless the question asks for nothing this table can compute */
export function planOf(question: string, table: TableInfo): Plan | undefined {
  const plan = readPlan(question, table);
  return plan && addsPercentages(plan.figure, table) ? undefined : plan;
}

function addsPercentages({ how, column }: Figure, { columns }: TableInfo): boolean {
  return how === 'sum' && columns.some(({ name, isPercent }) => name === column && isPercent);
}

function readPlan(question: string, table: TableInfo): Plan | undefined {
  const { text, said, isSpent, aggregate } = read(question, table);
  if (said.words.length === 0) return undefined;
  if (aggregate === 'share') return shared(said);
  const state = stateNow(read(question, table).said);
  if (state) return state;
  const extreme = extremeRows(read(question, table).said);
  if (extreme) return extreme;
  if (aggregate === 'sum' && asksForOne(text, table)) return undefined;
  if (aggregate && lacksTrade(said)) return undefined;
  if (aggregate) return tellsIncome(said) ? new Reading(said, isSpent).plan(aggregate) : undefined;
  if (asksForAge(text)) return aged(said);
  if (asksWhoDid(text)) return whoDid(said);
  if (asksForRows(text)) return listed(said);
  if (!asksBriefly(text)) return undefined;
  return /\b(?:by|per)\b/.test(text) ? new Reading(said, isSpent).plan('count') : listed(said);
}

/** `The total of the invoice` is about one of the rows of `invoices`, not about all of them. */
function asksForOne(text: string, { title, name }: TableInfo): boolean {
  const one = /\b(?:the|this|that|my|our) (\p{L}{3,})\W*$/u.exec(text)?.[1];
  const plural = one === undefined || one.endsWith('s') ? undefined : `${one}s`;
  const named: readonly string[] = `${title} ${name}`.toLowerCase().match(/\p{L}+/gu) ?? [];
  return plural !== undefined && named.includes(plural) && !named.includes(one!);
}

/** `And by month?` @returns undefined when it changes nothing */
export function changeOf(question: string, table: TableInfo, plan: Plan): PlanChange | undefined {
  const { said, isSpent, aggregate } = read(withoutLink(question), table);
  const change = new Reading(said, isSpent).change(aggregate, plan);
  return change?.figure && addsPercentages(change.figure, table) ? undefined : change;
}

/** Returns the plan with the change. Its conditions are resolved apart. */
export function changed({ top, ...plan }: Plan, { figure, group }: PlanChange): Plan {
  // The first of the customers are not the first of the months.
  return { ...plan, ...(top && !group && { top }), ...(figure && { figure }), ...(group && { group }) };
}

/** A condition replaces the one on the same column: `and for Norway?` after Germany. */
export function changedConditions(before: readonly Condition[], after: readonly Condition[]): Condition[] {
  const isReplaced = ({ column, part }: Condition): boolean =>
    after.some((one) => one.column === column && (one.part === part || [one.part, part].includes('day')));
  return [...before.filter((one) => !isReplaced(one)), ...after];
}

/** The blood type `O-` and the mark `A+` keep their sign. */
const WORDS =
  /(?<![\p{L}\p{N}])\p{L}{1,2}(?:\+{1,2}|-)(?=\s|[?.,]|$)|[\p{L}\p{N}]+(?:[-'’./][\p{L}\p{N}]+)*/gu;

const TOP_TOTAL = /\b(?:highest|largest|biggest|maximum|max|greatest|lowest|smallest|minimum|min) totals?\b/;

function read(question: string, { columns, title, name }: TableInfo) {
  const text = question
    .toLowerCase()
    .normalize('NFKC')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/\bnon-(?=\p{L})/gu, 'non ');
  const words = (text.match(WORDS) ?? []).map((word) => word.replace('’', "'"));
  // “At least 5” is a limit, “the least” asks for a figure.
  const asked = text
    .replace(/\bat (?:least|most)\b/g, '')
    // "The highest number of passengers" is no count of rows.
    .replace(
      /(?<=\b(?:highest|lowest|largest|smallest|maximum|minimum|average|mean|median) )number of\b/g,
      '',
    );
  const forms = AGGREGATES.filter(([, form]) => form.test(asked)).map(([how]) => how);
  // "The average median" is the average of a column.
  const isColumn = columns.some(({ name: column }) => spokenName(column).includes('median'));
  // “The highest total” is no sum.
  const isOfTotals = TOP_TOTAL.test(asked);
  const isOther = (how: Aggregate): boolean =>
    (how === 'median' && isColumn) || (how === 'sum' && isOfTotals);
  const aggregate = forms.find((how) => !isOther(how)) ?? forms[0];
  const said = new QuestionWords(words, asAsked(columns), `${title} ${name}`);
  return { text, aggregate, said, isSpent: asksWhatWasSpent(text) };
}
