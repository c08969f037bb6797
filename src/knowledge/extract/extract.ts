// Which extractor reads an item, by its type, its name and what is in it; and what cannot be read yet, by name.
import { CONTENT_TYPES } from '../../core/document.ts';
import { decodeText } from './decode.ts';
import { type Extracted, Refusal } from './extracted.ts';
import { declaredCharset, extractHtml } from './html.ts';
import { extractMarkdown } from './markdown.ts';
import { extractText } from './text.ts';

/** A file over this is refused: read, converted and indexed it would take some ten times its size in memory. */
export const LARGEST_FILE = 20 * 1024 * 1024;

type Kind = keyof typeof CONTENT_TYPES;

const EXTENSIONS: Record<string, Kind> = {
  md: 'markdown',
  markdown: 'markdown',
  mdown: 'markdown',
  mkd: 'markdown',
  mdx: 'markdown',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'text',
  text: 'text',
  log: 'text',
  rst: 'text',
  adoc: 'text',
  asciidoc: 'text',
  org: 'text',
};

const UNREADABLE: Record<string, string> = {
  'PDF files': 'pdf',
  'Word files': 'doc docx odt rtf pages',
  Presentations: 'ppt pptx odp key',
  Spreadsheets: 'xls xlsx ods numbers',
  'Tables (CSV)': 'csv tsv',
  'E-books': 'epub mobi azw3',
  Images: 'png jpg jpeg gif webp svg bmp ico tif tiff avif heic',
  'Sound and video': 'mp3 wav ogg m4a flac mp4 mov webm avi mkv',
  Archives: 'zip gz tgz tar xz bz2 7z rar zst',
  Fonts: 'woff woff2 ttf otf eot',
  'Style sheets': 'css scss less',
  'Data files': 'json jsonl ndjson xml yaml yml toml db sqlite sqlite3 parquet map',
  'Source files':
    'js mjs cjs ts tsx jsx svelte vue py rb go rs c h cc cpp hpp java kt swift php lua sh bat ps1 sql',
  Programs: 'exe dll so dylib wasm bin o a class jar apk dmg iso deb rpm',
};

/**
 * Reads a file's bytes.
 * @param name decides when the browser's `type` says nothing; a name that says nothing is read as text if it is text.
 * @throws Refusal with the reason.
 */
export function decodeFile(name: string, type: string, bytes: Uint8Array): { text: string; kind: Kind } {
  const known = kindOf(name, type);
  const text = decodeText(
    bytes,
    known === 'markdown' || known === 'text' ? () => undefined : declaredCharset,
  );
  return { text, kind: known ?? (looksLikeHtml(text) ? 'html' : 'text') };
}

/** @throws Refusal when nothing readable is left: a page of scripts only, a Markdown file of front matter only. */
export function extract(text: string, kind: Kind): Extracted {
  const extractors = { markdown: extractMarkdown, html: extractHtml, text: extractText };
  const extracted = extractors[kind](text);
  if (extracted.body.trim() === '') {
    throw new Refusal(kind === 'html' ? 'the page has no text in it' : 'the document has no text in it');
  }
  return extracted;
}

/**
 * The kind that a content type such as `text/html; charset=utf-8` names.
 * @throws Refusal for one that cannot be read.
 */
export function kindOfContentType(type: string): Kind {
  const kind = kindOfType(type);
  if (!kind)
    throw new Refusal(`the content type ${type} cannot be read; use text/markdown, text/html or text/plain`);
  return kind;
}

/** @throws Refusal before anything is read, for files that cannot be read by their name or size. */
export function checkFile(name: string, type: string, size: number): void {
  kindOf(name, type);
  if (size > LARGEST_FILE) {
    const megabytes = (size / 1024 / 1024).toFixed(size < 100 * 1024 * 1024 ? 1 : 0);
    throw new Refusal(
      `the file is too large: ${megabytes} MB, and ${LARGEST_FILE / 1024 / 1024} MB at most can be read`,
    );
  }
}

function kindOf(name: string, type: string): Kind | undefined {
  const extension = /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  if (Object.hasOwn(EXTENSIONS, extension)) return EXTENSIONS[extension];
  for (const [what, extensions] of Object.entries(UNREADABLE)) {
    if (extension !== '' && extensions.split(' ').includes(extension)) {
      throw new Refusal(`${what} cannot be read yet; Markdown, HTML and plain text can`);
    }
  }
  return kindOfType(type);
}

function kindOfType(type: string): Kind | undefined {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  if (bare === 'application/xhtml+xml') return 'html';
  if (bare === 'text/x-markdown') return 'markdown';
  return (Object.keys(CONTENT_TYPES) as Kind[]).find((kind) => CONTENT_TYPES[kind] === bare);
}

function looksLikeHtml(text: string): boolean {
  return /^\s*(?:<!--[^]{0,2000}?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 4000));
}
