// Names of languages, for a sentence in the reader's own: `English or German`. Pure.

/**
 * @param codes ISO 639-1; those of a restored chat may be any text
 * @param reader the language of the sentence
 */
export function languageNames(codes: readonly string[], reader: string): string {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  const known = codes.filter((code) => /^[a-z]{2}$/.test(code)).map((code) => names.of(code) ?? code);
  return new Intl.ListFormat(reader, { type: 'disjunction' }).format(known);
}
