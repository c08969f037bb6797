// JSON and JSON Lines: exports and lists of documents become documents, any other data readable lines with their key paths.
import { CONTENT_TYPES, type DocumentInput } from '../../core/document.ts';
import type { JsonObject } from '../../base/json.ts';
import { type Extracted, type ExtractedDocuments, Refusal } from './extracted.ts';
import { checkCount, LIMITS } from './limits.ts';
import { tableBlocks } from './tables.ts';

type Fields = { [key: string]: unknown };

/** @param name of the file, which is part of its records' identity */
export function extractJson(text: string, name: string): Extracted | ExtractedDocuments {
  const data = parseEither(text);
  checkDepth(data);
  if (isRecord(data) && Array.isArray(data['documents']) && data['documents'].some(looksLikeDocument)) {
    return { documents: documentsOf(data['documents'], '') };
  }
  if (Array.isArray(data) && data.filter(looksLikeDocument).length > data.length / 2) {
    return { documents: documentsOf(data, `${name}#`) };
  }
  return rowsIn(data) ?? readable(data);
}

/** Reads it as one document, whatever it contains. */
export function extractJsonText(text: string): Extracted {
  const data = parseEither(text);
  checkDepth(data);
  return readable(data);
}

/** Maximum columns of a table; a list with more is no list of similar things. */
const MOST_COLUMNS = 200;

/** Reads a list of flat objects as a table; undefined for anything else. */
function rowsIn(data: unknown): Extracted | undefined {
  if (!Array.isArray(data) || data.length < 2 || !data.every(isFlat)) return undefined;
  const columns = new Set(data.flatMap((record) => Object.keys(record)));
  const values = data.reduce((sum, record) => sum + Object.keys(record).length, 0);
  // Dissimilar things in one list are read one by one.
  if (columns.size < 2 || columns.size > MOST_COLUMNS || values < (data.length * columns.size) / 2)
    return undefined;
  checkCount('cells', values, LIMITS.cells);
  const header = [...columns];
  const rows = data.map((record) => header.map((name) => cellText(record[name])));
  const body = tableBlocks([header, ...rows]).join('\n\n');
  checkCount('characters of text', body.length, LIMITS.characters);
  return { body, content_type: CONTENT_TYPES.markdown, metadata: { format: 'json-rows', rows: data.length } };
}

function isFlat(value: unknown): value is Fields {
  return isRecord(value) && Object.values(value).every((one) => typeof one !== 'object' || one === null);
}

function cellText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value as string | number | boolean);
}

function readable(data: unknown): Extracted {
  const body = linesOf(data, { characters: 0 }).replace(/\n{3,}/g, '\n\n');
  const extracted: Extracted = { body, content_type: CONTENT_TYPES.text, metadata: { format: 'json' } };
  const title = isRecord(data) ? textOf(data, 'title', 'name') : undefined;
  if (title && title.length <= 200) extracted.title = title;
  return extracted;
}

/** Parses one value, or one per line. */
function parseEither(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const values: unknown[] = [];
    const lines = text.split('\n');
    for (const [i, line] of lines.entries()) {
      if (line.trim() === '') continue;
      try {
        values.push(JSON.parse(line));
      } catch {
        if (values.length > 1) throw new Refusal(`line ${i + 1} of the file is not valid JSON`);
        throw new Refusal(
          `the file is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    }
    return values;
  }
}

function checkDepth(data: unknown): void {
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > LIMITS.jsonDepth) throw new Refusal('its values are nested too deeply');
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Object.values(value))
        if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
}

const BODY = ['body', 'text', 'content', 'markdown', 'html'];

function looksLikeDocument(value: unknown): boolean {
  return isRecord(value) && textOf(value, ...BODY) !== undefined;
}

function documentsOf(list: unknown[], prefix: string): DocumentInput[] {
  checkCount('documents', list.length, LIMITS.documents);
  const written: Written = { characters: 0 };
  const taken = new Set<string>();
  return list.map((value, i) => {
    const record = isRecord(value) ? value : { text: value };
    const document = toDocument(record, written);
    const own = textOf(record, 'source_id', 'id', '_id', 'slug', 'path', 'url') ?? String(i + 1);
    let id = `${prefix}${own}`;
    // Two with one identity would replace each other.
    for (let copy = 2; taken.has(`${document.source}\0${id}`); copy++) id = `${prefix}${own} (${copy})`;
    taken.add(`${document.source}\0${id}`);
    return { ...document, source_id: id };
  });
}

function toDocument(record: Fields, written: Written): DocumentInput {
  const document: DocumentInput = { body: bodyOf(record, written) };
  const title = textOf(record, 'title', 'name', 'headline', 'subject');
  const source = textOf(record, 'source');
  const url = textOf(record, 'source_url', 'url', 'link', 'href');
  const author = textOf(record, 'author', 'creator', 'by');
  const created = moment(record, 'created_at', 'created', 'published_at', 'published', 'date');
  const updated = moment(record, 'updated_at', 'updated', 'modified_at', 'modified', 'last_modified');
  const type = textOf(record, 'content_type');
  if (title) document.title = title;
  // In other data it is the address or the name of a publication.
  if (source && /^[\w.:-]{1,64}$/.test(source)) document.source = source;
  if (url && /^https?:\/\//i.test(url)) document.source_url = url;
  if (author) document.author = author;
  if (created) document.created_at = created;
  if (updated) document.updated_at = updated;
  if (type && /^text\/(?:markdown|html|plain)\b/.test(type)) document.content_type = type;
  else if (textOf(record, ...BODY) === record['html']) document.content_type = CONTENT_TYPES.html;
  const metadata: JsonObject = isRecord(record['metadata']) ? { ...(record['metadata'] as JsonObject) } : {};
  if (record['tags'] !== undefined) metadata['tags'] = record['tags'] as JsonObject[string];
  document.metadata = metadata;
  return document;
}

function bodyOf(record: Fields, written: Written): string {
  const body = textOf(record, ...BODY);
  // An empty text means a document without one.
  if (body !== undefined || BODY.some((name) => typeof record[name] === 'string')) return body ?? '';
  return linesOf(record, written);
}

/** Counts for a whole file: a long key above many values is repeated in the line of each. */
interface Written {
  characters: number;
}

function linesOf(value: unknown, written: Written): string {
  const lines: string[] = [];
  writeLines(value, '', (line) => {
    written.characters += line.length + 1;
    checkCount('characters of text', written.characters, LIMITS.characters);
    lines.push(line);
  });
  return lines.join('\n').trim();
}

/** Writes `server.port: 8080`, with an empty line between the records of a list. */
function writeLines(value: unknown, path: string, write: (line: string) => void): void {
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null)) {
      if (value.length > 0) write(named(path, value.map(String).join(', ')));
      return;
    }
    for (const item of value) {
      writeLines(item, path, write);
      write('');
    }
  } else if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value))
      writeLines(inner, path === '' ? key : `${path}.${key}`, write);
    if (!path.includes('.')) write('');
  } else if (value !== null && value !== undefined && value !== '') write(named(path, String(value)));
}

function named(path: string, value: string): string {
  return path === '' ? value : `${path}: ${value}`;
}

/** Returns the first of these fields with text, or a number as text. */
function textOf(record: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

/** Also accepts seconds and milliseconds since 1970. */
function moment(record: Fields, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value !== 'number' || !Number.isFinite(value)) continue;
    const date = new Date(Math.abs(value) < 1e11 ? value * 1000 : value);
    if (!Number.isNaN(date.getTime())) return date.toISOString();
  }
  return undefined;
}

function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
