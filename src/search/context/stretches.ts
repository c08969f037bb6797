// Turns single passages into context for a model: the section around each, neighbours joined, no duplicates, within a
// token limit. Pure.
import { LEAST_PASSAGE, PASSAGE_FRAME } from '../../core/context-passage.ts';
import { cutToTokens, LETTERS_PER_TOKEN, tokensOf } from '../../core/tokens.ts';
import { SeenTexts } from './near-identical.ts';

/** A stored passage. */
export interface PassageText {
  index: number;
  text: string;
  heading: readonly string[];
  start: number;
  end: number;
}

export interface Candidate {
  document: string;
  chunk: number;
}

/** Passages `from` to `to` of a document, inclusive. */
export interface Range {
  from: number;
  to: number;
}

/** Adjacent passages as one text. */
export interface Stretch {
  document: string;
  /** The best passage in it. */
  best: number;
  text: string;
  start: number;
  end: number;
}

/** Maximum characters of a whole section, by the rank of its passage. */
const WHOLE = [
  { before: 3, size: 6_000 },
  { before: 8, size: 3_000 },
  { before: Infinity, size: 1_600 },
] as const;
const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
/** Maximum share of the token limit for one section. */
const SHARE = 0.4;

/** Returns how many neighbours on each side may be needed for the candidate at this rank. */
export function reachOf(place: number): number {
  return place < 3 ? 6 : place < 8 ? 3 : 1;
}

/** Returns the section around a passage, unless it is too long. */
export function sectionAround(
  { document, chunk }: Candidate,
  place: number,
  tokens: number,
  passage: (document: string, index: number) => PassageText | undefined,
): Range {
  const own = passage(document, chunk);
  if (!own) return { from: chunk, to: chunk };
  const whole = WHOLE.find(({ before }) => place < before)!.size;
  const most = Math.min(whole, tokens * SHARE * LETTERS_PER_TOKEN);
  const reach = reachOf(place);
  let { from, to }: Range = { from: chunk, to: chunk };
  let size = own.text.length;
  const take = (index: number): boolean => {
    const next = Math.abs(index - chunk) <= reach ? passage(document, index) : undefined;
    if (!next || size + next.text.length > most) return false;
    if (!isOfSection(next, own)) return false;
    size += next.text.length;
    return true;
  };
  for (let grows = true; grows;) {
    grows = false;
    if (take(to + 1)) grows = ++to > 0;
    if (from > 0 && take(from - 1)) grows = --from >= 0;
  }
  return { from, to };
}

interface Block extends Range {
  document: string;
  best: number;
  tokens: number;
}

export interface Choice {
  /** Best first. */
  candidates: readonly Candidate[];
  tokens: number;
  passage(document: string, index: number): PassageText | undefined;
  /** Returns the section of the candidate at this rank. */
  section(place: number): Range;
  /** Returns the head of the table that the passage begins in; undefined if it begins outside a table. */
  headOf(document: string, index: number): string | undefined;
}

/**
 * Returns as many stretches as fit, best first. If a section does not fit, its passage alone is tried; a first
 * passage that is too long by itself is cut.
 */
export function chooseStretches(choice: Choice): Stretch[] {
  const { candidates, tokens, passage, section } = choice;
  const blocks: Block[] = [];
  const seen = new SeenTexts();
  let left = tokens;
  for (const [place, { document, chunk }] of candidates.entries()) {
    if (left < LEAST_PASSAGE) break;
    const own = passage(document, chunk);
    if (!own || own.text.trim() === '') continue;
    if (blocks.some((block) => block.document === document && isIn(chunk, block))) continue;
    if (seen.has(own.text)) continue;
    for (const range of [section(place), { from: chunk, to: chunk }]) {
      const joined = withBlock(blocks, { document, best: chunk, ...range, tokens: 0 }, choice);
      if (joined.cost > left) continue;
      left -= joined.cost;
      blocks.splice(0, blocks.length, ...joined.blocks);
      seen.add(own.text);
      break;
    }
  }
  if (blocks.length > 0) return blocks.map((block) => stretchOf(block, choice));
  return cutStretch(choice);
}

/** Adds a block: overlapping and adjacent blocks are merged with it, at the rank of the best one. */
function withBlock(
  blocks: readonly Block[],
  added: Block,
  choice: Choice,
): { blocks: Block[]; cost: number } {
  const touched = blocks.filter(
    (block) => block.document === added.document && block.from <= added.to + 1 && added.from <= block.to + 1,
  );
  const all = [...touched, added];
  const joined: Block = {
    document: added.document,
    best: all[0]!.best,
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    tokens: 0,
  };
  joined.tokens = tokensOf(stretchOf(joined, choice).text) + PASSAGE_FRAME;
  const cost = joined.tokens - touched.reduce((sum, block) => sum + block.tokens, 0);
  const at = touched.length > 0 ? blocks.indexOf(touched[0]!) : blocks.length;
  const kept = blocks
    .map((block, i) => (i === at ? joined : block))
    .filter((block) => !touched.includes(block));
  return { blocks: at === blocks.length ? [...kept, joined] : kept, cost };
}

/** Returns as much of the best passage as fits. */
function cutStretch({ candidates, tokens, passage }: Choice): Stretch[] {
  for (const { document, chunk } of candidates) {
    const own = passage(document, chunk);
    const room = tokens - PASSAGE_FRAME;
    if (!own || own.text.trim() === '' || room < LEAST_PASSAGE) continue;
    const text = cutToTokens(own.text, room);
    return [{ document, best: chunk, text, start: own.start, end: own.start + text.length }];
  }
  return [];
}

function stretchOf({ document, best, from, to }: Block, { passage, headOf }: Choice): Stretch {
  let text = '';
  let start: number | undefined;
  let end = 0;
  for (let index = from; index <= to; index++) {
    const next = passage(document, index);
    if (!next) continue;
    if (start !== undefined) text += gap(next.start - end);
    start ??= next.start;
    text += next.text;
    end = next.end;
  }
  const head = headOf(document, from);
  return { document, best, text: head === undefined ? text : `${head}\n${text}`, start: start ?? 0, end };
}

/** Returns the text between two passages: white space of known length. */
function gap(characters: number): string {
  return characters <= 0 ? '' : characters === 1 ? '\n' : '\n\n';
}

function isIn(index: number, { from, to }: Range): boolean {
  return index >= from && index <= to;
}

/**
 * Tells whether a passage has the same headings, or deeper ones if the section starts with it. A passage across two
 * sections is named by their shared headings, and what precedes it is not part of its section.
 */
function isOfSection(next: PassageText, own: PassageText): boolean {
  const isBelow = own.heading.every((title, at) => next.heading[at] === title);
  if (isBelow && next.heading.length === own.heading.length) return true;
  if (next.index < own.index) return false;
  return isHeadingOnly(own.text) || (isBelow && HEADING.test(own.text));
}

function isHeadingOnly(text: string): boolean {
  return text.split('\n').every((line) => line.trim() === '' || HEADING.test(line));
}
