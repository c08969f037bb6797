// Names of several words without spaces: `PyPI`, `maxLength`, `storage.free`.

/** The parts of `storage.free`, `max_length` and `pageTitle` mean less than words of a sentence. */
const IDENTIFIER = /[\p{L}\p{N}][._]\p{L}|\p{Ll}\p{Lu}/u;

export function isIdentifier(text: string): boolean {
  return IDENTIFIER.test(text);
}

/** Share of a part's weight if the library has the whole name. */
const PART_OF_KNOWN = 0.25;

/** If the library knows a name of the question, its parts hardly count: `Py` and `PI` of `PyPI`. */
export function lightenParts(
  list: readonly { asked: string; weight: number; frequency: number }[],
  queries: readonly { whole: boolean }[],
): void {
  let name = '';
  queries.forEach(({ whole }, at) => {
    const term = list[at]!;
    if (whole) name = term.frequency > 0 && isIdentifier(term.asked) ? term.asked : '';
    else if (name !== '' && name.toLowerCase().includes(term.asked.toLowerCase()))
      term.weight *= PART_OF_KNOWN;
  });
}
