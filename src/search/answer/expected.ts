// The value that a question asks for, beyond its question word: a duration, an amount of money, a count. Defines what
// a text must have to answer, and which words of the question such a value stands for.
import { cellsOf } from '../../core/table-cells.ts';
import { ENGLISH } from '../language.ts';
import { type Edge, edgeOf, hasDate, isEdge } from './dates.ts';
import { FOREIGN_VALUE_WORDS, FOREIGN_VALUES, NUMBER_WORDS, type Value } from './question-words.ts';

export interface Expected {
  value: Value;
  /** With `count`: the stem of the counted noun. */
  counted?: string;
  /** With `date`: asks when something begins or ends. */
  edge?: Edge;
}

const PERIOD =
  '(?:period|duration|time ?limit|timeout|deadline|lifetime|interval|(?:lead|delivery|response|waiting|shipping) time|notice|entitlement)';

const ASKED: readonly (readonly [RegExp, Value])[] = [
  [/\bhow old\b|\b(?:what|which) age\b|\bage (?:limit )?(?:of|for)\b/i, 'age'],
  [/\bhow often\b|\bhow frequently\b|\bhow many times (?:a|per) \w+/i, 'frequency'],
  [
    new RegExp(
      `\\b(?:how (?:long|soon|quickly|fast|late|early)|within what|(?:what|which)\\b.*\\b${PERIOD}s?\\b|^(?:[\\w-]+ ){0,2}${PERIOD}s?\\b)`,
      'i',
    ),
    'duration',
  ],
  [
    /\bpercent(?:age)?\b|\b(?:what|which) (?:is the )?(?:\w+ )?(?:share|proportion|interest|discount)\b/i,
    'percent',
  ],
  [
    /\bhow (?:much|expensive)\b.*\b(?:costs?|prices?|pay|pays|paid|fees?|charged?|salary|wages?|rent|earns?|spend|spent|worth|claim|reimbursed?|refund(?:ed)?|owes?|budget|cheap)\b|\b(?:what|which)\b.*\b(?:costs?|prices?|fees?|salary|wages?|rent|deposit|budget|allowance|fine)\b|^(?:[\w-]+ ){0,2}(?:costs?|prices?|fees?) (?:of|for)\b/i,
    'money',
  ],
  [
    /\b(?:phone|telephone|e-?mail|contact)\b.*\b(?:number|address|details)\b|\bextension (?:number )?of\b/i,
    'contact',
  ],
  [
    /\bhow high\b.*\b(?:penalty|fine|fee|charge|rent|deposit|price|cost|salary|wage|bonus|allowance)s?\b/i,
    'money',
  ],
  [
    /\b(?:what(?:'s| is| are)?|which) (?:the |my |our |your )?(?:[\w-]+ ){0,2}rates?\b|^(?:[\w-]+ ){1,2}rate$/i,
    'rate',
  ],
  [/\bhow many\b/i, 'count'],
  [/\bhow (?:heavy|light)\b|\bhow much\b.*\bweighs?\b|\bweight of\b/i, 'weight'],
  [/\bhow (?:big|large|tall|high|wide|deep|thick)\b|\b(?:dimensions?|capacity|volume) of\b/i, 'size'],
  [/\bhow far\b|\bdistance (?:from|to|between)\b/i, 'distance'],
  [/\bhow (?:hot|warm|cold)\b|\b(?:what|which) temperatures?\b/i, 'temperature'],
  [/\bhow much (?:is|are|was|were|will be)\b(?! (?:left|there|too|enough|it$))/i, 'money'],
];

const NOT_LONG =
  /\bhow long\b.*\b(?:line|lines|string|name|names|text|password|message|title|key|file|path)\b/i;

/** Words between `how many` and the counted noun. */
const COUNTED =
  /\bhow many (?:(?:of|the|other|more|different|extra|new|paid|free)\s+)*([\p{L}-]+)(?:\s+([\p{L}-]+))?/iu;

const AUXILIARY = /^(?:does|is|was|has|as|his|its|this)$/i;

/** Questions about leave ask for days per year. */
const LEAVE_DAYS = /\b(?:leave|holidays?|vacation|pto)\s+(?:days?|entitlement|allowance)\b/i;

export function expectedOf(question: string): Expected | undefined {
  if (LEAVE_DAYS.test(question)) return { value: 'count', counted: stemOf('days') };
  const value = [...FOREIGN_VALUES, ...ASKED].find(([pattern]) => pattern.test(question))?.[1];
  if (value === undefined || (value === 'duration' && NOT_LONG.test(question))) return datedOf(question);
  if (value !== 'count') return { value };
  const found = COUNTED.exec(question);
  // `how many vacation days`: the last of two nouns is counted if it is a plural.
  const noun = [found?.[2], found?.[1]].find(
    (word) => word !== undefined && /s$|^(?:people|children|men|women)$/i.test(word) && !AUXILIARY.test(word),
  );
  return { value, ...(noun !== undefined && { counted: stemOf(noun) }) };
}

function datedOf(question: string): Expected | undefined {
  const edge = edgeOf(question);
  return edge && { value: 'date', edge };
}

const UNIT =
  'milliseconds?|ms|seconds?|secs?|minutes?|mins?|hours?|hrs?|(?:working |business |calendar )?days?|weeks?|months?|years?|quarters?|nights?';
const FOREIGN_UNIT =
  'Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|segundos?|minutos?|horas?|días?|semanas?|mes(?:es)?|años?|secondes?|heures?|jours?|semaines?|mois|ans?|années?';
const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|half|an?|several|ein(?:en?|em|er)?|zwei|drei|vier|sechs|zwölf|dos|tres|seis|doce|deux|trois|quatre|douze|une?';

const TIME = new RegExp(
  `(?<!\\p{L})(?:${UNIT}|${FOREIGN_UNIT})(?!\\p{L})|\\b\\d{1,2}[:.]\\d\\d\\b|\\b(?:19|20)\\d\\d\\b`,
  'iu',
);

/** Tells whether a text has a unit of time, or a time of day. */
export function hasTime(text: string): boolean {
  return TIME.test(text);
}

const HAS: Readonly<Record<Exclude<Value, 'count' | 'date'>, RegExp>> = {
  duration: new RegExp(
    `(?<![\\p{L}\\d])(?:\\d+|${SMALL})[\\s)-]{0,3}(?:\\p{L}{1,12}[ -])?(?:${UNIT}|${FOREIGN_UNIT})(?!\\p{L})|(?<![\\p{L}\\d.])\\d+(?:ms|[smhdwy])(?![\\p{L}\\d])|\\b(?:indefinite(?:ly)?|forever|permanently|immediately|until further notice)\\b`,
    'iu',
  ),
  frequency:
    /(?<!\p{L})(?:once|twice|every|each|intervals? (?:of|in)|interval,? in|daily|hourly|weekly|monthly|quarterly|yearly|annual(?:ly)?|times? (?:a|per)|per (?:hour|day|week|month|quarter|year)|a (?:day|week|month|year)|jede[nrs]?|täglich|wöchentlich|monatlich|jährlich|(?:ein|zwei|drei)mal|mal (?:pro|im|am|in)|chaque|tou(?:s|tes) les|fois (?:par|l)|cada|todos los|todas las|veces (?:al|por))(?!\p{L})/iu,
  money:
    /[£€$¥]\s?\d|\d\s?(?:€|£|\$)|\b(?:EUR|USD|GBP|CHF)\s?\d|\d\s?(?:EUR|USD|GBP|CHF|euros?|dollars?|pounds?|cents?|francs?)\b|\b(?:free of charge|for free|at no (?:extra )?cost)\b/i,
  percent: /\d\s?%|\bper ?cent\b|\bpercentage points?\b/i,
  age: /(?<!\p{L})(?:Jahre alt|Jährige\w*|geboren|geb\.|ans|âgée?s?|née?s?|años|nacid[oa]s?|gegründet|baujahr|fondée?)(?!\p{L})|\b(?:aged?|ages|years? old|year[- ]olds?|born|birthday|founded|established|built|since)\b|\b(?:under|over|below|above|from) \d{1,2}\b|(?<!\p{L})(?:ab|unter|über) \d{1,2} Jahre/iu,
  rate: /[\d.] ?%|\bper ?cent\b|\d\S* (?:an?|per|each) \p{L}+|\btimes\b/iu,
  weight: /\d\s?(?:kg|g|mg|t|lbs?|oz|kilos?|grams?|kilograms?|tons?|tonnes?|pounds?|ounces?)\b/i,
  size: /\d\s?(?:[mcdk]?m[²³]?|sqm|ml|cl|l|inch(?:es)?|in|ft|feet|foot|acres?|ha|hectares?|lit(?:re|er)s?|gallons?|pints?|pixels?|px|[kmgt]i?b|(?:centi|milli|kilo)?met(?:re|er)s?)(?![\p{L}\d])|\d\s?[″"']/iu,
  distance: /\d\s?(?:k?m|mi|miles?|kilomet(?:re|er)s?|met(?:re|er)s?|yards?|feet|ft)\b/i,
  temperature: /\d\s?(?:°\s?[CF]?|degrees?|℃|℉)/i,
  contact:
    /\S@\S|(?<![\d.,:-])\+?\d[\d\s()/-]{4,20}\d(?![\d.,:])|\b(?:phone|tel\w*|ext(?:ension)?|call|dial|mobile|fax)\b\D{0,12}\d{2,}/iu,
};
/** Under such a head even short numbers are telephone numbers. */
const CONTACT_HEAD = /\b(?:phone|telephone|tel|ext(?:ension)?|mobile|fax)\b/i;

/** The number in a first column is that of the row. */
function isContactHead(above: string): boolean {
  if (CONTACT_HEAD.test(above)) return true;
  const cells = cellsOf(above.slice(0, LONGEST_HEAD).split('\n', 1)[0]!);
  return cells.slice(Number(cells.length > 1)).some((cell) => /\bnumber\b/i.test(cell));
}

const LONGEST_HEAD = 2_000;

/** A day written with digits is no telephone number. */
const ISO_DATE = /\b\d{4}-\d\d-\d\d\b/;
const ANY_NUMBER = /\d/;
/** A cell with nothing but a number. */
const IS_NUMBER = /(?:^|\|) *\d[\d.,]* *(?:\||$)/;
const NUMBER_WORD =
  /\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand|million|once|twice|half|none|unlimited|zero|no limit)\b/i;

/** Returns 1 for such a value, less for another number, 0 for none. */
export function hasExpected({ value, counted, edge }: Expected, text: string, above = ''): number {
  if (value === 'date') return hasDate(text, edge, above);
  const another = ANY_NUMBER.test(text) ? 0.6 : NUMBER_WORD.test(text) || NUMBER_WORDS.test(text) ? 0.5 : 0;
  if (value === 'contact' && ISO_DATE.test(text))
    return hasExpected({ value }, text.replace(ISO_DATE, ''), above);
  if (value === 'contact' && isContactHead(above) && /(?<!\S)\d{2,}(?!\S)/.test(text)) return 1;
  if (value !== 'count')
    return HAS[value].test(text)
      ? 1
      : value === 'frequency' || value === 'duration' || MEASURES.has(value)
        ? another / 2
        : another;
  if (another === 0 || counted === undefined) return another === 0 ? 0 : another + 0.2;
  if (IS_NUMBER.test(text) && countedStems(above).includes(counted)) return 1;
  return counts(text, counted) ? COUNTED_IN_TEXT : another;
}

const MEASURES: ReadonlySet<Value> = new Set<Value>(['weight', 'size', 'distance', 'temperature']);

const ASKS_DURATION = /\bhow long (?:is|are|was|were|does|do|did|will|must|should|can|may)\b/i;
/** `Until it has doubled` is a duration without a number; `25 m` is a length. */
const LASTS =
  /\b(?:until(?= \p{L})|as long as|always|no limit|unlimited)\b|\d\s?(?:k?m|cm|mm|ft|miles?|inch(?:es)?)\b/iu;

/** `How long does it take?`, and the text has no time at all. */
export function lacksDuration(expected: Expected | undefined, question: string, text: string): boolean {
  if (expected?.value !== 'duration' || !ASKS_DURATION.test(question)) return false;
  return hasExpected(expected, text) < 1 && !hasTime(text) && !LASTS.test(text);
}

/** Questions that only such a measure answers: `how large` may ask for a number of people. */
const ASKS_MEASURE =
  /\bhow (?:heavy|wide|tall|deep|thick|far|hot|warm|cold)\b|\b(?:what|which) temperatures?\b/i;
/** A temperature or a distance without a number of degrees or metres. */
const MEASURED =
  /\b(?:room temperature|lukewarm|boiling|freezing|hot|cold|warm)\b|\b(?:min(?:ute)?s?|hours?|blocks?|steps)\b[^.|]{0,20}\b(?:walk|foot|away|drive|from)\b/i;

/** The head of a column with its unit: `Depth (cm)`. */
const UNIT_HEAD = /\((?:mm|cm|dm|m|km|in|inch(?:es)?|ft|feet|miles?|kg|g|lbs?|t|°?\s?[CF]|degrees)\)\s*\|/i;

/** `How wide is it?`, and the text has no width at all. */
export function lacksMeasure(expected: Expected | undefined, question: string, text: string): boolean {
  if (!expected || !MEASURES.has(expected.value) || !ASKS_MEASURE.test(question)) return false;
  return hasExpected(expected, text) < 1 && !MEASURED.test(text) && !UNIT_HEAD.test(text);
}

/** Tells whether it asks for a duration or a measure, which many texts have of something else. */
export function isOfThing({ value }: Expected): boolean {
  return value === 'duration' || MEASURES.has(value);
}

/** What may stand between a value and what it is the value of: `the break takes about 30 minutes`. */
const BESIDE = { words: 3, characters: 60 } as const;

/**
 * Tells whether a value of the requested kind stands beside one of these words, in the same sentence.
 * @param words places in the text
 */
export function standsBeside(
  { value }: Expected,
  text: string,
  words: readonly { start: number; end: number }[],
): boolean {
  if (value === 'count' || value === 'date' || words.length === 0) return false;
  // In a table of data the measure is in the cell beside its name: `| Tank | 1.1 litres |`.
  const apart = MEASURES.has(value) ? /[.;!?]\s/ : /[.;!?|]\s/;
  return [...text.matchAll(new RegExp(HAS[value], 'giu'))].some(({ index, 0: { length } }) =>
    words.some(({ start, end }) => {
      const [from, to] = end <= index ? [end, index] : [index + length, start];
      if (to - from > BESIDE.characters) return false;
      const between = text.slice(from, to);
      return !apart.test(between) && (between.match(/[\p{L}\d]+/gu) ?? []).length <= BESIDE.words;
    }),
  );
}

/** A count under a table head is more certain than a number in a sentence. */
const COUNTED_IN_TEXT = 0.9;
/** Near a number they make it a time or a limit: `within 10 days`, `10 days ahead`, `up to 10 days`. */
const TIME_BEFORE = new Set(['within', 'after', 'every', 'per', 'least']);
const TIME_BEHIND = new Set(['ahead', 'before', 'after', 'later', 'ago']);

const PERSONS = new Set(['people', 'persons', 'guests', 'portions', 'servings'].map(stemOf));
/** `Serves 4`, `sleeps six` */
const FOR_PERSONS = new RegExp(
  `\\b(?:serves|feeds|sleeps|seats|serving)\\W{1,2}(?:up to )?(?:\\d+|${SMALL})\\b`,
  'i',
);

/** Matches a number followed, after few words, by the counted noun. */
function counts(text: string, counted: string): boolean {
  if (PERSONS.has(counted) && FOR_PERSONS.test(text)) return true;
  const words = text.match(/[\p{L}\d]+/gu) ?? [];
  return words.some((word, at) => {
    // `rounded up to half a day`
    if (/^half$/i.test(word)) return false;
    if (!ANY_NUMBER.test(word) && !NUMBER_WORD.test(word) && !NUMBER_WORDS.test(word)) return false;
    const behind = words.slice(at + 1, at + 4).findIndex((next) => stemOf(next) === counted);
    const isTime =
      TIME_BEFORE.has(words[at - 1]?.toLowerCase() ?? '') ||
      /^up to$/i.test(words.slice(Math.max(0, at - 2), at).join(' ')) ||
      TIME_BEHIND.has(words[at + behind + 2]?.toLowerCase() ?? '');
    return behind >= 0 && !isTime;
  });
}

/** Returns the words of a text in the form of `counted`. */
export function countedStems(text: string): string[] {
  return (text.match(/\p{L}+/gu) ?? []).map(stemOf);
}

function stemOf(word: string): string {
  const small = word.toLowerCase();
  return ENGLISH.stem(small, small);
}

const STANDS_FOR: Readonly<Record<Value, ReadonlySet<string>>> = {
  duration: new Set(
    [
      'period',
      'duration',
      'long',
      'time',
      'term',
      'length',
      'interval',
      'deadline',
      'entitlement',
      'fast',
      'quickly',
      'soon',
      'timeout',
    ].map(stemOf),
  ),
  frequency: new Set(['frequency', 'frequently', 'times'].map(stemOf)),
  money: new Set(
    ['cost', 'price', 'fee', 'charge', 'amount', 'pay', 'money', 'spend', 'claim', 'worth', 'expensive'].map(
      stemOf,
    ),
  ),
  percent: new Set(
    ['percent', 'percentage', 'rate', 'share', 'proportion', 'discount', 'interest'].map(stemOf),
  ),
  rate: new Set(['rate', 'percentage', 'cost', 'price'].map(stemOf)),
  count: new Set(['number', 'amount', 'quantity', 'total', 'entitlement', 'allowance'].map(stemOf)),
  date: new Set(['date', 'day', 'year', 'month'].map(stemOf)),
  // Other weights are in recipes and instructions: only a text that says so gives the weight of a thing.
  weight: new Set(),
  size: new Set(
    ['big', 'large', 'tall', 'high', 'wide', 'deep', 'thick', 'size', 'dimensions', 'volume'].map(stemOf),
  ),
  distance: new Set(['far', 'distance'].map(stemOf)),
  temperature: new Set(['hot', 'warm', 'cold', 'temperature'].map(stemOf)),
  age: new Set(['old', 'age'].map(stemOf)),
  contact: new Set(
    ['phone', 'telephone', 'number', 'email', 'mail', 'address', 'contact', 'details', 'extension'].map(
      stemOf,
    ),
  ),
};

/**
 * Tells whether a text with such a value can omit this word of the question.
 * @param asked the word as written in the question
 */
export function standsFor({ value, counted, edge }: Expected, stem: string, asked = ''): boolean {
  if (edge !== undefined && isEdge(edge, asked)) return true;
  if (FOREIGN_VALUE_WORDS[value]?.has(asked.toLowerCase())) return true;
  return STANDS_FOR[value].has(stem) && stem !== counted;
}
