// Finds the kind of a file from its name or content type, including kinds that can't be read.
import { Refusal } from './extracted.ts';

/** Text that is read in the knowledge worker itself. */
export const TEXT_KINDS = [
  'markdown',
  'asciidoc',
  'rst',
  'html',
  'text',
  'code',
  'csv',
  'json',
  'notebook',
] as const;
/** Container files, which are read in a separate worker that can be ended. */
export const PACKED_KINDS = [
  'pdf',
  'docx',
  'pptx',
  'xlsx',
  'odt',
  'ods',
  'odp',
  'epub',
  'rtf',
  'mail',
  'gzip',
  'zip',
  'picture',
] as const;
/** Split in the knowledge worker into parts, which are then read one by one. */
export const SPLIT_KINDS = ['mailbox'] as const;

export type TextKind = (typeof TEXT_KINDS)[number];
export type PackedKind = (typeof PACKED_KINDS)[number];
export type SplitKind = (typeof SPLIT_KINDS)[number];
export type Kind = TextKind | PackedKind | SplitKind;

export function isText(kind: Kind): kind is TextKind {
  return (TEXT_KINDS as readonly Kind[]).includes(kind);
}

const EXTENSIONS: Record<Kind, string> = {
  markdown: 'md markdown mdown mkd mdx qmd rmd',
  html: 'html htm xhtml',
  asciidoc: 'adoc asciidoc',
  rst: 'rst rest',
  text: 'txt text log org tex srt vtt',
  csv: 'csv tsv tab',
  json: 'json jsonl ndjson geojson webmanifest har',
  notebook: 'ipynb',
  code:
    'js mjs cjs jsx ts mts cts tsx svelte vue astro py pyi rb go rs c h cc cpp cxx hpp hh cs java kt kts swift scala php ' +
    'lua pl pm r jl dart ex exs erl hs ml fs clj lisp el vim nim zig sh bash zsh fish bat ps1 sql graphql proto tf ' +
    'css scss less xml xsd xsl yaml yml toml ini cfg conf properties gradle cmake mk diff patch',
  pdf: 'pdf',
  docx: 'docx docm dotx',
  pptx: 'pptx pptm ppsx potx',
  xlsx: 'xlsx xlsm xltx',
  odt: 'odt ott',
  ods: 'ods ots',
  odp: 'odp otp',
  epub: 'epub',
  rtf: 'rtf',
  mail: 'eml',
  mailbox: 'mbox mbx',
  gzip: 'gz',
  zip: 'zip',
  picture: 'png jpg jpeg gif webp bmp',
};

/** The kind, its extensions, and advice. */
const UNREADABLE: [what: string, extensions: string, instead: string][] = [
  ['Word files from before 2007', 'doc dot', 'save it as .docx'],
  ['Presentations from before 2007', 'ppt pps', 'save it as .pptx'],
  ['Binary spreadsheets and those from before 2007', 'xls xlsb', 'save it as .xlsx'],
  ['Pages, Numbers and Keynote files', 'pages numbers key', 'export it as PDF, .docx, .xlsx or .pptx'],
  ['Kindle books', 'mobi azw azw3 kfx', 'Perilune reads EPUB'],
  ['Outlook files', 'msg pst ost', 'save the messages as .eml or .mbox'],
  ['Pictures of this format', 'tif tiff avif heic heif psd', 'save it as PNG or JPEG'],
  ['Drawings and icons', 'svg ico', ''],
  ['Sound and video', 'mp3 wav ogg m4a flac aac mp4 mov webm avi mkv', ''],
  ['Archives', 'tgz tar xz bz2 7z rar zst', 'unpack the archive and add the folder'],
  ['Fonts', 'woff woff2 ttf otf eot', ''],
  ['Databases', 'db sqlite sqlite3 parquet', 'export it as CSV or JSON'],
  ['Source maps', 'map', ''],
  ['Programs', 'exe dll so dylib wasm bin o a class jar apk dmg iso deb rpm', ''],
];

const READABLE =
  'Perilune reads PDF, Word, PowerPoint, Excel, OpenDocument, RTF, EPUB, e-mail, pictures with text, Markdown, HTML, CSV, JSON, source code and plain text';

const BY_EXTENSION = new Map(
  (Object.keys(EXTENSIONS) as Kind[]).flatMap((kind) =>
    EXTENSIONS[kind].split(' ').map((extension): [string, Kind] => [extension, kind]),
  ),
);

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const BY_TYPE: Record<string, Kind> = {
  'text/markdown': 'markdown',
  'text/x-markdown': 'markdown',
  'text/asciidoc': 'asciidoc',
  'text/x-asciidoc': 'asciidoc',
  'text/x-rst': 'rst',
  'text/prs.fallenstein.rst': 'rst',
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/json': 'json',
  'application/ld+json': 'json',
  'application/geo+json': 'json',
  'application/jsonl': 'json',
  'application/x-jsonlines': 'json',
  'application/x-ndjson': 'json',
  'application/x-ipynb+json': 'notebook',
  'text/css': 'code',
  'text/xml': 'code',
  'application/xml': 'code',
  'application/yaml': 'code',
  'application/toml': 'code',
  'text/javascript': 'code',
  'application/javascript': 'code',
  'application/sql': 'code',
  'application/pdf': 'pdf',
  [`${OFFICE}wordprocessingml.document`]: 'docx',
  [`${OFFICE}presentationml.presentation`]: 'pptx',
  [`${OFFICE}spreadsheetml.sheet`]: 'xlsx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/epub+zip': 'epub',
  'application/rtf': 'rtf',
  'text/rtf': 'rtf',
  'message/rfc822': 'mail',
  'application/mbox': 'mailbox',
  'application/gzip': 'gzip',
  'application/x-gzip': 'gzip',
  'application/zip': 'zip',
  'application/x-zip-compressed': 'zip',
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/gif': 'picture',
  'image/webp': 'picture',
  'image/bmp': 'picture',
};

/**
 * @throws Refusal for a kind that can't be read
 * @returns undefined when neither name nor type is known
 */
export function kindOfName(name: string, type: string): Kind | undefined {
  const extension = extensionOf(name);
  const known = BY_EXTENSION.get(extension);
  if (known) return known;
  for (const [what, extensions, instead] of UNREADABLE) {
    if (extension !== '' && extensions.split(' ').includes(extension)) {
      throw new Refusal(`${what} cannot be read; ${instead || READABLE}`);
    }
  }
  return kindOfType(type);
}

/**
 * Returns the kind of text for a content type such as `text/html; charset=utf-8`.
 * @throws Refusal for one that can't be read, and for files that aren't text: these are added as files
 */
export function kindOfContentType(type: string): TextKind {
  const kind = kindOfType(type);
  if (!kind) {
    throw new Refusal(`the content type ${type} cannot be read; use text/markdown, text/html or text/plain`);
  }
  if (!isText(kind)) throw new Refusal(`text of the content type ${type} cannot be read; add it as a file`);
  return kind;
}

function kindOfType(type: string): Kind | undefined {
  const bare = type.split(';')[0]!.trim().toLowerCase();
  if (Object.hasOwn(BY_TYPE, bare)) return BY_TYPE[bare];
  return bare.startsWith('text/x-') ? 'code' : undefined;
}

/** Returns it in lower case, without the dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
