// Dates that tell whether something happened to a row: `Which orders have not been shipped?` Pure.
import type { TableColumn } from '../../core/table.ts';
import { happened, wordsOf } from './asked-columns.ts';
import { sameValues } from './asked-concepts.ts';
import { isDateAt } from './asked-dates.ts';
import type { Condition } from './asked-plan.ts';
import { STATES } from './asked-words.ts';
import { quoted } from './sql-names.ts';

const PARTICIPLE = /(?:ed|nt|id|ld)$/;
const AUXILIARY = /^(?:is|are|was|were|has|have|had|been|be|yet|still|already)$/;
/** How far a negation stands before its verb: `have not yet been shipped`. */
const REACH = 3;

interface Happened {
  condition: Condition;
  /** Positions of its words. */
  taken: number[];
}

/** The column `Shipped on` as a condition: an empty cell means that it has not happened. */
export function eventAt(
  words: readonly string[],
  at: number,
  columns: readonly TableColumn[],
): Happened | undefined {
  const word = words[at]!;
  const open = OPEN.test(word) ? openAt(words, at, columns) : undefined;
  if (open) return open;
  if (!PARTICIPLE.test(word) || words.some((_, place) => isDateAt(words, place))) return undefined;
  const before = words.slice(Math.max(0, at - REACH), at);
  const isAsked = AUXILIARY.test(before.at(-1) ?? '') || /^(?:not|never)$|n't$/.test(before.at(-1) ?? '');
  const column =
    isAsked && !hasStatus(columns) ? (happened(columns, word) ?? dateOf(columns, word)) : undefined;
  if (!column) return undefined;
  const denied = words.findLastIndex(
    (one, place) => place < at && place >= at - REACH && /^(?:not|never)$|n't$/.test(one),
  );
  const isEmpty = denied >= 0;
  return {
    condition: {
      sql: `${quoted(column.name)} IS ${isEmpty ? 'NULL' : 'NOT NULL'}`,
      column: column.name,
      is: isEmpty ? 'is empty' : 'is not empty',
    },
    taken: isEmpty ? [denied, at] : [at],
  };
}

/** A column with a status tells more than a date. */
function hasStatus(columns: readonly TableColumn[]): boolean {
  return columns.some(({ name, type }) => type === 'text' && STATES.test(name));
}

const OPEN = /^(?:open|unresolved|unfinished|outstanding|pending)$/;
const ENDED = /^(?:closed|resolved|completed|finished|done|solved|fixed|ended)$/;

/** `Which tickets are still open?`: those with an empty date `Closed`. */
function openAt(words: readonly string[], at: number, columns: readonly TableColumn[]): Happened | undefined {
  const ends = columns.filter(
    ({ name, type }) => type === 'date' && wordsOf(name).some((one) => ENDED.test(one)),
  );
  const [end] = ends;
  if (hasStatus(columns) || !end || ends.length > 1) return undefined;
  // In "did Acorn open", it is a verb.
  const before = words.slice(0, at).findLast((one) => !/^(?:still|currently|now|yet)$/.test(one)) ?? '';
  const isSaid =
    /^(?:is|are|was|were|be|remain|remains)$/.test(before) ||
    at === 0 ||
    /^(?:many|all|which|list|show)$/.test(before);
  if (!isSaid) return undefined;
  return { condition: { sql: `${quoted(end.name)} IS NULL`, column: end.name, is: 'is empty' }, taken: [at] };
}

/** `Shipped` means `Versandt am`. */
function dateOf(columns: readonly TableColumn[], verb: string): TableColumn | undefined {
  const forms = sameValues(verb);
  return columns.find(
    ({ name, type }) => type === 'date' && wordsOf(name).some((word) => forms.includes(word)),
  );
}
