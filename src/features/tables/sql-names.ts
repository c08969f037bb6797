// SQL names for a document's tables, from its file name or heading, in lowercase. Pure.
import { freeName } from '../../base/free-name.ts';

/** `Orders 2026.csv` → `orders_2026`. Never empty. */
export function sqlName(text: string): string {
  const words = text
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^\p{L}/u.test(words) ? words : `t_${words}`;
}

/** Quotes any name for SQL. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Makes names unique: a second `total` is `total_2`, an unnamed column `column_3`. SQL ignores case. */
export function columnNames(header: readonly string[], width: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: width }, (_, index) => {
    // A NUL would end the name early.
    const wanted = (header[index] ?? '').replaceAll('\0', '').trim().slice(0, 120) || `column_${index + 1}`;
    const name = freeName(
      wanted,
      (free) => taken.has(free.toLowerCase()),
      (number) => `${wanted}_${number}`,
    );
    taken.add(name.toLowerCase());
    return name;
  });
}
