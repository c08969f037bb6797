// Small numbers in words and in figures: `a four-day week` and `4-day weeks`.

/** Numbers from one on, as the languages of questions write them. `One` and its like are mostly articles. */
const WORDS: Readonly<Record<string, string>> = {
  en: 'one two three four five six seven eight nine ten eleven twelve',
  de: 'eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
  fr: 'un deux trois quatre cinq six sept huit neuf dix onze douze',
  es: 'uno dos tres cuatro cinco seis siete ocho nueve diez once doce',
};

/** Returns how the languages write the number otherwise: `4` for `four`, and `four` for `4`. @param word in lower case */
export function otherNumerals(word: string, languages: readonly { code: string }[]): string[] {
  return languages.flatMap(({ code }) => {
    const words = WORDS[code]?.split(' ') ?? [];
    const number = words.indexOf(word) + 1;
    if (number > 1) return [String(number)];
    const named = /^(?:[2-9]|1[0-2])$/.test(word) ? words[Number(word) - 1] : undefined;
    return named === undefined ? [] : [named];
  });
}
