// How many bytes a record takes when it is written: near enough to compare kinds, without writing it.

/** A number, a date, the frame of an object or of a text: tags and lengths, as V8 serialises them. */
const SMALL = 8;

/** Bytes of a structured-cloneable value. A text is one byte a character, or two when one of them is beyond Latin-1. */
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
