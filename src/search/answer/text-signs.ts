// Signs in the text of a part that only some questions have: both sides of a comparison, and the path of a file.
import type { ParsedQuestion } from './question.ts';

export interface TextSigns {
  /** Share of the compared things that the part or its section names, as in the question. */
  sides: number;
  /** The path that is asked for. */
  path: number;
  /** The default that is asked for: `Default: 8080`. */
  stated: number;
}

const BETWEEN =
  /\b(?:differences?|differ|distinction)\b.*?\bbetween (.{2,60}?) (?:and|or) (.{2,60}?)\s*[?.!]*$/i;
const VERSUS = /^(?:compare )?(.{2,60}?) (?:vs\.?|versus|compared (?:to|with)) (.{2,60}?)\s*[?.!]*$/i;
const ARTICLE = /^(?:an?|the|my|our) /i;

/** Returns the two things that a question compares, in lower case; empty for any other question. */
export function sidesOf({ intent, text }: ParsedQuestion): string[] {
  if (intent !== 'compare') return [];
  const [, first, second] = BETWEEN.exec(text) ?? VERSUS.exec(text) ?? [];
  if (first === undefined || second === undefined) return [];
  const [one, other] = [plain(first), plain(second)];
  // `send only and receive only folders`: the last word belongs to both.
  const short = other.split(' ').slice(0, one.split(' ').length).join(' ');
  return [one, short];
}

function plain(text: string): string {
  return text
    .replace(ARTICLE, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const ASKS_DEFAULT = /\bdefaults?\b/i;
/** `**Default:** 8080`, `defaults to 8080`, `The default is 8080` */
const SAYS_DEFAULT =
  /\bdefaults?\b(?: value)?[*_]{0,2}(?::| to\b| is\b| are\b)|\bby default\b[^.]{0,40}\d|[[(](?:the )?default:? |[([]default\b/i;

const ASKS_PATH =
  /\b(?:stored?|saved?|kept|keep|located|location|written|found|files?|folders?|director(?:y|ies)|config\w*|cache|logs?|data)\b/i;
const ENDING = 'json[c5]?|ya?ml|toml|ini|conf|cfg|env|log|db|sqlite|rc|m?[jt]s|cjs|plist';
/** `kiln.toml`, `.kilnrc` */
const FILE = new RegExp(String.raw`(?<![\w/.-])(?:[\w.-]*\.(?:${ENDING})|\.[a-z]\w*rc)(?![\w/(])`, 'i');
/** `~/.config/kiln`, `$HOME/kiln`, `%APPDATA%\Kiln`, `C:\Kiln`, `/etc/kiln.conf` */
const PATH = /(?<![\w:/.])(?:~|\.|\$\{?\w+\}?|%\w+%|[A-Z]:)?[\\/][\w.@{}<>$%-]+(?:[\\/][\w.@{}<>$%-]*)*/;

/** Tells whether the question asks where a file is, and the text has a path. */
export function hasPath({ intent, text }: ParsedQuestion, words: string): boolean {
  return intent === 'where' && ASKS_PATH.test(text) && (PATH.test(words) || FILE.test(words));
}

/** The heading names the setting. */
const OF_HEADING = 0.99;
/** Credit if only the section names both sides. */
const IN_SECTION = 0.5;

/**
 * @param sides as `sidesOf` returns them
 * @param words those of the part
 * @param around its section with the headings
 * @param about how far its heading is about the question
 */
export function textSigns(
  question: ParsedQuestion,
  sides: readonly string[],
  words: string,
  around: () => string,
  about: number,
): TextSigns {
  const path = Number(hasPath(question, words));
  const stated = Number(about >= OF_HEADING && ASKS_DEFAULT.test(question.text) && SAYS_DEFAULT.test(words));
  if (sides.length === 0) return { sides: 0, path, stated };
  const has = (text: string): boolean => sides.every((side) => ` ${plain(text)} `.includes(` ${side} `));
  return { sides: has(words) ? 1 : has(around()) ? IN_SECTION : 0, path, stated };
}
