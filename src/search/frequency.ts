// The frequency of a term in a passage, packed in one byte: 5 bits for the text, 2 for the title, 1 for the headings.
//
// Each part saturates: from 31 occurrences in a text BM25 hardly grows.

export type Field = 'body' | 'title' | 'heading';

const PARTS: Record<Field, { one: number; most: number }> = {
  body: { one: 0x01, most: 0x1f },
  title: { one: 0x20, most: 0x60 },
  heading: { one: 0x80, most: 0x80 },
};

/** Returns the packed frequency after one more occurrence in the field. */
export function said(frequency: number, field: Field): number {
  const { one, most } = PARTS[field];
  return (frequency & most) === most ? frequency : frequency + one;
}

/** 0 to 31. */
export function inBody(frequency: number): number {
  return frequency & 0x1f;
}

/** 0 to 3. */
export function inTitle(frequency: number): number {
  return (frequency >> 5) & 3;
}

/** 1 if any heading has the term, otherwise 0. */
export function inHeading(frequency: number): number {
  return frequency >> 7;
}
