// Converts reStructuredText within a line: code, roles, links and substitutions, to Markdown or plain text.

/** The names that the rest of the document defines. */
export interface RstNames {
  /** Addresses by link name, in lower case; empty for a place in the documents. */
  links: ReadonlyMap<string, string>;
  substitutions: ReadonlyMap<string, string>;
  /** Characters that these may still add to the document. A short name can stand for a long text, many times. */
  room: number;
}

/** Characters that links and substitutions may add to a document. */
const ROOM = 1_000_000;

/** Collects the names of links and substitutions, which may be used above their definition. */
export function namesIn(lines: readonly string[]): RstNames {
  const links = new Map<string, string>();
  const substitutions = new Map<string, string>();
  for (const line of lines) {
    const link = /^ *\.\. _(?:`([^`]{1,200})`|([^:`]{1,200})):(?: +(\S+))?$/.exec(line);
    if (link) links.set((link[1] ?? link[2]!).toLowerCase(), link[3] ?? '');
    const replaced = /^ *\.\. \|([^|]{1,60})\| replace:: +(.*)$/.exec(line);
    if (replaced) substitutions.set(replaced[1]!, replaced[2]!);
  }
  return { links, substitutions, room: ROOM };
}

/** Returns what a name stands for, or the name as it is written when there is no room left. */
function withinRoom(names: RstNames, written: string, meaning: string): string {
  if (meaning.length > names.room) return written;
  names.room -= meaning.length;
  return meaning;
}

/** Code; a role; a text with an address; a name in backticks. */
const MARK =
  /``((?:[^`]|`(?!`)){1,1000}?)``(?!`)|:([a-zA-Z][\w:+.-]{0,40}):`([^`]{1,500})`|`([^`<]{0,300})<([^<>`\s]{1,2000})>`_{0,2}|`([^`]{1,500})`(_{0,2})/g;
const SUBSTITUTION = /\|(\w[\w .-]{0,60})\|_{0,2}/g;
const FOOTNOTE = /(?<=\s|^)\[([\w#*-]{1,40})\]_(?!\w)/g;
const NAME = /(?<![\w`/.@-])([A-Za-z][\w.-]{0,60})__?(?![\w`])/g;
/** Roles whose text is a title or prose. */
const PROSE =
  /^(?:ref|doc|term|numref|any|abbr|menuselection|guilabel|pep|rfc|sup|sub|title|emphasis|strong|dfn|download|pypi|issue|pr|gh|ticket|cve|cwe|source)$/;

/** Converts to Markdown. Code keeps every character. */
export function rstInline(text: string, names: RstNames): string {
  return converted(text, names, {
    code: (words) => `\`${words}\``,
    link: (words, address) => (/^(?:https?:|mailto:)/.test(address) ? `[${words}](${address})` : words),
    words: (words) => words.replace(/<(?=[A-Za-z/!?])/g, '\\<'),
  });
}

/** Drops all markup, for headings and cells. */
export function rstPlain(text: string, names: RstNames): string {
  return converted(text, names, { code: same, link: same, words: same })
    .replace(/(?<![\p{L}\p{N}*])(\*{1,2})(?=[^\s*])([^*\n]{1,300})(?<=\S)\1(?![\p{L}\p{N}*])/gu, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

function same(words: string): string {
  return words;
}

interface Output {
  code(words: string): string;
  link(words: string, address: string): string;
  words(words: string): string;
}

function converted(text: string, names: RstNames, to: Output): string {
  let out = '';
  let from = 0;
  for (const found of text.matchAll(MARK)) {
    out += between(text.slice(from, found.index), names, to) + marked(found, names, to);
    from = found.index + found[0].length;
  }
  return out + between(text.slice(from), names, to);
}

function marked(found: RegExpMatchArray, names: RstNames, to: Output): string {
  const [all, literal, role, content = '', label = '', address, name = '', underscores] = found;
  if (literal !== undefined) return to.code(onOneLine(literal));
  if (role !== undefined) return inRole(role.split(':').at(-1)!, onOneLine(content), to);
  if (address !== undefined) return to.link(onOneLine(label).trim() || address, address);
  if (underscores === '') return to.code(onOneLine(name));
  const target = names.links.get(onOneLine(name).toLowerCase()) ?? '';
  return withinRoom(names, all, to.link(onOneLine(name), target));
}

function onOneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Of `text <target>` only the text is shown, and of `~package.name` the last part. */
function inRole(role: string, content: string, to: Output): string {
  const label = /^(.{1,300}?)\s*<[^<>]*>$/.exec(content)?.[1];
  if (PROSE.test(role))
    return to.words(label ?? (role === 'doc' || role === 'ref' ? placeOf(content) : content));
  const name = label ?? content.replace(/^[!.]/, '');
  return to.code(name.startsWith('~') ? name.slice(name.lastIndexOf('.') + 1).replace(/^~/, '') : name);
}

function placeOf(target: string): string {
  return (target.split('/').at(-1) ?? target).replace(/[_-]+/g, ' ');
}

function between(text: string, names: RstNames, to: Output): string {
  const { links, substitutions } = names;
  const words = text
    .replace(SUBSTITUTION, (all, name: string) => withinRoom(names, all, substitutions.get(name) ?? all))
    .replace(FOOTNOTE, '[$1]')
    .replace(/\\(?=\s)\s|\\$/g, '');
  let out = '';
  let from = 0;
  for (const found of words.matchAll(NAME)) {
    const address = links.get(found[1]!.toLowerCase());
    if (address === undefined) continue;
    out +=
      to.words(words.slice(from, found.index)) + withinRoom(names, found[0], to.link(found[1]!, address));
    from = found.index + found[0].length;
  }
  return out + to.words(words.slice(from));
}
