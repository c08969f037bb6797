// The order of candidates: the weights of what is measured, and of further signs that only some questions have.
import type { Atom } from './atoms.ts';
import type { Features } from './measures.ts';
import type { ParsedQuestion } from './question.ts';

/** Signs from 0 to 1 that say which candidate comes first, and nothing about how likely it answers. */
export interface Signs {
  /** How far it has the words of earlier questions. */
  borrowed: number;
  /** How far it says what its document says in all, where that is asked for. */
  overview: number;
  /** A cell of the row has the value that the rows are asked by. */
  filtered: number;
  /** It gives the date at which something begins or ends. */
  dated: number;
  /** How surely its document is what the question calls it: `the study`. */
  kind: number;
  /** Its heading is what the question asks about, and it has what is asked for. */
  topic: number;
  /** It stands in a change log or a list of authors, which the question does not ask for. */
  record: number;
  /** It stands in a reference, and the question is how something is done. */
  reference: number;
  /** It is part of a table of contents. */
  navigation: number;
}

/** Found on the tuning half of bench/answers (`--rank`). */
export const RANK: Readonly<Record<keyof Features | keyof Signs | 'code' | 'usage', number>> = {
  covered: 0.67,
  evidence: 0,
  inside: 0.04,
  headed: 0.1,
  missing: 0,
  unknown: 0,
  about: 0.06,
  together: 0.1,
  first: 0.06,
  opens: 0.2,
  share: 0.43,
  support: 0.04,
  fits: 0.2,
  code: 0.01,
  usage: 0.18,
  borrowed: 0.3,
  filtered: 0.12,
  dated: 0.2,
  kind: 0.25,
  topic: 0.12,
  overview: 0.6,
  record: -0.3,
  reference: -0.12,
  navigation: -0.6,
};

/** Under such a heading stands how something is called or typed. */
const USAGE = /\b(?:synopsis|usage|syntax|how to|getting started|quick start|install\w*|examples?)\b/i;

/** So much of the question in the headings says that the examples are of it. */
const HEADED = 0.3;

/** How near words stand together in a part of which that says nothing. */
const EVEN = 0.6;

export interface Ranked {
  question: ParsedQuestion;
  features: Features;
  signs: Signs;
  atom: Atom;
  path: readonly string[];
}

export function rankOf({ question, features, signs, atom, path }: Ranked): number {
  let rank = 0;
  for (const name of Object.keys(features) as (keyof Features)[]) rank += RANK[name] * features[name];
  for (const name of Object.keys(signs) as (keyof Signs)[]) rank += RANK[name] * signs[name];
  // Words of a question stand in different cells of a row.
  if (atom.kind === 'row') rank += RANK.together * Math.max(0, EVEN - features.together);
  if (atom.kind !== 'code') return rank;
  const isUsage = question.intent === 'how' && USAGE.test(path.at(-1) ?? '');
  // An example of something else is none of what is asked.
  return (
    rank +
    (isUsage ? RANK.code + (RANK.usage - RANK.code) * Math.min(1, features.headed / HEADED) : RANK.code)
  );
}
