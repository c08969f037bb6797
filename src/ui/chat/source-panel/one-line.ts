// A cited passage on one line: models get it as Markdown, and its pipes and rules are no reading. Pure.
import { plainTitle } from '../../../core/plain-title.ts';

const TABLE_RULE = /\|?(?:\s*:?-{3,}:?\s*\|)+(?:\s*:?-{3,}:?)?/g;
const HEADING = /(^|\n)#{1,6} +/g;

export function oneLine(markdown: string): string {
  const flat = markdown
    .replace(TABLE_RULE, '\n')
    .replace(HEADING, '$1')
    .replace(/\s*\|\s*\n\s*\|\s*/g, ' · ')
    .replace(/\|[ \t]*(?=\n|$)|(?<=^|\n)[ \t]*\|/g, '')
    .replace(/[ \t]*\|[ \t]*\|[ \t]*/g, ' · ')
    .replace(/(?<!\\)[ \t]+\|[ \t]+/g, ' – ')
    .replace(/\s*\n\s*(?:\n\s*(?:[-*+] )?|[-*+] )/g, ' · ')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/^(?:\s|·)+|(?:\s|·)+$/g, '');
  return plainTitle(flat);
}
