// Parses the result of a server's tool: its structured content, otherwise its text, with pictures and sounds. Other
// content is named with its size.
import { Failure } from '../core/errors.ts';
import { isDeeperThan } from '../base/json-depth.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';

/** Characters, as for every tool's result. */
const MOST = 2 ** 20;
const DEEPEST = 100;
const LONGEST_ERROR = 4000;

/**
 * @param tool the name it was called by
 * @throws Failure `tool_error` with the server's message when the call failed there, or when the result is too large.
 */
export function readResult(answer: unknown, tool: string): Json {
  const { isError, structuredContent, content } = isObject(answer) ? answer : {};
  const blocks = Array.isArray(content) ? content.slice(0, 1000) : [];
  if (isError === true) {
    const said = blocks.map(wordsOf).join('\n').trim();
    throw new Failure(
      'tool_error',
      said === '' ? `tool '${tool}' failed on its server` : said.slice(0, LONGEST_ERROR),
    );
  }
  const files = filesOf(blocks);
  const others = blocks.filter((block) => !files.some(({ of }) => of === block));
  const said =
    structuredContent === undefined ? textOf(others) : withNotes(structuredContent as Json, others);
  const result = withFiles(
    said,
    files.map(({ file }) => file),
  );
  if (isDeeperThan(DEEPEST, result)) {
    throw new Failure('tool_error', `the result of tool '${tool}' is nested deeper than ${DEEPEST} levels`);
  }
  if (JSON.stringify(result).length > MOST) {
    throw new Failure('tool_error', `the result of tool '${tool}' is larger than 1 MB; ask for less`);
  }
  return withoutTraps(result);
}

/** Removes the one key that changes an object when assigned. */
function withoutTraps(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutTraps);
  if (!isObject(value)) return value;
  const entries = Object.entries(value as JsonObject).filter(([key]) => key !== '__proto__');
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutTraps(inner)]));
}

function textOf(blocks: readonly unknown[]): Json {
  return blocks.map(wordsOf).join('\n');
}

/** Characters of base64 in one result. Further files are only named. */
const MOST_FILES = 900_000;

/** Returns pictures and sounds in the form that other tools' results use. */
function filesOf(blocks: readonly unknown[]): { of: unknown; file: JsonObject }[] {
  let left = MOST_FILES;
  return blocks.flatMap((block) => {
    const { type, data, mimeType } = mediaOf(block);
    if ((type !== 'image' && type !== 'audio') || typeof data !== 'string') return [];
    left -= data.length;
    if (left < 0) return [];
    const kind = type === 'image' ? 'image' : 'file';
    return [{ of: block, file: { kind, content_type: short(mimeType), data } }];
  });
}

/** A picture or a sound, also one that is embedded as a resource. */
function mediaOf(block: unknown): { type?: unknown; data?: unknown; mimeType?: unknown } {
  if (!isObject(block)) return {};
  const { type, resource } = block;
  if (type !== 'resource' || !isObject(resource)) return block;
  const { blob, mimeType } = resource;
  const [, media] = /^(image|audio)\//.exec(short(mimeType)) ?? [];
  return { type: media, data: blob, mimeType };
}

/** Picks another field name if the structured content already has this one. */
function withFiles(said: Json, files: JsonObject[]): Json {
  if (files.length === 0) return said;
  if (typeof said === 'string') return { ...(said.trim() !== '' && { text: said }), files };
  return isObject(said)
    ? { ...said, ['files' in said ? 'shown_files' : 'files']: files }
    : { value: said, files };
}

/** Text beside structured content repeats it and is dropped. Other content is mentioned. */
function withNotes(value: Json, blocks: readonly unknown[]): Json {
  const notes = blocks.filter((block) => !isObject(block) || block['type'] !== 'text').map(wordsOf);
  return notes.length > 0 && isObject(value) ? { ...value, not_shown: notes } : value;
}

function wordsOf(block: unknown): string {
  if (!isObject(block)) return '';
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string' ? block['text'] : '';
    case 'image':
    case 'audio':
      return `[${String(block['type'])} ${short(block['mimeType'])}, ${sizeOf(block['data'])}, not shown]`;
    case 'resource_link':
      return `[link ${short(block['uri'])} ${short(block['title'] ?? block['name'])}]`;
    case 'resource':
      return resourceWords(block['resource']);
    default:
      return `[${short(block['type'])}, not shown]`;
  }
}

function resourceWords(resource: unknown): string {
  if (!isObject(resource)) return '';
  const { uri, text, blob, mimeType } = resource;
  if (typeof text === 'string') return `[resource ${short(uri)}]\n${text}`;
  return `[resource ${short(uri)} ${short(mimeType)}, ${sizeOf(blob)}, not shown]`;
}

/** Of base64. */
function sizeOf(data: unknown): string {
  const bytes = typeof data === 'string' ? Math.floor((data.length * 3) / 4) : 0;
  return bytes < 2048 ? `${bytes} bytes` : `${Math.round(bytes / 1024)} KB`;
}

function short(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : '';
}
