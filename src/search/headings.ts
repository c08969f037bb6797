// Returns the text of a heading, without its Markdown marks.
import { shortened } from '../base/shortened.ts';

/** A comment after the last of several labelled tabs: what follows belongs to none of them. */
export const TABS_END = '<!-- /tabs -->';

/** Maximum length of a heading, which is shown in citations. */
const LONGEST = 160;

/** Characters of a heading to read: badges come before or after the words, each with two addresses. */
const READ = 1_500;

/** `(address)`, which can contain a pair of brackets. `NAME` matches a reference: `[name]`. */
const ADDRESS = String.raw`\((?:[^()\n]|\([^()\n]{0,80}\)){0,300}\)`;
const NAME = String.raw`\[[^\]\n]{1,120}\]`;
const PICTURE = new RegExp(String.raw`!\[([^\]\n]{0,120})\](?:${ADDRESS}|${NAME})`, 'g');
/** Two pairs of brackets after a word are code: `rows[0][1]`. */
const LINK = new RegExp(
  String.raw`\[([^\]\n]{0,300})\]${ADDRESS}|(?<![\w)\]])\[([^\]\n]{0,300})\]${NAME}`,
  'g',
);
/** `<a name="usage">` and `<br>`, except in code. */
const TAG =
  /(`[^`\n]{1,300}`)|<\/?(?:a|abbr|b|br|center|code|div|em|font|i|img|kbd|p|picture|small|source|span|strong|sub|sup|u)\b[^<>\n]{0,200}>/gi;

export function headingText(marked: string): string {
  const read = marked.slice(0, READ).replace(/[ \t]+#+[ \t]*$/, '');
  // A heading of pictures only is named after them.
  return plain(read.replace(PICTURE, '')) || plain(read.replace(PICTURE, '$1'));
}

function plain(marked: string): string {
  const text = marked
    .replace(LINK, '$1$2')
    .replace(TAG, '$1')
    .replace(/\\([!-/:-@[-`{-~])|\*\*|__|~~|[*`]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(text, LONGEST);
}
