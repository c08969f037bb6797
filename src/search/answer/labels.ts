// The label of a part: `Return: 10 August`, `- Weight: 480 g`, `| Height | 85 cm |`. It names what follows, like a heading.
import { cellRanges } from '../../core/table-cells.ts';
import type { Atom } from './atoms.ts';
import type { Intent, ParsedQuestion } from './question.ts';
import type { Range } from './structure.ts';

/** Questions for what follows a label; others ask for an explanation. */
const FACTS: ReadonlySet<Intent> = new Set<Intent>(['when', 'number', 'who', 'where', 'keywords']);

export function asksFact({ expected, intent }: ParsedQuestion): boolean {
  return expected !== undefined || FACTS.has(intent);
}

const LABEL =
  /^[\s>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?([*_]{0,2})(\p{L}[^:|\n]{1,48}?)(?::\1|\1\s?:|\s[–—]|(?<=\*\*[^*]+)\*\*)(?=[ \t]+\S)/u;

/** `Booking no.` is the label of a booking number. */
const NUMBER = /(?:(?<!\p{L})(?:no|nr|num)\.?|n°|№|#)(?=\W*$)/iu;

/** Returns the words of a label that name what it labels. */
export function nameOf(label: string): string {
  return label.replace(NUMBER, '');
}

/** Returns the range of a part's label in the text; undefined without one. */
export function labelOf(text: string, { kind, start, end, piece }: Atom): Range | undefined {
  const words = text.slice(start, end);
  if (kind === 'row') {
    const cells = cellRanges(words);
    // The first cell of a longer row names a thing, not its value.
    if (piece.kind !== 'table' || cells.length !== 2) return undefined;
    return { start: start + cells[0]!.start, end: start + cells[0]!.end };
  }
  const found = kind === 'code' ? null : LABEL.exec(words.slice(0, 80));
  if (!found) return undefined;
  const from = start + found[0].indexOf(found[2]!);
  return { start: from, end: from + found[2]!.length };
}
