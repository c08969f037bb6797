// Estimates the bytes a record takes when written, without writing it: accurate enough to compare kinds of data.

/** A number, a date, or the overhead of an object or a text: tags and lengths in V8's serialization. */
const SMALL = 8;

/**
 * Returns the bytes of a structured-cloneable value. A text takes one byte per character, or two if any is beyond
 * Latin-1.
 */
export function recordSize(value: unknown): number {
  switch (typeof value) {
    case 'string':
      return SMALL / 2 + textSize(value);
    case 'number':
      return SMALL;
    case 'object':
      return value === null ? 1 : objectSize(value);
    default:
      return 1;
  }
}

function objectSize(value: object): number {
  if (value instanceof ArrayBuffer) return SMALL + value.byteLength;
  if (ArrayBuffer.isView(value)) return SMALL + value.byteLength;
  if (value instanceof Date) return SMALL;
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + recordSize(one), SMALL);
  return Object.entries(value).reduce((sum, [key, one]) => sum + key.length + 2 + recordSize(one), SMALL);
}

function textSize(text: string): number {
  // eslint-disable-next-line no-control-regex -- the whole range of one byte
  return /[^\u0000-\u00ff]/.test(text) ? text.length * 2 : text.length;
}
