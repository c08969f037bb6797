// Markdown: the body without its front matter, the front matter's fields, and the title.
import { CONTENT_TYPES } from '../../core/document.ts';
import type { JsonObject } from '../../base/json.ts';
import { headingText } from '../../search/headings.ts';
import type { Extracted } from './extracted.ts';
import { plainMarkdown } from './markdown-dialects.ts';

/** Title and front matter are at the top; nothing further down is examined. */
const TITLE_WITHIN = 4000;
const FRONT_MATTER_WITHIN = 20_000;

export function extractMarkdown(text: string): Extracted {
  const { fields, body: written } = splitFrontMatter(text);
  const body = plainMarkdown(written);
  const extracted: Extracted = {
    body,
    content_type: CONTENT_TYPES.markdown,
    metadata: metadataOf(fields),
  };
  const title = single(fields, 'title') ?? firstHeading(body);
  const author = single(fields, 'author');
  const url = single(fields, 'source_url', 'url', 'canonical');
  const created = single(fields, 'created_at', 'created', 'date');
  const updated = single(fields, 'updated_at', 'updated', 'lastmod', 'date');
  if (title) extracted.title = title;
  if (author) extracted.author = author;
  if (url && /^https?:\/\//.test(url)) extracted.source_url = url;
  if (created) extracted.created_at = created;
  if (updated) extracted.updated_at = updated;
  return extracted;
}

type Fields = Map<string, string | string[]>;

function metadataOf(fields: Fields): JsonObject {
  const metadata: JsonObject = {};
  const description = single(fields, 'description', 'summary');
  if (description) metadata['description'] = description;
  const language = single(fields, 'language', 'lang');
  if (language) metadata['language'] = language;
  const tags = fields.get('tags') ?? fields.get('keywords');
  if (tags !== undefined) {
    const list = Array.isArray(tags) ? tags : tags.split(',');
    metadata['tags'] = list.map((tag) => tag.trim()).filter((tag) => tag !== '');
  }
  return metadata;
}

function single(fields: Fields, ...names: string[]): string | undefined {
  const name = names.find((candidate) => fields.has(candidate));
  const value = name && fields.get(name);
  return (Array.isArray(value) ? value.join(', ') : value)?.trim() || undefined;
}

/**
 * Reads the block between `---` lines at the very top: `key: value` lines and lists of words. Deeper structure is
 * dropped.
 */
function splitFrontMatter(text: string): { fields: Fields; body: string } {
  const without = { fields: new Map<string, string>(), body: text };
  if (!text.startsWith('---')) return without;
  const block = /^---[ \t]*\n([^]*?)\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(0, FRONT_MATTER_WITHIN));
  if (!block) return without;
  const fields: Fields = new Map();
  let list: string[] | undefined;
  for (const line of (block[1] ?? '').split('\n')) {
    const item = /^\s*-\s+(.*)$/.exec(line);
    const pair = /^([A-Za-z_][\w-]*)\s*:(?:\s+(.*))?$/.exec(line);
    if (item && list) list.push(unquote(item[1] ?? ''));
    else if (pair) {
      const value = (pair[2] ?? '').trim();
      list = value === '' ? [] : undefined;
      fields.set((pair[1] ?? '').toLowerCase(), list ?? valueOf(value));
    } else if (line.trim() !== '' && !/^\s|^#/.test(line)) {
      return without; // A text that merely begins with a rule.
    }
  }
  return { fields, body: text.slice(block[0].length).replace(/^\n+/, '') };
}

function valueOf(value: string): string | string[] {
  const list = /^\[(.*)\]$/.exec(value);
  return list ? (list[1] ?? '').split(',').map(unquote) : unquote(value);
}

function unquote(value: string): string {
  const text = value.trim();
  return text.length > 1 && /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

/** Generic chapter names: the first of several chapters with one is no title. */
const PART =
  /^(?:(?:table of )?contents|toc|features?|install(?:ation|ing)?|introduction|usage|getting started|quick ?start|overview|about|licen[cs]e|change ?log|documentation|examples?|inhalt(?:sverzeichnis)?|einleitung)$/i;

function firstHeading(body: string): string | undefined {
  // Removes code fences, where a line may begin with `#` too.
  const start = body.slice(0, TITLE_WITHIN).replace(/^ {0,3}(```|~~~)[^]*?(?:^ {0,3}\1|(?![^]))/gm, '');
  const found = [
    /^ {0,3}#[ \t]+([^\n]+)$/m.exec(start),
    /^([^\s#>`~|<-][^\n]*)\n=+[ \t]*$/m.exec(start),
    /<h1\b[^<>]{0,300}>([^]{1,2000}?)<\/h1>/i.exec(start),
  ].filter((match) => match !== null);
  found.sort((a, b) => a.index - b.index);
  const first = found.find((match) => !isOneOfSeveral(wordsOf(match), body));
  return (first && wordsOf(first)) || undefined;
}

function isOneOfSeveral(words: string, body: string): boolean {
  return PART.test(words) && (body.slice(0, FRONT_MATTER_WITHIN).match(/^#[ \t]/gm)?.length ?? 0) > 1;
}

/** Returns the words of a heading; for HTML without words, the alternative text of its picture. */
function wordsOf([whole, marked = '']: RegExpExecArray): string {
  if (!whole.startsWith('<')) return headingText(marked);
  const text = headingText(marked.replace(/\s+/g, ' '));
  return text || (/\balt="([^"<>]{1,160})"/i.exec(marked)?.[1] ?? '').replace(/\s+logo$/i, '').trim();
}
