// What a question in words asks of a table: what to compute, for which rows, in which groups.
import type { Aggregate } from '../../core/asked-figure.ts';

/** Rows at an end of a column. */
export interface Extreme {
  column: string;
  order: 'ASC' | 'DESC';
  /** Rows with the first values of the column. */
  limit: number;
  /** `lowest`, `latest` */
  is: string;
}

/** An SQL condition and its wording: `status is cancelled`. */
export interface Condition {
  sql: string;
  column: string;
  is: string;
  /** The part of the date it is about; `day` is a whole date. */
  part?: 'day' | 'month' | 'year';
  /** It selects the spending or the income of an account. */
  isSide?: true;
}

/** What is computed. Without a column it counts rows; `count` of a column counts its different values. */
export interface Figure {
  how: Exclude<Aggregate, 'share'>;
  column?: string;
  /** What was spent is below zero in this table, and is stated without its sign. */
  isSpent?: true;
  /** The column it is multiplied by in each row. */
  times?: string;
  /** Spans of time that have at least one row: their sums are averaged. */
  per?: { sql: string; label: string };
}

export interface Plan {
  /** Asks for rows, or for the distinct values of this column. */
  list?: 'rows' | { values: string };
  figure: Figure;
  /** Asks which share of the rows meets these as well. */
  share?: Pick<Plan, 'conditions' | 'values'>;
  /** The column of the rows that answers: `paid_by` for `who paid`. */
  answers?: string;
  /** The column of the dates of birth, when the ages of the rows are asked for. */
  ages?: string;
  /** It names each answer once, and the conditions are about others: `who is in HR`. */
  isDistinct?: true;
  /** Only the rows at this end of a column, among those that meet the conditions. */
  extreme?: Extreme;
  /** Counts the different values of this column, unless each row has its own. */
  counts?: string;
  /** Words that may be a status of the table: `how much has been paid`. */
  statuses?: string[];
  group?: { sql: string; label: string };
  /** Columns with the names of the groups, which are single rows. */
  names?: readonly string[];
  /** Limit and order of groups or rows. */
  top?: { limit: number; order: 'ASC' | 'DESC'; isFrequent?: true };
  /** Date conditions. */
  conditions: Condition[];
  /** Sequences of words that must be values of the table. */
  values: string[][];
  /** The values say what a row is, so each must be a whole cell: `how many juniors`. */
  isKind?: true;
  /** Number of question parts that matched this table. */
  parts: number;
}

/** What a follow-up question changes of a plan. */
export type PlanChange = Pick<Plan, 'conditions' | 'values'> & Partial<Pick<Plan, 'figure' | 'group'>>;
