// Converts AsciiDoc within a line: emphasis, code, links, attributes and small macros, to Markdown or plain text.

type Attributes = ReadonlyMap<string, string>;

const CODE = /(`{1,2}(?!`)[^`\n]+`{1,2}|\+{2,3}[^+\n]+\+{2,3})/;
const LINK = /(?:link:)?((?:https?:\/\/|mailto:|link:)[^\s[\]<>()]{1,2000})\[([^\]\n]{0,1000})\]/g;
const XREF = /xref:([^\s[\]]{1,300})\[([^\]\n]{0,1000})\]|<<([^<>,\n]{1,300})(?:,([^<>\n]*))?>>/g;
/** Macros whose text is shown: keys, buttons, footnotes. */
const MACRO = /(?:kbd|btn|stem|latexmath|asciimath|pass):[a-z,]{0,20}\[([^\]\n]{0,1000})\]/g;
const NOTE = /footnote(?:ref)?:[\w-]{0,100}\[([^\]\n]{0,1000})\]/g;
const IMAGE = /(?:image|icon):([^\s[\]:]{1,500})\[([^\]\n]{0,1000})\]/g;
const MENU = /menu:([^\s[\]]{1,100})\[([^\]\n]{0,1000})\]/g;
const ROLE = /\[[\w.#%, -]{0,100}\](#{1,2})(?=\S)([^#\n]+)\1/g;

/** Converts to Markdown. Code keeps every character. */
export function asciidocInline(text: string, attributes: Attributes): string {
  return pieces(text, attributes, (words) =>
    words
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replace(LINK, (_, target: string, label: string) => linked(target, label))
      .replace(/(?<![\p{L}\p{N}*\\])\*(?=[^\s*])([^*\n]+)(?<=[^\s*])\*(?![\p{L}\p{N}*])/gu, '**$1**')
      .replace(/__(?=\S)([^_\n]+)(?<=\S)__/g, '*$1*')
      .replace(/(?<![\p{L}\p{N}_\\])_(?=[^\s_])([^_\n]+)(?<=[^\s_])_(?![\p{L}\p{N}_])/gu, '*$1*')
      .replace(/ \+$/gm, ''),
  );
}

/** Drops all markup, for headings and cells. */
export function withoutMarks(text: string, attributes: Attributes): string {
  return pieces(text, attributes, (words) =>
    words
      .replace(LINK, (_, target: string, label: string) => labelOf(label) || target)
      .replace(/(?<![\p{L}\p{N}])(\*{1,2}|_{1,2})(?=\S)([^*_\n]+)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
      .replace(/ \+$/gm, ''),
  )
    .replace(/(?<!\\)`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function pieces(text: string, attributes: Attributes, words: (text: string) => string): string {
  return text
    .split(CODE)
    .map((piece, i) => {
      if (i % 2 === 1) return `\`${piece.replace(/^(?:`{1,2}|\+{2,3})|(?:`{1,2}|\+{2,3})$/g, '')}\``;
      return words(replaced(piece, attributes));
    })
    .join('');
}

function replaced(text: string, attributes: Attributes): string {
  return text
    .replace(/(?<!\\)\{([\w-]{1,60})\}/g, (all, name: string) => valueOf(attributes, name) ?? all)
    .replace(XREF, (_, target: string, label: string, id: string, name: string) =>
      target ? labelOf(label) || placeOf(target) : name?.trim() || placeOf(id),
    )
    .replace(NOTE, (_, note: string) => (note ? ` (${note})` : ''))
    .replace(MACRO, '$1')
    .replace(MENU, (_, menu: string, items: string) =>
      [menu, ...items.split('>')]
        .map((one) => one.trim())
        .filter(Boolean)
        .join(' › '),
    )
    .replace(IMAGE, (_, path: string, label: string) => labelOf(label) || nameOf(path))
    .replace(ROLE, '$2')
    .replace(/\(\(\([^()\n]*\)\)\)|indexterm:\[[^\]\n]*\]/g, '')
    .replace(/\(\(([^()\n]+)\)\)/g, '$1')
    .replace(/\[\[[^[\]\n]*\]\]|anchor:[\w-]{1,100}\[[^\]\n]*\]/g, '');
}

const SIGNS: Record<string, string> = {
  nbsp: ' ',
  empty: '',
  sp: ' ',
  lt: '<',
  gt: '>',
  amp: '&',
  plus: '+',
  vbar: '|',
  apos: "'",
  quot: '"',
  cpp: 'C++',
};

function valueOf(attributes: Attributes, name: string): string | undefined {
  const lower = name.toLowerCase();
  return attributes.get(lower) ?? (Object.hasOwn(SIGNS, lower) ? SIGNS[lower] : undefined);
}

function linked(target: string, label: string): string {
  const bare = target.replace(/^link:/, '');
  const words = labelOf(label);
  // A relative path leads nowhere in a library.
  if (!/^(?:https?:\/\/|mailto:)/.test(bare)) return words || bare;
  return words ? `[${words}](${bare.replace(/\(/g, '%28').replace(/\)/g, '%29')})` : `<${bare}>`;
}

/** Of `text,window=_blank` only the text counts; a `^` at its end asks for a new window. */
function labelOf(label: string): string {
  const words = /^"([^"]*)"/.exec(label)?.[1] ?? label.split(/,\s*\w+=/)[0]!;
  return words.replace(/\^$/, '').trim();
}

function placeOf(target: string): string {
  return nameOf(target.split('#').at(-1) || target);
}

function nameOf(path: string): string {
  return (path.split('/').at(-1) ?? path)
    .replace(/\.\w{1,5}$/, '')
    .replace(/^_/, '')
    .replace(/[_-]+/g, ' ');
}
