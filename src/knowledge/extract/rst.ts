// reStructuredText to Markdown: headings, lists, definitions, tables, code, notes and described objects keep their
// structure. Blocks are read by their indentation, each line once per level.
//
// What only a tool chain can resolve is left out: included files, documentation taken from code, tables of contents.
import { CONTENT_TYPES } from '../../core/document.ts';
import type { Extracted } from './extracted.ts';
import {
  isCode,
  isDropped,
  NOTES,
  OBJECTS,
  PLAIN,
  readDirective,
  TITLED,
  VERSIONS,
} from './rst-directives.ts';
import { namesIn, rstInline, type RstNames, rstPlain } from './rst-inline.ts';
import { GRID_BORDER, gridRows, listRows, SIMPLE_BORDER, simpleRows } from './rst-table.ts';
import { tableBlocks } from './tables.ts';

const RULE = /^([!-/:-@[-`{-~])\1{2,}$/;
const BULLET = /^([*+•-]) +(?=\S)/;
const NUMBER = /^\(?(?:\d{1,4}|#|[a-z])[.)] +(?=\S)/;
const FIELD = /^:([^:\s`][^:`]{0,80}):(?: +(.*)|$)/;
const OPTION =
  /^(-{1,2}\w[^\s]*(?:[ =](?:<[^>]{1,60}>|[A-Z][\w-]*))?(?:, -{1,2}\w[^\s]*(?:[ =](?:<[^>]{1,60}>|[A-Z][\w-]*))?){0,4})(?: {2,}(\S.*)|$)/;
/** Deeper blocks are read as text. */
const DEEPEST = 12;
const LONGEST_TITLE = 300;
const TAB = '        ';

export function extractRst(text: string): Extracted {
  const lines = text.split('\n').map((line) => line.replaceAll('\t', TAB).trimEnd());
  const reader = new RstReader(lines);
  const body = reader.read();
  const extracted: Extracted = { body, content_type: CONTENT_TYPES.markdown, metadata: { format: 'rst' } };
  if (reader.title) extracted.title = reader.title;
  const author = reader.fields.get('author');
  if (author) extracted.author = author;
  const updated = reader.fields.get('date');
  if (updated) extracted.updated_at = updated;
  return extracted;
}

class RstReader {
  title: string | undefined;
  /** Fields above the text: author, date. */
  readonly fields = new Map<string, string>();
  readonly #lines: readonly string[];
  readonly #names: RstNames;
  /** Kinds of underlines in the order of their first use, which is their level. */
  readonly #styles: string[] = [];
  #level = 1;
  /** Number of described objects around the current block. */
  #objects = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
    this.#names = namesIn(lines);
  }

  read(): string {
    return this.#blocks(this.#lines, 0).join('\n\n').trim();
  }

  #inline(lines: readonly string[]): string {
    return rstInline(lines.map((line) => line.trim()).join('\n'), this.#names);
  }

  #blocks(lines: readonly string[], depth: number): string[] {
    if (depth > DEEPEST) return [this.#inline(lines)].filter((text) => text !== '');
    const out: string[] = [];
    for (let at = 0; at < lines.length;) at = this.#block(lines, at, depth, out);
    return out;
  }

  /** @returns the line after the block */
  #block(lines: readonly string[], at: number, depth: number, out: string[]): number {
    const line = lines[at]!;
    if (line === '') return at + 1;
    if (line.startsWith(' ')) {
      const end = endOfIndented(lines, at);
      out.push(...this.#blocks(dedented(lines.slice(at, end)), depth + 1));
      return end;
    }
    if (/^\.\.(?: |$)/.test(line)) {
      const end = endOfIndented(lines, at + 1);
      out.push(...this.#explicit(line.slice(3), dedented(lines.slice(at + 1, end)), depth));
      return end;
    }
    if (/^__ /.test(line)) return at + 1;
    return (
      this.#title(lines, at, depth, out) ??
      this.#table(lines, at, out) ??
      this.#list(lines, at, depth, out) ??
      this.#paragraph(lines, at, depth, out)
    );
  }

  #title(lines: readonly string[], at: number, depth: number, out: string[]): number | undefined {
    const [line, next = '', third = ''] = lines.slice(at, at + 3) as [string, string?, string?];
    if (RULE.test(line)) {
      if (next.trim() !== '' && third === line && next.length <= LONGEST_TITLE) {
        out.push(this.#heading(next.trim(), line[0]!.repeat(2), depth));
        return at + 3;
      }
      return SIMPLE_BORDER.test(line) ? undefined : at + 1;
    }
    const isTitle =
      RULE.test(next) && next.length >= Math.min(line.length - 1, 4) && line.length <= LONGEST_TITLE;
    if (!isTitle) return undefined;
    out.push(this.#heading(line, next[0]!, depth));
    return at + 2;
  }

  #heading(words: string, style: string, depth: number): string {
    const text = rstPlain(words, this.#names);
    if (depth > 0) return `**${text}**`;
    let level = this.#styles.indexOf(style);
    if (level < 0) level = this.#styles.push(style) - 1;
    if (level === 0) this.title ??= text;
    this.#level = Math.min(6, level + 1);
    return `${'#'.repeat(this.#level)} ${escaped(text)}`;
  }

  #table(lines: readonly string[], at: number, out: string[]): number | undefined {
    const line = lines[at]!;
    const isGrid = GRID_BORDER.test(line);
    if (!isGrid && !SIMPLE_BORDER.test(line)) return undefined;
    let end = at + 1;
    if (isGrid) while (/^[|+]/.test(lines[end] ?? '')) end++;
    else {
      // The last border has a blank line, or the end, behind it.
      while (end < lines.length && !(SIMPLE_BORDER.test(lines[end]!) && (lines[end + 1] ?? '') === '')) end++;
      end = Math.min(end + 1, lines.length);
    }
    const inner = lines.slice(at, end);
    out.push(...this.#rows(isGrid ? gridRows(inner) : simpleRows(inner)));
    return end;
  }

  #rows(rows: readonly (readonly string[])[]): string[] {
    return tableBlocks(rows.map((row) => row.map((cell) => rstPlain(cell, this.#names))));
  }

  #list(lines: readonly string[], at: number, depth: number, out: string[]): number | undefined {
    const line = lines[at]!;
    if (/^>>> /.test(line)) {
      const end = endOfParagraph(lines, at);
      out.push(fenced(lines.slice(at, end), 'python'));
      return end;
    }
    if (/^\|(?: |$)/.test(line)) {
      const end = endOfParagraph(lines, at);
      out.push(this.#inline(lines.slice(at, end).map((one) => one.replace(/^\| ?/, ''))));
      return end;
    }
    if (FIELD.test(line)) return this.#fields(lines, at, depth, out);
    const items: string[][] = [];
    let end = at;
    const isNumbered = !BULLET.test(line);
    for (let next = at; next < lines.length; next = afterBlanks(lines, end)) {
      const mark = (isNumbered ? NUMBER : BULLET).exec(lines[next]!);
      const option = mark ? null : OPTION.exec(lines[next]!);
      const width = mark?.[0].length ?? 0;
      if (!mark && (!option || (option[2] === undefined && !lines[next + 1]?.startsWith(' ')))) break;
      end = endOfIndented(lines, next + 1);
      // `A. Smith wrote …` is a paragraph.
      if (isNumbered && mark && /^[a-z]/.test(mark[0]) && end === next + 1 && lines[end]) return undefined;
      const first = option ? (option[2] ?? '') : lines[next]!.slice(width);
      const content = this.#blocks([first, ...dedented(lines.slice(next + 1, end))], depth + 1);
      if (option) content[0] = `\`${option[1]!}\`: ${content[0] ?? ''}`;
      items.push(content);
    }
    if (items.length === 0) return undefined;
    out.push(listed(items, isNumbered && NUMBER.test(line)));
    return end;
  }

  #fields(lines: readonly string[], at: number, depth: number, out: string[]): number {
    const items: string[][] = [];
    let end = at;
    for (let next = at; next < lines.length; next = afterBlanks(lines, end)) {
      const field = FIELD.exec(lines[next]!);
      if (!field) break;
      end = endOfIndented(lines, next + 1);
      const content = this.#blocks([field[2] ?? '', ...dedented(lines.slice(next + 1, end))], depth + 1);
      if (depth === 0 && out.length === 0) this.fields.set(field[1]!.toLowerCase(), content[0] ?? '');
      else items.push([`${fieldName(field[1]!)} ${content[0] ?? ''}`.trim(), ...content.slice(1)]);
    }
    if (items.length > 0) out.push(listed(items, false));
    return end;
  }

  #paragraph(lines: readonly string[], at: number, depth: number, out: string[]): number {
    const next = lines[at + 1] ?? '';
    if (next.startsWith(' ') && !lines[at]!.endsWith('::')) {
      const end = endOfIndented(lines, at + 1);
      // A term with its definition. `term : type` names the kind of the term.
      out.push(`**${rstPlain(lines[at]!, this.#names)}**`);
      out.push(...this.#blocks(dedented(lines.slice(at + 1, end)), depth + 1));
      return end;
    }
    const end = endOfParagraph(lines, at);
    const words = lines.slice(at, end);
    const isLiteral = words.at(-1)!.endsWith('::');
    if (isLiteral) words[words.length - 1] = withoutMark(words.at(-1)!);
    const text = this.#inline(words);
    if (text !== '') out.push(text);
    if (!isLiteral) return end;
    const from = afterBlanks(lines, end);
    const to = endOfIndented(lines, from);
    if (to > from) out.push(fenced(dedented(lines.slice(from, to)), ''));
    return to > from ? to : end;
  }

  /** Reads what begins with two dots. */
  #explicit(first: string, rest: readonly string[], depth: number): string[] {
    const note = /^\[([\w#*-]{1,40})\] +(.*)$/.exec(first);
    if (note) return [`\\[${note[1]!}] ${this.#inline([note[2]!, ...rest])}`];
    const directive = readDirective(first, rest);
    if (!directive) return [];
    const { name, argument, options, body } = directive;
    if (isDropped(name)) return [];
    if (isCode(name)) {
      const language = /^[\w+#-]+$/.test(argument) ? argument : '';
      return body.some((line) => line !== '') ? [fenced(body, language)] : [];
    }
    if (name === 'list-table') return [...this.#named(argument), ...this.#rows(listRows(body))];
    if (NOTES.has(name)) return this.#noted(`${noteOf(name)}:`, [argument, ...body], depth);
    const version = VERSIONS[name];
    if (version) {
      const [number = '', ...words] = argument.split(' ');
      return this.#noted(`${version} ${number}:`, [words.join(' '), ...body], depth);
    }
    const content = (): string[] => this.#blocks(body, depth + 1);
    if (PLAIN.has(name)) return content();
    if (TITLED.has(name)) return [...this.#named(argument), ...content()];
    const isEmpty = body.every((line) => line === '');
    if (argument === '' || (isEmpty && !OBJECTS.has(name))) return content();
    const signatures = [argument, ...options];
    if (isEmpty) return signatures.map((one) => `- \`${one}\``);
    return this.#object(signatures, content);
  }

  #named(title: string): string[] {
    return title === '' ? [] : [`**${rstPlain(title, this.#names)}**`];
  }

  #noted(kind: string, lines: readonly string[], depth: number): string[] {
    const [first, ...others] = this.#blocks(lines, depth + 1);
    if (first === undefined) return kind.includes('version') ? [`*${kind.slice(0, -1)}*`] : [];
    return /^(?:```|\||[-#>]|\d+\. )/.test(first)
      ? [`*${kind}*`, first, ...others]
      : [`*${kind}* ${first}`, ...others];
  }

  /** A function, a setting or a command line option: its signature is the heading of its description. */
  #object(signatures: readonly string[], content: () => string[]): string[] {
    const level = Math.min(6, this.#level + 1 + this.#objects);
    const title = signatures.map((one) => rstPlain(one, this.#names)).join(', ');
    this.#objects++;
    const inner = content();
    this.#objects--;
    return [`${'#'.repeat(level)} ${escaped(title)}`, ...inner];
  }
}

/** `text::` becomes `text:`, and of `text ::` the text stays. */
function withoutMark(line: string): string {
  const text = line.slice(0, -2);
  const bare = text.trimEnd();
  return bare === text && text !== '' ? `${text}:` : bare;
}

function noteOf(name: string): string {
  return name === 'seealso' ? 'See also' : `${name[0]!.toUpperCase()}${name.slice(1)}`;
}

/** `param str name` */
function fieldName(field: string): string {
  const [kind = '', ...words] = field.split(' ');
  const name = words.at(-1);
  if (/^(?:param|parameter|arg|argument|key|keyword|var|ivar|cvar)$/.test(kind) && name)
    return `\`${name}\`:`;
  if (/^(?:raises?|except|exception)$/.test(kind) && name) return `Raises \`${name}\`:`;
  if (/^returns?$/.test(kind)) return 'Returns:';
  if (kind === 'rtype') return 'Return type:';
  return `**${field}:**`;
}

function listed(items: readonly (readonly string[])[], isNumbered: boolean): string {
  const isTight = items.every(({ length }) => length <= 1);
  return items
    .map((blocks, i) => {
      const mark = isNumbered ? `${i + 1}. ` : '- ';
      return mark + blocks.join('\n\n').replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`);
    })
    .join(isTight ? '\n' : '\n\n');
}

function fenced(lines: readonly string[], language: string): string {
  const code = lines.join('\n').replace(/^\n+|\n+$/g, '');
  const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function escaped(title: string): string {
  return title.replace(/[\\*_`[\]<]/g, '\\$&');
}

/** Returns the line after an indented block, without the blank lines at its end. */
function endOfIndented(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!;
    if (line === '') continue;
    if (!line.startsWith(' ')) break;
    end = at + 1;
  }
  return end;
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length && lines[end] !== '') end++;
  return end;
}

function afterBlanks(lines: readonly string[], from: number): number {
  let at = from;
  while (lines[at] === '') at++;
  return at;
}

/** Removes the common indentation. */
function dedented(lines: readonly string[]): string[] {
  let least = Infinity;
  for (const line of lines) if (line !== '') least = Math.min(least, line.search(/\S/));
  return lines.map((line) => line.slice(least === Infinity ? 0 : least));
}
