// AsciiDoc to Markdown: headings, lists, tables, code, notes and links keep their structure. Line by line, in linear
// time.
//
// Features of a whole tool chain are left out: included files, conditions, extension macros. The official converter
// supports them in 1 MB of script, but a library needs only the text and its structure.
import { CONTENT_TYPES } from '../../core/document.ts';
import { asciidocInline, withoutMarks } from './asciidoc-inline.ts';
import { asciidocRows } from './asciidoc-table.ts';
import type { Extracted } from './extracted.ts';
import { tableBlocks } from './tables.ts';

const ATTRIBUTE = /^:([\w-]+):(?:\s+(.*))?$/;
const HEADING = /^(={1,6}|#{1,6}) +(\S.*)$/;
const UNDERLINES = '=-~^+';
const DELIMITER = /^(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\/{4,}|--|```.*|[|,:!]={3,})$/;
const ITEM = /^[ \t]*(?:(\*{1,6}|-)|(\.{1,6})|(\d{1,4}\.)|<(?:\d{1,3}|\.)>)[ \t]+(\S.*)$/;
const TERM = /^[ \t]*(\S.{0,300}?)(:{2,4}|;;)(?:[ \t]+(\S.*))?$/;
const NOTE = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): +(\S.*)$/;
const NOTES = new Set(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION']);
const LONGEST_TITLE = 300;

/** @throws Refusal only for a table with too many cells */
export function extractAsciidoc(text: string): Extracted {
  const reader = new AsciidocReader(text.split('\n'));
  const body = reader.read();
  const extracted: Extracted = {
    body,
    content_type: CONTENT_TYPES.markdown,
    metadata: { format: 'asciidoc' },
  };
  const { attributes, title } = reader;
  if (title) extracted.title = title;
  const author = attributes.get('author');
  if (author) extracted.author = author;
  const updated = attributes.get('revdate');
  if (updated) extracted.updated_at = updated;
  const description = attributes.get('description');
  if (description) extracted.metadata['description'] = description;
  const keywords = attributes.get('keywords');
  if (keywords)
    extracted.metadata['tags'] = keywords
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  return extracted;
}

class AsciidocReader {
  readonly attributes = new Map<string, string>();
  title: string | undefined;
  readonly #lines: readonly string[];
  readonly #out: string[] = [];
  #at = 0;
  /** The text in square brackets above a block: `source,python`, `NOTE`, `cols="1,2"`. */
  #style = '';
  #paragraph: string[] = [];
  /** Delimiters of the open blocks, including quotes. */
  readonly #open = new Set<string>();
  readonly #quotes: string[] = [];
  #isItem = false;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(): string {
    for (; this.#at < this.#lines.length; this.#at++) this.#line(this.#lines[this.#at]!.trimEnd());
    this.#endParagraph();
    return this.#out
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
  }

  #line(line: string): void {
    const attribute = this.#paragraph.length === 0 ? ATTRIBUTE.exec(line) : null;
    if (line === '') return this.#endParagraph(true);
    if (/^\/\/(?!\/)/.test(line) || /^(?:ifn?def|ifeval|endif|include|toc)::/.test(line)) return;
    if (attribute) return void this.attributes.set(attribute[1]!.toLowerCase(), attribute[2]?.trim() ?? '');
    if (DELIMITER.test(line) && !this.#isUnderline(line)) return this.#block(line);
    if (this.#paragraph.length === 0 || this.#isItem) {
      if (/^\[.*\]$/.test(line)) return this.#attributes(line.slice(1, -1));
      if (this.#start(line)) return;
    }
    if (this.#isUnderline(line)) return this.#underlined(line);
    if (line === '+') return this.#endParagraph(true);
    this.#paragraph.push(line.trim());
  }

  /** Handles the start of a block. @returns whether it is more than paragraph text */
  #start(line: string): boolean {
    const heading = HEADING.exec(line);
    if (heading) return this.#heading(heading[1]!.length, heading[2]!.replace(/ =+$/, ''));
    const title = /^\.([^\s.].*)$/.exec(line);
    if (title) return this.#write(`**${withoutMarks(title[1]!, this.attributes)}**`);
    const item = ITEM.exec(line);
    if (item) return this.#item(item);
    const term = TERM.exec(line);
    if (term && !line.includes('://')) return this.#term(term[1]!, term[3]);
    if (/^image::/.test(line)) return this.#write(asciidocInline(line.replace('::', ':'), this.attributes));
    if (/^'{3,}$/.test(line)) return this.#write('---');
    if (/^<{3,}$/.test(line)) return true;
    if (/^[ \t]+\S/.test(line) && !this.#isItem) return this.#literal();
    const note = NOTE.exec(line);
    if (!note) return false;
    this.#endParagraph();
    this.#paragraph = [`*${note[1]![0]}${note[1]!.slice(1).toLowerCase()}:* ${note[2]}`];
    return true;
  }

  #heading(level: number, words: string): boolean {
    const text = withoutMarks(words, this.attributes);
    if (level === 1 && this.title === undefined) {
      this.title = text;
      this.#author();
    }
    return this.#write(`${'#'.repeat(level)} ${text}`);
  }

  /** Reads the lines below the title: the author, and the version with its date. */
  #author(): void {
    const line = this.#lines[this.#at + 1] ?? '';
    const found = /^([\p{L}][\p{L}\p{M}.'_ -]{2,80}?)(?: <([^>\s]+)>)?$/u.exec(line.trim());
    if (!found || !/^v?\d|^:|^\s*$|^\/\//.test(this.#lines[this.#at + 2] ?? '')) return;
    this.attributes.set('author', found[1]!.replaceAll('_', ' '));
    this.#at++;
    const version = /^v?\d[\w.-]*(?:$|[,:](?:\s*(\d{4}-\d{2}-\d{2})\b)?)/.exec(
      this.#lines[this.#at + 1] ?? '',
    );
    if (!version) return;
    if (version[1]) this.attributes.set('revdate', version[1]);
    this.#at++;
  }

  #isUnderline(line: string): boolean {
    const title = this.#paragraph[0] ?? '';
    const isLine = UNDERLINES.includes(line[0]!) && line === line[0]!.repeat(line.length);
    const isAlone =
      this.#paragraph.length === 1 && !this.#isItem && !this.#open.has(line) && title.length <= LONGEST_TITLE;
    return isLine && isAlone && Math.abs(line.length - title.length) <= 1 && /[\p{L}\p{N}]/u.test(title);
  }

  #underlined(line: string): void {
    const [title = ''] = this.#paragraph;
    this.#paragraph = [];
    this.#heading(UNDERLINES.indexOf(line[0]!) + 1, title);
  }

  #attributes(style: string): void {
    this.#endParagraph();
    // `[[name]]` and `[#name]` are link targets.
    if (!/^[[#]/.test(style)) this.#style = style;
  }

  #item([, bullets, dots, number, text]: RegExpExecArray | string[]): boolean {
    this.#endParagraph();
    const depth = (bullets ?? dots ?? '-').length - 1;
    this.#paragraph = [`${'  '.repeat(depth)}${bullets ? '- ' : `${number ?? '1.'} `}`, text!];
    this.#isItem = true;
    return true;
  }

  #term(term: string, text: string | undefined): boolean {
    this.#endParagraph();
    this.#paragraph = ['- ', `*${withoutMarks(term, this.attributes)}:* ${text ?? ''}`.trim()];
    this.#isItem = true;
    return true;
  }

  #endParagraph(isBlank = false): void {
    const lines = this.#paragraph;
    this.#paragraph = [];
    if (lines.length > 0) {
      const mark = this.#isItem ? lines.shift()! : '';
      const text = asciidocInline(lines.join('\n'), this.attributes);
      const indent = ' '.repeat(mark.length);
      this.#put(
        `${mark}${this.#isItem ? text.replace(/\n/g, `\n${indent}`) : this.#noted(text)}`,
        this.#isItem,
      );
      this.#style = '';
    }
    if (isBlank && !this.#isItem) this.#put('', true);
    this.#isItem = false;
  }

  /** `[NOTE]` above a paragraph gives its kind. */
  #noted(text: string): string {
    return NOTES.has(this.#style)
      ? `**${this.#style[0]}${this.#style.slice(1).toLowerCase()}:** ${text}`
      : text;
  }

  #block(line: string): void {
    this.#endParagraph();
    const style = this.#style;
    this.#style = '';
    const mark = line[0]!;
    if (line.startsWith('```')) return this.#code(line.slice(3).trim(), '```');
    if (/^[|!]=/.test(line)) return this.#table(line, style);
    if (/^[,:]=/.test(line)) return this.#code('', line);
    if (mark === '/' || mark === '+') return void this.#inside(line);
    if ((mark === '-' && line.length > 2) || mark === '.') {
      const [kind = '', language = ''] = style.split(',').map((part) => part.trim());
      return this.#code(/^(?:source|,|$)/.test(kind) ? language : '', line);
    }
    if (NOTES.has(style)) this.#write(`**${style[0]}${style.slice(1).toLowerCase()}**`);
    if (!this.#open.delete(line)) this.#open.add(line);
    if (mark !== '_') return;
    if (this.#quotes.at(-1) === line) this.#quotes.pop();
    else this.#quotes.push(line);
  }

  /** Returns the lines of a block up to its end, or the end of the file. */
  #inside(delimiter: string): string[] {
    const from = this.#at + 1;
    let end = from;
    while (end < this.#lines.length && this.#lines[end]!.trimEnd() !== delimiter) end++;
    this.#at = end;
    return this.#lines.slice(from, end);
  }

  #code(language: string, delimiter: string): void {
    const code = this.#inside(delimiter).join('\n');
    const longest = (code.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
    const fence = '`'.repeat(longest + 1);
    this.#write(`${fence}${/^[\w+#-]+$/.test(language) ? language : ''}\n${code}\n${fence}`);
  }

  #literal(): boolean {
    const lines = [];
    while (/^[ \t]+\S/.test(this.#lines[this.#at] ?? '')) lines.push(this.#lines[this.#at++]!);
    this.#at--;
    const indent = Math.min(...lines.map((one) => one.search(/\S/)));
    return this.#write(`\`\`\`\n${lines.map((one) => one.slice(indent)).join('\n')}\n\`\`\``);
  }

  #table(delimiter: string, style: string): void {
    const rows = asciidocRows(this.#inside(delimiter), style, delimiter[0]!);
    const blocks = tableBlocks(rows.map((row) => row.map((cell) => withoutMarks(cell, this.attributes))));
    for (const block of blocks) this.#write(block);
  }

  /** Writes a block with blank lines around it. */
  #write(block: string): true {
    this.#endParagraph();
    this.#put('', true);
    this.#put(block, true);
    this.#put('', true);
    return true;
  }

  #put(text: string, isTight = false): void {
    if (!isTight) this.#blank();
    if (text === '') this.#blank();
    else this.#out.push(this.#quotes.length > 0 ? text.replace(/^/gm, '> ') : text);
    if (!isTight) this.#blank();
  }

  /** Writes at most one blank line, and none at the edges of a quote. */
  #blank(): void {
    const last = this.#out.at(-1) ?? '';
    if (this.#quotes.length > 0 && last !== '' && last !== '>') this.#out.push('>');
    else if (this.#quotes.length === 0 && last === '>') this.#out[this.#out.length - 1] = '';
    else if (this.#quotes.length === 0 && last !== '') this.#out.push('');
  }
}
