// Images and files in tool results: `{kind: "image" | "file", content_type, data}`, with base64 as `data`. Pure.
import { isObject, type Json } from '../../base/json.ts';
import { sizeText } from './quantities.ts';

export interface FileValue {
  /** The name, with the usual extension of its type. */
  fileName: string;
  type: string;
  bytes: Uint8Array;
  /** Whether a browser can show or play it. */
  picture: boolean;
  sound: boolean;
}

/** Maximum shown per result. */
const MOST = 24;
const DEEPEST = 4;
const PICTURES = /^image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml|(x|vnd\.microsoft)\.?-?icon)$/;
const SOUNDS = /^audio\/(mpeg|mp3|mp4|aac|ogg|opus|webm|(x-|vnd\.)?wave?|(x-)?flac)$/;
const ENDINGS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/svg+xml': '.svg',
  'audio/mpeg': '.mp3',
  'audio/wav': '.wav',
  'audio/ogg': '.ogg',
  'application/pdf': '.pdf',
  'application/zip': '.zip',
  'application/json': '.json',
  'text/plain': '.txt',
  'text/csv': '.csv',
};

/** Returns the files of a result, in order. */
export function filesIn(result: Json | undefined): FileValue[] {
  const found: FileValue[] = [];
  walk(result, 0, (value) => {
    const file = found.length < MOST ? toFile(value) : undefined;
    if (file) found.push(file);
    return file ? null : value;
  });
  return found;
}

/** Returns the result with its files' bytes replaced by their sizes. */
export function withoutBytes(result: Json | undefined): Json {
  let left = MOST;
  return (
    walk(result, 0, (value) => {
      const file = left > 0 ? toFile(value) : undefined;
      if (!file) return value;
      left -= 1;
      return { ...value, data: `(${sizeText(file.bytes.length)})` };
    }) ?? null
  );
}

type Fields = { [key: string]: Json };

/** Rebuilds a value. An object that `replace` changed is not traversed. */
function walk(value: Json | undefined, depth: number, replace: (value: Fields) => Json): Json | undefined {
  if (depth > DEEPEST) return value;
  if (Array.isArray(value)) return value.map((item) => walk(item, depth + 1, replace) as Json);
  if (!isObject(value)) return value;
  const fields = value as Fields;
  const replaced = replace(fields);
  if (replaced !== fields) return replaced;
  return Object.fromEntries(
    Object.entries(fields).map(([key, inner]) => [key, walk(inner, depth + 1, replace) as Json]),
  );
}

function toFile({ kind, content_type: type, data, name }: Fields): FileValue | undefined {
  if ((kind !== 'image' && kind !== 'file') || typeof data !== 'string') return undefined;
  const bytes = decoded(data);
  if (!bytes) return undefined;
  const plain = typeof type === 'string' ? (type.split(';', 1)[0] ?? '').trim().toLowerCase() : '';
  const given = typeof name === 'string' ? name.replace(/[\\/\p{C}]+/gu, '_').slice(-120) : '';
  return {
    fileName: given || `${kind}${ENDINGS[plain] ?? ''}`,
    type: plain || 'application/octet-stream',
    bytes,
    picture: PICTURES.test(plain),
    sound: SOUNDS.test(plain),
  };
}

function decoded(base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}
