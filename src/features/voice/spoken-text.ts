// An answer as sentences to read aloud: prose without code, citation numbers, pictures and sources.
import type { Part } from '../../core/conversation.ts';
import { plainText } from '../../search/plain-text.ts';
import { sentencesOf } from '../../search/sentences.ts';

/** Longer sentences are cut at a comma or blank: some voices stop after about 15 seconds. In characters. */
const LONGEST = 240;

/** @returns sentences in order; empty when nothing can be read */
export function spokenSentences(parts: readonly Part[]): string[] {
  const text = plainText(parts.flatMap(markdownOf).map(withoutUnspoken).join('\n\n'));
  return sentencesOf(text)
    .flatMap(([start, end]) => shortened(text.slice(start, end)))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function markdownOf(part: Part): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type !== 'answer') return [];
  const answers = part.found.parts?.map(({ answer }) => answer) ?? [part.found.answer];
  return answers.flatMap((answer) => (answer ? [answer.markdown] : []));
}

function withoutUnspoken(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:\n {0,3}\1[`~]*[ \t]*(?=\n|$)|$(?![\s\S]))/gm, '')
    .replace(/!\[[^\]\n]*\]\([^)\n]*\)/g, '')
    .replace(/ ?\[\d{1,3}(?:, ?\d{1,3})*\](?!\()/g, '')
    .replace(/https?:\/\/[^\s)>\]]+/g, hostOf);
}

/** An address is read as its host: the letters of a path say nothing to a listener. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

function shortened(sentence: string): string[] {
  const pieces: string[] = [];
  let rest = sentence;
  while (rest.length > LONGEST) {
    const cut = cutOf(rest);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
}

function cutOf(text: string): number {
  const head = text.slice(0, LONGEST);
  const comma = Math.max(...[', ', '; ', ': ', '、', '，'].map((sign) => head.lastIndexOf(sign)));
  if (comma > LONGEST / 3) return comma + 1;
  const blank = head.lastIndexOf(' ');
  return blank > LONGEST / 3 ? blank : LONGEST;
}
