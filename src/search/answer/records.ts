// Records: change logs, release notes and lists of authors name everything in a product without explaining it. They
// answer questions about changes, releases and people. References list the parts of a thing, and rarely its usage.

const RECORD =
  /^\W*(?:(?:the |full |project )?(?:change[ -]?logs?|changes|change history|release notes?|release history|version history|revision history|what['’]s new|news|authors?|contributors?|credits|acknowledge?ments?|änderungsprotokoll|versionshinweise|journal des modifications|registro de cambios)(?=$|\W+(?:in|of|for|and|to)\b|\W*[\d(—–:|-])|(?:changes (?:in|since|to|from)|new in|release|version) v?\d)/iu;
const VERSION =
  /^\W*(?:[\p{L}.-]+ )?v?\d+\.\d+(?:\.\d+|(?:a|b|rc)\d+)*\w*(?:\W+\(?\d{4}-\d\d-\d\d\)?)?\W*$/iu;
const ASKS =
  /\b(?:change ?logs?|release(?:s|d)?(?: notes?)?|changed|what(?:['’]s| is| was| are)? new|new in|changes|since (?:which|what|when|version)|(?:which|what) (?:version|release)\b|versions? \d|\d+\.\d+|when (?:was|were|did)|added|introduced|removed|deprecated|fixed|history|authors?|wrote|written|contribut\w+|maintain\w*|who)\b/i;

/**
 * Returns 1 for a part in such a record when the question does not ask for one, otherwise 0.
 * @param path the headings above it
 */
export function inRecord(question: string, title: string, path: readonly string[]): number {
  const isRecord =
    [title, ...path].some((heading) => RECORD.test(heading)) || path.some((heading) => VERSION.test(heading));
  return Number(isRecord && !ASKS.test(question));
}

const REFERENCE =
  /^\W*(?:[\d.]+\s+)?(?:(?:the )?api|(?:api|command|language|library)?[ -]?reference|developer interface|internals?|implementation|[\p{L} ]*protocol)(?=$|\W)|^(?:class |def |async )?[\w.]+\((?:[^()]|\([^()]*\))*\)/iu;
const ASKS_REFERENCE =
  /\b(?:api|reference|internals?|protocol|class|method|function|parameters?|signature|implement\w*)\b/i;

/**
 * Returns 1 for a part of a reference when the question asks about usage, otherwise 0.
 * @param path the headings above it
 */
export function inReference(question: string, title: string, path: readonly string[]): number {
  return Number(
    [title, ...path].some((heading) => REFERENCE.test(heading)) && !ASKS_REFERENCE.test(question),
  );
}
