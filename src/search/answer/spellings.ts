// British and American spellings of one word, which have different stems: `serialise` and `serialize`.
import type { Language } from '../language.ts';
import { tokenise } from '../tokenise.ts';

/** Patterns of one spelling and of the other, used both ways. The letters in front keep `four` apart from `for`. */
const ENDINGS: readonly (readonly [
  british: RegExp,
  american: RegExp,
  toAmerican: string,
  toBritish: string,
])[] = [
  [
    /^(\w{3,})is(e[drs]?|ers|ing|ations?|able)$/,
    /^(\w{3,})iz(e[drs]?|ers|ing|ations?|able)$/,
    '$1iz$2',
    '$1is$2',
  ],
  [/^(\w{3,})ys(e[drs]?|ers|ing)$/, /^(\w{3,})yz(e[drs]?|ers|ing)$/, '$1yz$2', '$1ys$2'],
  [
    /^(\w{3,})our(s|ed|ing|ful|less|able|ites?|al|hoods?)?$/,
    /^(\w{3,})or(s|ed|ing|ful|less|able|ites?|al|hoods?)?$/,
    '$1or$2',
    '$1our$2',
  ],
  [/^(\w{3,}[bt])re(s|d)?$/, /^(\w{3,}[bt])er(s|ed)?$/, '$1er$2', '$1re$2'],
  [/^(lic|def|off|pret)ence(s|d)?$/, /^(lic|def|off|pret)ense(s|d)?$/, '$1ense$2', '$1ence$2'],
  [/^(catal|dial|anal|monol)ogue(s|d)?$/, /^(catal|dial|anal|monol)og(s|ed)?$/, '$1og$2', '$1ogue$2'],
];

const PAIRS =
  'grey/gray tyre/tire tyres/tires programme/program programmes/programs kerb/curb aluminium/aluminum ' +
  'artefact/artifact artefacts/artifacts jewellery/jewelry judgement/judgment acknowledgement/acknowledgment ageing/aging ' +
  'enrol/enroll enrolment/enrollment fulfil/fulfill fulfilment/fulfillment instalment/installment instalments/installments ' +
  'enquiry/inquiry enquiries/inquiries mould/mold pyjamas/pajamas plough/plow cosy/cozy ' +
  'practise/practice sceptical/skeptical paediatric/pediatric anaesthetic/anesthetic manoeuvre/maneuver';

const OTHER = new Map(
  PAIRS.split(' ').flatMap((pair): [string, string][] => {
    const [british = '', american = ''] = pair.split('/');
    return [
      [british, american],
      [american, british],
    ];
  }),
);

/** Returns the other spelling, which may not be a real word. @param word in lower case */
export function otherSpellings(word: string): string[] {
  const found = ENDINGS.flatMap(([british, american, toAmerican, toBritish]) => [
    ...(british.test(word) ? [word.replace(british, toAmerican)] : []),
    ...(american.test(word) ? [word.replace(american, toBritish)] : []),
  ]);
  const pair = OTHER.get(word);
  return pair === undefined ? found : [pair, ...found];
}

/** Maps terms to the words that they come from, in their first spelling. */
export function spellings(text: string, languages: readonly Language[]): Map<string, string> {
  const words = new Map<string, string>();
  for (const language of languages)
    for (const { term, start, end } of tokenise(text, language))
      if (!words.has(term)) words.set(term, text.slice(start, end));
  return words;
}
