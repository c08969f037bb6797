// Rich text files (RTF): paragraphs, headings, lists, tables, links and emphasis, converted to a page and read like
// one.
//
// Pictures, embedded objects, hidden text, and all optional groups are dropped; headers and footers too, unless the file
// has no other text.
import { CONTENT_TYPES } from '../../core/document.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { toMarkdown } from './html-markdown.ts';
import { parsePage } from './html-nodes.ts';
import { checkCount, LIMITS } from './limits.ts';
import { firstRowsAsHeads } from './office.ts';
import { RtfPage } from './rtf-page.ts';
import { charsetOf, codePageOf, decodeRun } from './rtf-text.ts';
import { readRtf } from './rtf-tokens.ts';
import { withProperties } from './with-properties.ts';

/** Maximum nesting of groups: Word writes about twenty levels. */
const DEEPEST = 1000;

/** The kind of a group's content; only `text` is text of the document. */
type Destination = 'text' | 'skip' | 'fonts' | 'styles' | 'info' | 'field' | 'marker';
/** Headers and footers: of all, left, right and first pages. */
const MARGINS = 'header headerl headerr headerf footer footerl footerr footerf';
/** The kind by the group's control word. Other groups marked with `\*` are dropped. */
const DESTINATIONS: Record<string, Destination> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  info: 'info',
  fldinst: 'field',
  listtext: 'marker',
  pntext: 'marker',
  result: 'text',
  shptxt: 'text',
  ...Object.fromEntries(
    (
      `${MARGINS} colortbl pict object objdata annotation atnid ` +
      'atnauthor atndate filetbl listtable listoverridetable rsidtbl generator xe tc rxe themedata datastore ' +
      'shprslt nonshppict nonesttables pnseclvl bkmkstart bkmkend private ftnsep ftnsepc aftnsep'
    )
      .split(' ')
      .map((name) => [name, 'skip']),
  ),
};
const INFO: Record<string, 'title' | 'author' | 'keywords'> = {
  title: 'title',
  author: 'author',
  keywords: 'keywords',
};
const SYMBOLS: Record<string, string> = {
  tab: ' ',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '‑',
};

interface Group {
  destination: Destination;
  /** For text after `\u`: the number of bytes that replace it where it can't be shown. */
  fallback: number;
  font: number;
  bold: boolean;
  italic: boolean;
  hidden: boolean;
  /** In a footnote, whose text is put in brackets. */
  note: boolean;
  /** For a group of `info`: the field's name. */
  field: string;
}

export function extractRtf(bytes: Uint8Array, alive: () => void): Extracted {
  let source = '';
  for (let at = 0; at < bytes.length; at += 8192)
    source += String.fromCharCode(...bytes.subarray(at, at + 8192));
  const first = read(source, new RtfReader(), alive);
  const { body, info } = first.body === '' ? read(source, new RtfReader(MARGINS.split(' ')), alive) : first;
  const { title, author, keywords } = info;
  const tags = keywords
    ?.split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  return withProperties(
    { body, content_type: CONTENT_TYPES.markdown, metadata: { format: 'rtf' } },
    { ...(title && { title }), ...(author && { author }), ...(tags && { tags }) },
  );
}

function read(
  source: string,
  reader: RtfReader,
  alive: () => void,
): { body: string; info: RtfReader['info'] } {
  readRtf(source, reader, alive);
  const page = parsePage(reader.end());
  firstRowsAsHeads(page);
  return { body: toMarkdown(page), info: reader.info };
}

class RtfReader {
  readonly info: Partial<Record<'title' | 'author' | 'keywords', string>> = {};
  readonly #page = new RtfPage();
  readonly #groups: Group[] = [];
  #group: Group = {
    destination: 'text',
    fallback: 1,
    font: -1,
    bold: false,
    italic: false,
    hidden: false,
    note: false,
    field: '',
  };
  /** The font where no other is named. */
  #font = -1;
  #codePage: string | undefined;
  readonly #fonts = new Map<number, string | undefined>();
  /** Heading levels by style number. */
  readonly #levels = new Map<number, number>();
  #style = { number: 0, name: '' };
  #run: number[] = [];
  #toSkip = 0;
  /** The last word was `\*` at the start of a group: the next one names an optional group. */
  #isOptional = false;
  /** Nothing of the group was read yet. */
  #isFresh = false;
  #instruction = '';
  #characters = 0;
  readonly #shown: ReadonlySet<string>;

  /** @param shown groups that are otherwise dropped */
  constructor(shown: readonly string[] = []) {
    this.#shown = new Set(shown);
  }

  open(): void {
    this.#flush();
    if (this.#groups.length >= DEEPEST)
      throw new Refusal('the file is damaged: its groups are nested too deeply');
    this.#groups.push(this.#group);
    this.#group = { ...this.#group };
    this.#isOptional = false;
    this.#isFresh = true;
    this.#toSkip = 0;
  }

  close(): void {
    this.#flush();
    const ended = this.#group;
    this.#group = this.#groups.pop() ?? ended;
    this.#toSkip = 0;
    this.#isFresh = false;
    if (ended.note && !this.#group.note) this.#page.text(')', false, false);
    if (ended.destination === 'styles' && this.#style.name !== '') this.#endStyle();
    if (ended.destination === 'field' && this.#group.destination !== 'field') {
      const target = /HYPERLINK\s+"?(https?:[^"\s]+)/.exec(this.#instruction)?.[1];
      this.#page.link(target, this.#groups.length);
      this.#instruction = '';
    }
    this.#page.leave(this.#groups.length);
  }

  byte(value: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else if (this.#group.destination !== 'skip') this.#run.push(value);
    this.#isOptional = this.#isFresh = false;
  }

  word(name: string, value: number | undefined): void {
    if (name === '*') {
      this.#isOptional = this.#isFresh;
      return;
    }
    this.#isFresh = false;
    // In the replacement text, a word counts like a byte.
    if (this.#toSkip > 0 && name !== 'u') {
      this.#toSkip--;
      if (Object.hasOwn(SYMBOLS, name)) return;
    }
    this.#flush();
    const isOptional = this.#isOptional;
    this.#isOptional = false;
    const group = this.#group;
    if (group.destination === 'skip') {
      // An object's text is its visible result.
      if (name === 'result' || name === 'shptxt') group.destination = 'text';
      return;
    }
    const destination = Object.hasOwn(DESTINATIONS, name) ? DESTINATIONS[name] : undefined;
    if (this.#shown.has(name)) this.#page.word('par', undefined);
    else if (destination) group.destination = destination;
    else if (isOptional) group.destination = 'skip';
    else if (group.destination === 'info')
      group.field = Object.hasOwn(INFO, name) ? name : group.field || '-';
    else this.#control(name, value);
  }

  /** Returns the page as HTML. */
  end(): string {
    this.#flush();
    return this.#page.end();
  }

  #control(name: string, value: number | undefined): void {
    const group = this.#group;
    const isOn = value !== 0;
    if (Object.hasOwn(SYMBOLS, name)) this.#text(SYMBOLS[name]!);
    else if (name === 'u') {
      this.#text(String.fromCharCode((value ?? 0) & 0xffff));
      this.#toSkip = group.fallback;
    } else if (name === 'uc') group.fallback = Math.min(Math.max(0, value ?? 1), 100);
    else if (name === 'ansicpg') this.#codePage = codePageOf(value ?? 1252);
    else if (name === 'mac') this.#codePage = 'macintosh';
    else if (name === 'f') group.font = value ?? -1;
    else if (name === 'fcharset') this.#fonts.set(group.font, charsetOf(value ?? 0));
    else if (name === 'b') group.bold = isOn;
    else if (name === 'i') group.italic = isOn;
    else if (name === 'v' || name === 'deleted') group.hidden = isOn;
    else if (name === 'deff') this.#font = group.font = value ?? -1;
    else if (name === 'plain')
      Object.assign(group, { bold: false, italic: false, hidden: false, font: this.#font });
    else if (name === 'footnote') this.#footnote();
    else if (name === 's' || name === 'outlinelevel') this.#level(name, value ?? 0);
    else if (group.destination === 'text' && !group.note) this.#page.word(name, value);
  }

  #footnote(): void {
    if (this.#group.destination !== 'text' || this.#group.note) return;
    this.#group.note = true;
    this.#page.text(' (', false, false);
  }

  #level(name: 's' | 'outlinelevel', value: number): void {
    if (this.#group.note) return;
    const inSheet = this.#group.destination === 'styles';
    if (name === 's' && inSheet) this.#style.number = value;
    else if (name === 's') this.#page.level(this.#levels.get(value));
    else if (inSheet) this.#levels.set(this.#style.number, value + 1);
    else this.#page.level(value + 1);
  }

  #endStyle(): void {
    const level = /^(?:heading|überschrift|titre|título|titolo|kop) ?([1-9])\b/i.exec(
      this.#style.name.trim(),
    )?.[1];
    if (level) this.#levels.set(this.#style.number, Number(level));
    else if (/^title;?$/i.test(this.#style.name.trim())) this.#levels.set(this.#style.number, 1);
    this.#style = { number: 0, name: '' };
  }

  #flush(): void {
    if (this.#run.length === 0) return;
    const { font } = this.#group;
    const text = decodeRun(this.#run, this.#fonts.get(font) ?? this.#codePage);
    this.#run = [];
    this.#text(text);
  }

  #text(text: string): void {
    const { destination, hidden, bold, italic, field } = this.#group;
    if (hidden) return;
    checkCount('characters of text', (this.#characters += text.length), LIMITS.characters);
    if (destination === 'text') this.#page.text(text, bold, italic);
    else if (destination === 'marker') this.#page.marker(text);
    else if (destination === 'field') this.#instruction += text;
    else if (destination === 'styles') this.#style.name += text;
    else if (destination === 'info' && Object.hasOwn(INFO, field)) {
      const known = INFO[field]!;
      this.info[known] = `${this.info[known] ?? ''}${text}`;
    }
  }
}
