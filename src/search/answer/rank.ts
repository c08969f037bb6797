// The order of candidates: the weights of the measurements, and of further signs that only some questions have.
import type { Atom } from './atoms.ts';
import type { Features } from './measures.ts';
import type { ParsedQuestion } from './question.ts';
import type { TextSigns } from './text-signs.ts';

/** Signs from 0 to 1 that affect only the order of candidates, not the confidence. */
export interface Signs extends TextSigns {
  /** How far it has the words of earlier questions. */
  borrowed: number;
  /** How far it gives an overview of its document, if that is asked for. */
  overview: number;
  /** It defines the thing that the question asks about. */
  defined: number;
  /** It reports a study, which the question does not mention. */
  study: number;
  /** A cell of the row has the value that selects the rows. */
  filtered: number;
  /** It gives the date at which something begins or ends. */
  dated: number;
  /** How certainly its document is of the kind named in the question: `the study`. */
  kind: number;
  /** Its heading is the topic of the question, and it has what is asked for. */
  topic: number;
  /** How far the question has the words of its label: `Return: 10 August`. */
  label: number;
  /** It is in a change log or a list of authors, which the question does not ask for. */
  record: number;
  /** It is in a reference, and the question asks how to do something. */
  reference: number;
  /** The duration that is asked for stands beside a word of the question: `a break of 30 minutes`. */
  beside: number;
  /** A person's name stands beside a word of the question that asks who. */
  person: number;
  /** Both it and the question have a word for the next or the previous one. */
  order: number;
  /** It states the limit or highest value that is asked for. */
  extent: number;
  /** Its document is dated, in another month than the question names. */
  elsewhen: number;
  /** It is part of a table of contents. */
  navigation: number;
  /** Its document is about a variant that the question does not name. */
  variant: number;
}

/** Tuned on the tuning half of bench/answers (`--rank`). */
export const RANK: Readonly<Record<keyof Features | keyof Signs | 'code' | 'usage', number>> = {
  covered: 0.67,
  evidence: 0,
  inside: 0.04,
  headed: 0.14,
  missing: 0,
  unknown: 0,
  about: 0.06,
  together: 0.1,
  first: 0.08,
  opens: 0.2,
  share: 0.43,
  support: 0.11,
  fits: 0.2,
  code: 0.01,
  usage: 0.18,
  borrowed: 0.3,
  filtered: 0.12,
  dated: 0.2,
  kind: 0.25,
  topic: 0.12,
  label: 0.2,
  overview: 0.9,
  study: -0.2,
  defined: 0.2,
  record: -0.3,
  reference: -0.12,
  navigation: -0.6,
  extent: 0.25,
  elsewhen: -0.3,
  beside: 0.2,
  person: 0.15,
  order: 0.12,
  sides: 0.3,
  path: 0.25,
  stated: 0.2,
  variant: -0.2,
};

/** Headings above the usage or syntax of something. */
const USAGE = /\b(?:synopsis|usage|syntax|how to|getting started|quick start|install\w*|examples?)\b/i;
/** How to install something answers only who asks for that. */
const INSTALLS = /^\W*(?:[\d.]+\s)?install\w*/i;
const ASKS_INSTALL = /\b(?:install\w*|set ?up|add|get started|getting started|download|start using)\b/i;

/** Headings of a special way, beside which there is a usual one: `Global install`, `Build from source`. */
const SPECIAL =
  /\b(?:global|offline|manual|advanced|custom|legacy|old|older|nightly|beta|pre-?release|from source|uninstall|unattended|silent|portable)(?:ly|ation|ing)?\b/i;
const OF_SPECIAL = 0.15;

/** Tells whether a heading is about a special way that the question does not name. */
function isSpecial(heading: string, question: string): boolean {
  const word = SPECIAL.exec(heading)?.[0].toLowerCase().slice(0, 6);
  return word !== undefined && !question.toLowerCase().includes(word);
}

/** Minimum coverage by the headings for examples to belong to the question. */
const HEADED = 0.3;

/** Below this, an opening has no action; and the part of its advantage that it loses. */
const DOES = 0.5;
const ABOUT_ONLY = 0.7;
const WITHOUT_CODE = 0.4;

/** Assumed closeness of words in a part where closeness means nothing. */
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
  // Words of a question are in different cells of a row.
  // What a document is about does not yet say how something is done.
  if (question.intent === 'how')
    rank -= RANK.opens * (features.fits < DOES ? ABOUT_ONLY : WITHOUT_CODE) * features.opens;
  if (atom.kind === 'row') rank += RANK.together * Math.max(0, EVEN - features.together);
  const heading = path.at(-1) ?? '';
  if (isSpecial(heading, question.text)) rank -= OF_SPECIAL;
  if (atom.kind !== 'code') return rank;
  const isInstall = INSTALLS.test(heading) && !ASKS_INSTALL.test(question.text);
  const isUsage = question.intent === 'how' && USAGE.test(heading) && !isInstall;
  // Examples of something else do not answer.
  return (
    rank +
    (isUsage ? RANK.code + (RANK.usage - RANK.code) * Math.min(1, features.headed / HEADED) : RANK.code)
  );
}
