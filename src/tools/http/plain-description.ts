// Descriptions of API documents may hold HTML. People and models read them as text.
import { Parser } from 'htmlparser2';

/** An element that descriptions use, outside of code spans. Placeholders such as `<id>` stay as they are. */
const ELEMENT =
  /<\/?(?:p|br|a|b|i|ul|ol|li|em|strong|code|pre|div|span|h[1-6]|table|tr|t[dh]|hr|img)\b[^<>]*>/i;
/** Markdown's code spans: what is inside is meant literally. */
const CODE = /(`[^`]*`)/;
const LINES = new Set([
  'p',
  'br',
  'div',
  'ul',
  'ol',
  'li',
  'tr',
  'pre',
  'hr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
]);

/** Returns the description as text: a line for each paragraph and item, no elements. Other texts stay as they are. */
export function plainDescription(text: string): string {
  if (!ELEMENT.test(text)) return text;
  const parts = text.split(CODE).map((part, index) => (index % 2 === 1 ? part : textOf(part)));
  return parts
    .join('')
    .replace(/[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function textOf(html: string): string {
  if (!ELEMENT.test(html)) return html;
  const pieces: string[] = [];
  const parser = new Parser({
    onopentagname: (name) => {
      if (LINES.has(name)) pieces.push('\n');
      if (name === 'li') pieces.push('- ');
    },
    ontext: (text) => void pieces.push(text),
    onclosetag: (name, isImplied) => {
      if (name === 'p' && !isImplied) pieces.push('\n');
      if (/^t[dh]$/.test(name)) pieces.push(' ');
    },
  });
  parser.end(html);
  return pieces.join('');
}
