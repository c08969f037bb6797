// Questions for rows instead of figures: lists, who did something, and the share of rows that meet a condition. Pure.
import type { TableColumn } from '../../core/table.ts';
import { doneBy, happened, meantColumn, namingColumn, numericColumn, personColumn } from './asked-columns.ts';
import { singular } from './asked-concepts.ts';
import type { Condition, Figure, Plan } from './asked-plan.ts';
import { FILLERS, LISTING, OWED, PREDICATE, SHARE, SPENT } from './asked-words.ts';
import type { QuestionWords } from './question-words.ts';
import { quoted } from './sql-names.ts';

export const ROWS: Figure = { how: 'count' };

/** `Which orders are open?`, `Which customers are in Norway?`: rows, or the distinct values of a column. */
export function listed(said: QuestionWords): Plan | undefined {
  const states = said.takeStates();
  const nouns = said.takeNouns();
  const column = nouns > 0 ? undefined : takeListed(said);
  if (nouns === 0 && !column && !((said.isAboutStock || states.length > 0) && said.words[0] === 'what'))
    return undefined;
  const dates = said.takeDates();
  if (!dates) return undefined;
  const conditions = [...states, ...dates];
  const values = said.rest();
  const parts = 1 + conditions.length + values.length;
  // "Which orders?" is too vague; "list all orders" is not.
  if (parts < 2 && !(said.words.includes('all') || column)) return undefined;
  const list = column ? { values: column } : 'rows';
  return { list, figure: ROWS, conditions, values, parts };
}

/** The text column whose plural name the list is about. */
function takeListed(said: QuestionWords): string | undefined {
  const meant = (word: string): boolean => !FILLERS.has(word) && !LISTING.has(word);
  // "Products in Paint", "paint products".
  const places = [said.words.findIndex(meant), said.words.findLastIndex(meant)];
  for (const at of places) {
    const found = at < 0 || singular(said.words[at]!) === said.words[at] ? undefined : said.columnAt(at);
    if (!found || found.column.type === 'number') continue;
    said.take(at, found.length);
    return found.column.name;
  }
  return undefined;
}

/** `Who paid the insurance?`: the rows that tell it, even one. */
export function whoDid(said: QuestionWords): Plan | undefined {
  const done = doneBy(said.columns, said.words);
  if (!done) return whoWhen(said) ?? whoIs(said) ?? whoBelongs(said);
  said.take(done.at, 1);
  const conditions = said.takeDates();
  const values = said.rest();
  if (!conditions || values.length === 0) return undefined;
  const parts = 1 + conditions.length + values.length;
  return { list: 'rows', answers: done.column, figure: ROWS, conditions, values, parts };
}

/** `Who joined in April?`: the rows with such a date in `joined_on`. */
function whoWhen(said: QuestionWords): Plan | undefined {
  const person = personColumn(said.columns);
  if (!person || !said.dateAt(said.words[1] === 'was' ? 2 : 1)) return undefined;
  const conditions = said.takeDates();
  if (!conditions || conditions.length === 0) return undefined;
  return withValues(said, person, conditions);
}

/** `Who has not paid?`: the rows that say so. */
function whoIs(said: QuestionWords): Plan | undefined {
  const person = meantColumn(said.columns, said.words, false) ?? namingColumn(said.columns);
  const states = said.takeStates();
  const dates = said.takeDates();
  if (!person || !dates || states.length === 0) return undefined;
  return withValues(said, person, [...states, ...dates]);
}

/** `Who is in HR?`, `who earns less than 50000?`: the persons of the rows. */
function whoBelongs(said: QuestionWords): Plan | undefined {
  const person = personColumn(said.columns);
  const [, verb = '', next = ''] = said.words;
  // "Who is Lena?" asks about a person, "who is the CFO?" for one.
  const isAbout = /^(?:is|are|was|were)$/.test(verb) && !BEFORE_KINDS.test(next);
  if (!person || isAbout) return undefined;
  const owed = takeOwed(said);
  if (owed === null) return undefined;
  const dates = said.takeDates();
  if (!dates) return undefined;
  if (owed && 'sql' in owed) dates.push(owed);
  const plan = withValues(said, person, dates);
  if (owed && 'status' in owed) plan.values.push([owed.status]);
  return plan.conditions.length + plan.values.length === 0 ? undefined : { ...plan, isDistinct: true };
}

/** `Who owes us money?`, `who has not paid?`: a balance that is left, else a status. Null for what is spent. */
function takeOwed(said: QuestionWords): Condition | { status: string } | null | undefined {
  const verb = said.words.find((word, at) => at > 0 && SPENT.has(word));
  if (verb === undefined) return undefined;
  const isEarned = /^(?:earns?|earned)$/.test(verb);
  if (!isEarned && !/^(?:pa(?:y|ys|id)|ow(?:e|es|ed))$/.test(verb)) return null;
  const denied = said.words.findIndex((word) => /^not$|n't$/.test(word));
  for (const [at, word] of said.words.entries()) if (at === denied || SPENT.has(word)) said.take(at, 1);
  if (isEarned) return undefined;
  if (denied < 0 && /^pa/.test(verb)) return { status: 'paid' };
  const balance = numericColumn(said.columns, OWED);
  if (!balance) return { status: 'outstanding' };
  return { sql: `${quoted(balance.name)} > 0`, column: balance.name, is: 'is over 0' };
}

const BEFORE_KINDS = /^(?:in|at|on|from|with|the|a|an|our|under|over|above|below|older|younger|not)$/;

/** `How old is Greta?`: the rows, with the age that a date of birth gives. */
export function aged(said: QuestionWords): Plan | undefined {
  const born = happened(said.columns, 'born');
  const person = personColumn(said.columns);
  if (!born || !person || said.columns.some(({ name }) => /^age$/i.test(name))) return undefined;
  said.take(said.words.indexOf('old'), 1);
  const plan = withValues(said, person, []);
  return plan.values.length === 0 ? undefined : { ...plan, ages: born.name };
}

function withValues(said: QuestionWords, { name }: TableColumn, conditions: Plan['conditions']): Plan {
  said.takeNouns();
  const values = said.rest();
  const parts = 1 + conditions.length + values.length;
  return { list: 'rows', answers: name, figure: ROWS, conditions, values, parts };
}

/** `What share of the orders was cancelled?`: the words behind the verb, else the last one. */
export function shared(said: QuestionWords): Plan | undefined {
  const { words } = said;
  const asked = words.findIndex((word) => SHARE.test(word));
  const verb = words.findLastIndex((word, at) => at > asked && PREDICATE.test(word));
  const state = words.findIndex((_, at) => at > asked && said.columnAt(at)?.column.isYesNo);
  const isState = verb < 0 && state > 0;
  const from = isState ? state : verb < 0 ? words.length - 1 : verb + 1;
  if ((from <= asked + 1 && !isState) || from >= words.length) return undefined;
  for (let at = 0; at <= asked; at++) said.take(at, 1);
  const states = said.takeStates(from);
  const predicates = said.rest(from);
  const nouns = said.takeNouns();
  const dates = said.takeDates();
  if (!dates) return undefined;
  // "What share started before 2020?": the limit is the predicate unless something else is.
  const isLimit = states.length + predicates.length === 0;
  const limits = isLimit ? (said.limits ?? []) : [];
  const share = { conditions: [...states, ...limits], values: predicates };
  if (share.conditions.length + share.values.length === 0) return undefined;
  const others = dates.filter((condition) => !limits.includes(condition));
  const of = { conditions: [...said.takeStates(), ...others], values: said.rest() };
  // The rows that the share is of are named, or meet conditions.
  const rows = nouns + of.conditions.length + of.values.length;
  return rows === 0 && !isState ? undefined : { figure: ROWS, share, ...of, parts: 1 + rows };
}
