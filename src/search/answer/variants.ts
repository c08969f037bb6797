// Documents about one variant of a thing: `Using Kiln with Docker`. A question that names no variant is answered by
// the general documents first.
import type { Language } from '../language.ts';
import { matchTerms, type Terms } from './terms.ts';

/** A name after a preposition at the end of a title. */
const VARIANT =
  /\s(?:with|in|on|for|from|to|via|inside|under) ((?:\p{Lu}[\p{L}\p{N}.+#-]*)(?: \p{Lu}[\p{L}\p{N}.+#-]*){0,2})$/u;
/** Share of the other documents with the name from which on it is no variant, but what the library is about. */
const COMMON = 0.34;

/** `Emberdash & Kiln`: one of them is what the library is about. */
const PAIR = /^(\p{Lu}[\p{L}\p{N}.+#-]*) (?:&|and) (\p{Lu}[\p{L}\p{N}.+#-]*)$/u;

/** Returns the name of the variant in a title, and that of what it is a variant of, if the title says so. */
export function variantIn(title: string): { name: string; of?: string } | undefined {
  const name = VARIANT.exec(title.trim())?.[1];
  if (name !== undefined) return { name };
  const [, first, second] = PAIR.exec(title.trim()) ?? [];
  return first === undefined || second === undefined ? undefined : { name: first, of: second };
}

interface Titled {
  document: { id: string; title: string };
  text: string;
  language: Language;
}

/** Returns the documents about a variant that the question does not name. */
export function variantsIn(found: readonly Titled[], terms: Terms): ReadonlySet<string> {
  const variants = new Set<string>();
  const seen = new Set<string>();
  for (const { document, language } of found) {
    if (seen.has(document.id)) continue;
    seen.add(document.id);
    const variant = variantIn(document.title);
    if (variant === undefined || matchTerms(variant.name, terms, language).length > 0) continue;
    const others = found.filter((one) => one.document.id !== document.id);
    const isCommon = (name: string): boolean =>
      others.filter(({ text }) => text.includes(name)).length >= COMMON * others.length;
    if (!isCommon(variant.name) && (variant.of === undefined || isCommon(variant.of)))
      variants.add(document.id);
  }
  return variants;
}
