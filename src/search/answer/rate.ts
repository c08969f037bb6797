// Rates how well each small part of a document answers a question, from the words in it and around it.
import type { Language } from '../language.ts';
import { rowsInRange } from './amount-ranges.ts';
import { atomsOf, type Atom, isFirstRow, isFirstStep, saidBefore } from './atoms.ts';
import { isEdge as saysEdge } from './dates.ts';
import { elseRow } from './else-rows.ts';
import { isOfThing, standsBeside, standsFor } from './expected.ts';
import { asksHowFar, saysHowFar } from './extents.ts';
import {
  aboutness,
  borrowed,
  evidenceOf,
  type Features,
  heaviestMissing,
  IN_SECTION,
  shareOf,
  togetherness,
  unknownness,
} from './measures.ts';
import { asksFact, labelOf, nameOf } from './labels.ts';
import { navigationIn } from './navigation.ts';
import { INTRODUCES, overviewOf } from './overviews.ts';
import { namesPerson } from './persons.ts';
import { asksForRows, fitOf, isFiltered, valueOf } from './part-fits.ts';
import { documentKinds, type ParsedQuestion } from './question.ts';
import { nameIn, ownTitle } from '../own-title.ts';
import { sidesOf, textSigns } from './text-signs.ts';
import { rankOf, type Signs } from './rank.ts';
import { isOfTopic, topicOf } from './topic.ts';
import { asksForRule, inRecord, inReference } from './records.ts';
import { rulesOutAsked } from './rules-out.ts';
import type { Section, Stretch } from './sections.ts';
import { isLoose, neighbours, sectionsOf } from './sections.ts';
import type { Piece, Range } from './structure.ts';
import { certainties, matchTerms, type Terms, within } from './terms.ts';

export interface Candidate {
  stretch: Stretch;
  section: Section;
  atom: Atom;
  features: Features;
  /** It has a word of the question itself. */
  isNamed: boolean;
  /** The question is whether something is allowed, and the part rules it out completely. */
  isRuledOut: boolean;
  /** How far it gives an overview of a document that the question names by its title; 0 if that is not asked for. */
  overview: number;
  /** For the order of candidates. */
  rank: number;
}

/** `When is the next meeting?` */
const IN_ORDER = /\b(?:next|previous|upcoming|nächste[rns]?|prochaine?|próxim[oa])\b/i;

/** From these on a heading is close to the topic of the question, or exactly that. */
const NEAR_TOPIC = 0.5;
const EXACTLY = 0.99;

/** The most that a duration fits if it stands beside none of the question's words. */
const FITS_ELSEWHERE = 0.5;

/** Minimum share of a question's words in a title that is its topic. */
const NAMED_BY_TITLE = 0.5;

/** The value of a text with a number of the counted things. */
const COUNTED = 0.9;

/** What people call a scientific paper. */
const STUDIES = ['study', 'paper', 'article', 'research', 'trial', 'experiment', 'survey'] as const;

/** Credit of a word by its place. Inside the part it is 1. */
const NEAR = {
  value: 0.7,
  else: 0.8,
  lead: 0.97,
  above: 0.75,
  said: 0.8,
  heading: 0.95,
  parent: 0.8,
  title: 0.8,
  section: IN_SECTION,
  loose: 0.3,
  stretch: 0.15,
} as const;

export type Dated = 'then' | 'else';

export interface Rated {
  stretch: Stretch;
  title: string;
  language: Language;
  /** Score of its passage, relative to the best. */
  share: number;
  support: number;
  /** Its document is a scientific paper. */
  isStudy: boolean;
  /** Its document is about a variant that the question does not name. */
  isVariant: boolean;
  /** Whether its document is dated in the month that the question names; undefined without such a date. */
  dated: Dated | undefined;
}

/**
 * @param isAsked false: it was found by meaning, and may have no word of the question
 * @returns the candidates of a stretch: all atoms with a word of the question, and the first of sections whose heading has one. */
export function rateStretch(
  { stretch, title, language, share, support, isStudy, isVariant, dated }: Rated,
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
  const isEdge = terms.list.map(
    ({ asked }) => expected?.edge !== undefined && saysEdge(expected.edge, asked),
  );
  const study = Number(isStudy && asksForRule(question));
  const isFact = asksFact(question);
  const sides = sidesOf(question);
  const isExtent = asksHowFar(question.text);
  const isMonth = terms.list.map(({ calendar }) => calendar?.cycle === 'month');
  const hasMonth = (certain: readonly number[]): boolean =>
    isMonth.some((is, term) => is && certain[term]! > 0);
  const order = IN_ORDER.exec(question.text)?.[0];
  const candidates: Candidate[] = [];
  const kinds = documentKinds(question.text);
  const kind = terms.list.reduce(
    (most, { asked }, term) => (kinds.has(asked.toLowerCase()) ? Math.max(most, inTitle[term]!) : most),
    Number(isStudy && STUDIES.some((name) => kinds.has(name))),
  );
  const titled = shareOf(terms, (term) => inTitle[term]!);
  const sections = sectionsOf(stretch);
  const headings = [
    ...stretch.passages.map(({ heading }) => heading),
    ...sections.map(({ path }) => path),
  ].flat();
  const ownName = ownTitle(
    title,
    stretch.passages.flatMap(({ heading }) => heading[0] ?? []),
  );
  const inOwn = matchTerms(ownName, terms, language);
  const saidByTitle = certainties(inOwn, count);
  const name = nameIn(ownName);
  const aboutName =
    name === ownName ? 0 : aboutness(name, matchTerms(name, terms, language), terms, language);
  const aboutTitle =
    Math.max(aboutName, aboutness(ownName, inOwn, terms, language)) *
    Math.min(1, shareOf(terms, (term) => saidByTitle[term]!) / NAMED_BY_TITLE);
  let isOpening = stretch.atStart;
  for (const section of sections) {
    const opensHere = isOpening;
    if (section.pieces.some(({ kind }) => kind !== 'code')) isOpening = false;
    const introduces = question.intent === 'definition' && INTRODUCES.test(section.path.at(-1) ?? '');
    const levels = section.path.map((heading) => matchTerms(heading, terms, language));
    const nearest = section.path.at(-1) ?? title;
    const own = certainties(levels.at(-1) ?? matchTerms(title, terms, language), count);
    const parents = certainties(levels.slice(0, -1).flat(), count);
    const inSection = certainties(within(matches, section), count);
    const loose = isLoose(section);
    const about = aboutness(nearest, levels.at(-1) ?? matchTerms(title, terms, language), terms, language);
    const record = inRecord(question.text, title, section.path);
    const reference = question.intent === 'how' ? inReference(question.text, ownName, section.path) : 0;
    const headed = shareOf(terms, (term) =>
      Math.max(own[term]!, parents[term]! * NEAR.parent, inTitle[term]! * NEAR.title),
    );
    const topic = topicOf(terms, { about, own, headed });
    if (isAsked && headed === 0 && inSection.every((value) => value === 0)) continue;
    const atoms = atomsOf(stretch.text, section, (range) => within(matches, range).length > 0);
    const inRange = new Set(
      section.pieces.flatMap((piece) =>
        piece.kind === 'table'
          ? rowsInRange(stretch.text, piece.rows, question.text).map(({ start }) => start)
          : [],
      ),
    );
    const navigation = navigationIn(stretch.text, section.pieces, headings);
    const elseRows = new Map(
      section.pieces.flatMap((piece): [number, Piece][] => {
        const row = piece.kind === 'table' ? elseRow(stretch.text, piece.rows) : undefined;
        return row ? [[row.start, piece]] : [];
      }),
    );
    atoms.forEach((atom, at) => {
      const table = elseRows.get(atom.start);
      const inTable = table && certainties(within(matches, table), count);
      /** A name that no other row has. */
      const isElse = (term: number): boolean =>
        inTable !== undefined && headed > 0 && terms.list[term]!.isPlace === true && inTable[term] === 0;
      const holds = inRange.has(atom.start);
      const its = within(matches, atom);
      const isStart = question.intent === 'how' && isFirstStep(atom);
      /** The sentence before, if this one continues its subject: `It reaches …`. */
      const said = saidBefore(atom, atoms[at - 1], stretch.text);
      const inSaid = said ? certainties(within(matches, said), count) : undefined;
      const goesOn = inSaid?.some((certainty) => certainty > 0) === true;
      if (its.length === 0 && at > 0 && !goesOn && !isFirstRow(atom) && !holds && !table && !isStart) return;
      const inAtom = certainties(its, count);
      const isHeadless = atom.lead !== undefined && atom.lead.start === atom.lead.end;
      const led = isHeadless ? inHead : atom.lead ? within(matches, atom.lead) : [];
      const inLead = certainties(led, count);
      const inAbove = certainties(atom.above ? within(matches, atom.above) : [], count);
      /** In a text without headings, only the paragraphs before and after belong to it. */
      const inNear = loose ? certainties(within(matches, neighbours(section, atom)), count) : inSection;
      const value = valueOf(question, stretch, atom);
      // The first row of a table stands for the table if that has what is asked for.
      if (
        its.length === 0 &&
        at > 0 &&
        led.length === 0 &&
        !holds &&
        !table &&
        !isStart &&
        value < 1 &&
        !goesOn
      )
        return;
      const counted =
        expected?.value === 'count' && isFiltered(question, stretch, atom, its)
          ? expected.counted
          : undefined;
      const isCounted = (term: number): boolean =>
        counted !== undefined && terms.list[term]!.word === counted;
      const credit = (term: number): number =>
        Math.max(
          isCounted(term) ? NEAR.value : 0,
          isValue[term] || (value >= COUNTED && terms.list[term]!.word === expected?.counted)
            ? value * NEAR.value
            : 0,
          isEdge[term] && value === 1 ? 1 : 0,
          isElse(term) ? NEAR.else : 0,
          holds && terms.list[term]!.isAmount ? 1 : 0,
          dated === 'then' && isMonth[term] ? NEAR.title : 0,
          inAtom[term]!,
          inLead[term]! * NEAR.lead,
          inAbove[term]! * NEAR.above,
          (inSaid?.[term] ?? 0) * NEAR.said,
          own[term]! * NEAR.heading,
          parents[term]! * NEAR.parent,
          inTitle[term]! * NEAR.title,
          inSection[term]! * (loose ? NEAR.loose : NEAR.section),
          inNear[term]! * NEAR.section,
          inStretch[term]! * NEAR.stretch,
        );
      const words = stretch.text.slice(atom.start, atom.end);
      const label = isFact ? labelOf(stretch.text, atom) : undefined;
      const isLabelled =
        label !== undefined && its.some(({ start, end }) => start >= label.start && end <= label.end);
      const aboutLabel = isLabelled
        ? aboutness(nameOf(stretch.text.slice(label.start, label.end)), within(its, label), terms, language)
        : 0;
      const inLabel = certainties(isLabelled ? within(its, label) : [], count);
      const labelled = aboutLabel * Math.min(1, shareOf(terms, (term) => inLabel[term]!) / NAMED_BY_TITLE);
      const places = (of: readonly Range[]): Range[] =>
        of.map(({ start, end }) => ({ start: start - atom.start, end: end - atom.start }));
      const isMeasured = expected !== undefined && isOfThing(expected) && value === 1;
      const isBeside =
        isMeasured &&
        // Each row of a table about the topic has such a value.
        !(atom.kind === 'row' && about >= NEAR_TOPIC) &&
        (goesOn || standsBeside(expected, words, places(its.filter(({ term }) => !isValue[term]))));
      /** It has such a value, of something else. */
      const isElsewhere = isMeasured && !isBeside && about < NEAR_TOPIC && atom.kind === 'sentence';
      const isProse = atom.kind !== 'row' && atom.kind !== 'code';
      // An abstract sums up better than an opening.
      const isOpeningPart = (opensHere || introduces) && isProse && !question.isOverview;
      const opens = isOpeningPart ? aboutTitle * (at === 0 ? 1 : 0.5) : 0;
      const covered = shareOf(terms, credit);
      const features: Features = {
        covered,
        evidence: evidenceOf(terms, covered),
        inside: shareOf(terms, (term) =>
          Math.max(inAtom[term]!, inLead[term]! * NEAR.lead, isEdge[term] && value === 1 ? 1 : 0),
        ),
        headed: Math.max(headed, labelled * shareOf(terms, (term) => inLabel[term]!)),
        missing: heaviestMissing(terms, credit),
        unknown: shareOf(terms, (term) =>
          (isValue[term] && value === 1) ||
          isElse(term) ||
          isCounted(term) ||
          (terms.list[term]!.calendar !== undefined && inAtom[term]! > 0)
            ? 0
            : unknownness(terms.list[term]!),
        ),
        about,
        together: togetherness(terms, [its, levels.at(-1) ?? []]),
        first: at === 0 ? headed : 0,
        opens,
        share,
        support,
        fits: Math.min(
          fitOf(question, stretch, atom, its, Math.max(about, opens), at),
          isElsewhere ? FITS_ELSEWHERE : 1,
        ),
      };
      const isRuledOut = question.intent === 'allowed' && rulesOutAsked(stretch.text, atom, its, terms);
      const overview = question.isOverview ? overviewOf(section, at, opensHere) * titled : 0;
      const around = (): string =>
        [...section.path, stretch.text.slice(section.start, section.end)].join('\n');
      const signs: Signs = {
        ...textSigns(question, sides, words, around, about),
        variant: Number(isVariant),
        borrowed: borrowed(terms, credit),
        study,
        // A paper defines its terms in passing, and no rule.
        defined: Number(question.intent === 'definition' && features.fits >= 1 && study === 0),
        overview,
        filtered: Number(asksForRows(question) && isFiltered(question, stretch, atom, its)),
        beside: Number(isBeside),
        dated: Number(expected?.edge !== undefined && value === 1 && isOfTopic(terms, isEdge, credit)),
        kind,
        record,
        reference,
        order: Number(order !== undefined && new RegExp(`\\b${order}\\b`, 'i').test(words)),
        person: Number(question.intent === 'who' && namesPerson(words, places(its))),
        navigation: Number(navigation.has(atom.piece)),
        extent: Number(isExtent && (value === 1 || !expected) && saysHowFar(words)),
        elsewhen: Number(dated === 'else' && !hasMonth(inSection)),
        label: features.fits >= 1 ? labelled : 0,
        topic: Math.max(features.fits >= 1 ? topic : 0, Number(isBeside && about >= EXACTLY)),
      };
      candidates.push({
        stretch,
        section,
        atom,
        features,
        isNamed: its.length > 0,
        isRuledOut,
        overview,
        rank: rankOf({
          question,
          features,
          atom,
          path: section.path,
          signs,
        }),
      });
    });
  }
  return candidates;
}
