// How well each small part of a document answers a question, from what its words and the words around it cover.
import type { Language } from '../language.ts';
import { rowsInRange } from './amount-ranges.ts';
import { atomsOf, type Atom } from './atoms.ts';
import { standsFor } from './expected.ts';
import { fitOf, isFiltered, LISTS, valueOf } from './part-fits.ts';
import type { ParsedQuestion } from './question.ts';
import type { Section, Stretch } from './sections.ts';
import { sectionsOf } from './sections.ts';
import { tokenise } from '../tokenise.ts';
import { certainties, matchTerms, type TermMatch, type Terms, within } from './terms.ts';

/** What is measured of a candidate; all from 0 to 1. `calibration.ts` makes a confidence of them. */
export interface Features {
  /** Weighted share of the question's words in the part, its headings, title and section: what is far counts less. */
  covered: number;
  /** The same of the part alone, with its lead. */
  inside: number;
  /** The same of the headings above it alone. */
  headed: number;
  /** The heaviest word of the question that is nowhere near, as a share of all. */
  missing: number;
  /** The words of the question that the library does not have, as a share of all. */
  unknown: number;
  /** Of the words of the nearest heading, those that the question has. */
  about: number;
  /** Neighbouring words of the question that stand together in the part or its heading. */
  together: number;
  /** It is the first thing that its section says, as far as the headings have the words of the question. */
  first: number;
  /** It opens the document, as far as the title is about the question. */
  opens: number;
  /** The score of the passage that was found, relative to the best one. */
  share: number;
  /** How much of all that was found stands in its document, relative to the document with most. */
  support: number;
  /** It has what is asked for: a number, a date, a name … `.5` where nothing can be seen. */
  fits: number;
}

export interface Candidate {
  stretch: Stretch;
  section: Section;
  atom: Atom;
  features: Features;
  /** It has a word of the question itself. */
  isNamed: boolean;
  /** How far it says what a document says in all that the question names by its title; 0 where that is not asked for. */
  overview: number;
  /** For the order of candidates. */
  rank: number;
}

/** What a word counts by where it stands. Within the part it counts 1. */
const NEAR = {
  value: 0.7,
  lead: 0.97,
  above: 0.75,
  heading: 0.95,
  parent: 0.8,
  title: 0.8,
  section: 0.55,
  stretch: 0.15,
} as const;

export interface Rated {
  stretch: Stretch;
  title: string;
  language: Language;
  /** Score of the passage by which it was found, relative to the best. */
  share: number;
  support: number;
}

/**
 * @param isAsked false: it was found by meaning, and may have no word of the question
 * @returns the candidates of a stretch: all atoms with a word of the question, and the first of sections whose heading has one. */
export function rateStretch(
  { stretch, title, language, share, support }: Rated,
  question: ParsedQuestion,
  terms: Terms,
  isAsked = true,
): Candidate[] {
  const count = terms.list.length;
  const matches = matchTerms(stretch.text, terms, language);
  const inTitle = certainties(matchTerms(title, terms, language), count);
  const inStretch = certainties(matches, count);
  const inHead = matchTerms(stretch.tableHead ?? '', terms, language);
  const { expected } = question;
  const isValue = terms.list.map(
    ({ word, asked }) => expected !== undefined && standsFor(expected, word, asked),
  );
  const candidates: Candidate[] = [];
  const titled = share_(terms, (term) => inTitle[term]!);
  const aboutTitle = aboutness(title, matchTerms(title, terms, language), terms, language);
  let isOpening = stretch.atStart;
  for (const section of sectionsOf(stretch)) {
    const opensHere = isOpening;
    if (section.pieces.length > 0) isOpening = false;
    const levels = section.path.map((heading) => matchTerms(heading, terms, language));
    const nearest = section.path.at(-1) ?? title;
    const own = certainties(levels.at(-1) ?? matchTerms(title, terms, language), count);
    const parents = certainties(levels.slice(0, -1).flat(), count);
    const inSection = certainties(within(matches, section), count);
    const about = aboutness(nearest, levels.at(-1) ?? matchTerms(title, terms, language), terms, language);
    const headed = share_(terms, (term) =>
      Math.max(own[term]!, parents[term]! * NEAR.parent, inTitle[term]! * NEAR.title),
    );
    if (isAsked && headed === 0 && inSection.every((value) => value === 0)) continue;
    const atoms = atomsOf(stretch.text, section, (range) => within(matches, range).length > 0);
    const inRange = new Set(
      section.pieces.flatMap((piece) =>
        piece.kind === 'table'
          ? rowsInRange(stretch.text, piece.rows, question.text).map(({ start }) => start)
          : [],
      ),
    );
    atoms.forEach((atom, at) => {
      const holds = inRange.has(atom.start);
      const its = within(matches, atom);
      if (its.length === 0 && at > 0 && !isFirstRow(atom) && !holds) return;
      const inAtom = certainties(its, count);
      const isHeadless = atom.lead !== undefined && atom.lead.start === atom.lead.end;
      const led = isHeadless ? inHead : atom.lead ? within(matches, atom.lead) : [];
      const inLead = certainties(led, count);
      const inAbove = certainties(atom.above ? within(matches, atom.above) : [], count);
      const value = valueOf(question, stretch, atom);
      // The first row of a table stands for it where that has what is asked for.
      if (its.length === 0 && at > 0 && led.length === 0 && !holds && value < 1) return;
      const credit = (term: number): number =>
        Math.max(
          isValue[term] ? value * NEAR.value : 0,
          holds && terms.list[term]!.isAmount ? 1 : 0,
          inAtom[term]!,
          inLead[term]! * NEAR.lead,
          inAbove[term]! * NEAR.above,
          own[term]! * NEAR.heading,
          parents[term]! * NEAR.parent,
          inTitle[term]! * NEAR.title,
          inSection[term]! * NEAR.section,
          inStretch[term]! * NEAR.stretch,
        );
      const opens = opensHere && atom.kind !== 'row' ? aboutTitle * (at === 0 ? 1 : 0.5) : 0;
      const features: Features = {
        covered: share_(terms, credit),
        inside: share_(terms, (term) => Math.max(inAtom[term]!, inLead[term]! * NEAR.lead)),
        headed,
        missing: heaviestMissing(terms, credit),
        unknown: share_(terms, (term) => (isValue[term] && value === 1 ? 0 : unknownness(terms.list[term]!))),
        about,
        together: togetherness(terms, [its, levels.at(-1) ?? []]),
        first: at === 0 ? headed : 0,
        opens,
        share,
        support,
        fits: fitOf(question, stretch, atom, its, Math.max(about, opens), at),
      };
      const overview = question.isOverview ? overviewOf(section, opensHere && at < OPENING) * titled : 0;
      candidates.push({
        stretch,
        section,
        atom,
        features,
        isNamed: its.length > 0,
        overview,
        rank: rankOf(features, question, {
          atom,
          path: section.path,
          lent: borrowed(terms, credit),
          overview,
          filtered: LISTS.has(question.intent) && isFiltered(question, stretch, atom, its),
        }),
      });
    });
  }
  return candidates;
}

/** Under such a heading stands what a document says in all. */
const SUMS_UP =
  /^[\d.\s]*(?:abstract|summary|executive summary|overview|at a glance|tl;?dr|in short|subject(?: of .*)?|purpose(?: of .*)?|zusammenfassung|überblick|résumé|resumen)$/i;
/** Paragraphs at the beginning of a document that say what it is about. */
const OPENING = 3;

/** How far a part says what its document says in all. */
function overviewOf({ path }: Section, isOpening: boolean): number {
  return SUMS_UP.test(path.at(-1) ?? '') ? 1 : isOpening ? 0.8 : 0;
}

/** It stands for its table, of which the head may have words of the question. */
function isFirstRow({ kind, piece, start }: Atom): boolean {
  return kind === 'row' && piece.kind === 'table' && piece.rows[0]?.start === start;
}

/** What decides between candidates of one question; found on the tuning half of bench/answers (`--rank`). */
export const RANK: Readonly<
  Record<keyof Features | 'code' | 'usage' | 'borrowed' | 'filtered' | 'overview', number>
> = {
  covered: 0.67,
  inside: 0.04,
  headed: 0.1,
  missing: 0,
  unknown: 0,
  about: 0.06,
  together: 0.06,
  first: 0.06,
  opens: 0.2,
  share: 0.43,
  support: 0.08,
  fits: 0.2,
  code: 0.01,
  usage: 0.18,
  borrowed: 0.3,
  filtered: 0.12,
  overview: 0.6,
};

/** Under such a heading stands how something is called or typed. */
const USAGE = /\b(?:synopsis|usage|syntax|how to|getting started|quick start|install\w*|examples?)\b/i;

function rankOf(
  features: Features,
  question: ParsedQuestion,
  {
    atom,
    path,
    lent,
    overview,
    filtered,
  }: { atom: Atom; path: readonly string[]; lent: number; overview: number; filtered: boolean },
): number {
  let rank = RANK.borrowed * lent + RANK.overview * overview + (filtered ? RANK.filtered : 0);
  for (const name of Object.keys(features) as (keyof Features)[]) rank += RANK[name] * features[name];
  if (atom.kind !== 'code') return rank;
  const isUsage = question.intent === 'how' && USAGE.test(path.at(-1) ?? '');
  return rank + (isUsage ? RANK.usage : RANK.code);
}

function borrowed({ list }: Terms, credit: (term: number) => number): number {
  let sum = 0;
  let all = 0;
  list.forEach(({ isBorrowed, weight }, term) => {
    if (!isBorrowed) return;
    all += weight;
    sum += weight * credit(term);
  });
  return all === 0 ? 0 : sum / all;
}

function share_({ list, total }: Terms, credit: (term: number) => number): number {
  if (total === 0) return 0;
  let sum = 0;
  list.forEach(({ weight, isBorrowed }, term) => {
    if (!isBorrowed) sum += weight * credit(term);
  });
  return Math.min(1, sum / total);
}

/** A slip so unsure says nearly as little of a word as none. */
const UNSURE = { below: 0.4, counts: 0.7, telling: 0.3 } as const;

/** How far the library does not have a word of the question, 0 to 1. */
function unknownness({ frequency, readings, weight }: Terms['list'][number]): number {
  if (frequency === 0) return 1;
  if (weight < UNSURE.telling) return 0;
  return Math.max(0, ...readings.values()) < UNSURE.below ? UNSURE.counts : 0;
}

function heaviestMissing({ list, total }: Terms, credit: (term: number) => number): number {
  let most = 0;
  list.forEach(({ weight, isBorrowed }, term) => {
    if (!isBorrowed) most = Math.max(most, weight * (1 - Math.min(1, credit(term) / NEAR.section)));
  });
  return total === 0 ? 1 : most / total;
}

/** Of the words of a heading that say something, the share that the question has. */
function aboutness(
  heading: string,
  matches: readonly TermMatch[],
  { list }: Terms,
  language: Language,
): number {
  const words = tokenise(heading, language).filter(({ whole }) => !whole).length;
  return words === 0
    ? 0
    : Math.min(
        1,
        new Set(matches.filter(({ term }) => !list[term]!.isBorrowed).map(({ at }) => at)).size / words,
      );
}

/** Words further apart do not stand together. */
const APART = 4;

function togetherness({ list }: Terms, texts: readonly (readonly TermMatch[])[]): number {
  let pairs = 0;
  let found = 0;
  for (let term = 0; term + 1 < list.length; term++) {
    if (list[term]!.isBorrowed || list[term + 1]!.isBorrowed) continue;
    const weight = Math.min(list[term]!.weight, list[term + 1]!.weight);
    pairs += weight;
    if (texts.some((matches) => areNear(matches, term, term + 1))) found += weight;
  }
  return pairs === 0 ? 0.5 : found / pairs;
}

function areNear(matches: readonly TermMatch[], one: number, other: number): boolean {
  return matches.some(
    (a) => a.term === one && matches.some((b) => b.term === other && Math.abs(a.at - b.at) <= APART),
  );
}
