// Questions for the row of a table with the most or least of something: `Which tent is the cheapest?`
import { ENGLISH } from '../language.ts';

export interface Superlative {
  /** It asks for the least. */
  isLeast: boolean;
  /** Matches the heads of columns with the measure; of several patterns the first that matches counts. */
  heads: readonly RegExp[];
  /** Words of the question that only name the measure, in lower case. */
  words: ReadonlySet<string>;
  /** How many rows it asks for: `the three largest orders`. */
  count: number;
}

const word = (list: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${list})(?![\\p{L}\\d])`, 'iu');

const PRICE = word(
  'prices?|costs?|fees?|rents?|rates?|amount|charges?|premium|fare|tuition|eur|usd|gbp|chf|preise?|kosten|gebühr|beitrag|betrag|miete|prix|tarifs?|coût|precios?|coste|importe|unit_price|[\\p{L}_]*(?:price|cost|fee)',
);
const MONEY = /[£€$¥]/;
const WEIGHT = word('weights?|mass|kg|g|lbs?|gewicht|poids|peso');
const LENGTH = word('length|längen?|longueur|longitud|distance|km|miles|mi|entfernung|strecke');
const DURATION = word(
  'duration|time|minutes?|mins?|hours?|days?|weeks?|months?|years?|warranty|period|dauer|zeit|durée|tiempo|duración|runtime|battery',
);
const SIZE = word(
  'sizes?|capacity|volume|area|m²|sqm|sq m|litres?|liters?|sleeps|seats|places|people|persons|employees|population|inhabitants|guests|quantity|qty|stock|amount|total|number|beds|rooms|größe|fläche|volumen|menge|bestand|anzahl|einwohner|taille|surface|capacité|quantité|tamaño|capacidad|cantidad|gb|mb',
);
const TOTAL = word('(?:[\\p{L}]+_)?totals?(?:_[\\p{L}]+)?|sum|gesamt\\p{L}*|summe|betrag|importe total');
const DATE = word(
  'dates?|released?|release date|published|year|when|day|built|opened|founded|updated?|created|start(?:s|ed)?|begins?|ends?|due|datum|jahr|fecha|année|año|[\\p{L}_]*date',
);
const AGE = word('age|ages|years old|alter|âge|edad');
const HEIGHT = word('heights?|tall|elevation|altitude|m|cm|höhe|hauteur|altura');
const DEPTH = word('depths?|deep|tiefe|profondeur|profundidad');
const WIDTH = word('widths?|wide|breite|largeur|anchura|ancho');
const SPEED = word('speeds?|km\\/h|kmh|mph|pace|tempo|geschwindigkeit|vitesse|velocidad|power|ps|hp|kw');
const HEAT = word('temperatures?|temp|comfort|°c|°f|heat|temperatur|température|temperatura');
const NOISE = word('noise|db|volume|loudness|lautstärke|bruit|ruido');

interface Form {
  asked: RegExp;
  isLeast: boolean;
  heads: readonly RegExp[];
  /** The least of these: the latest, but the youngest. */
  inverted?: readonly RegExp[];
}

const FORMS: readonly Form[] = [
  {
    asked: word(
      'cheapest|least expensive|(?:lowest|smallest)[ -]priced?|günstigste[rnms]?|billigste[rnms]?|(?:le|la|les) moins ch(?:er|ère)s?|más barat[oa]s?',
    ),
    isLeast: true,
    heads: [TOTAL, PRICE, MONEY],
  },
  {
    asked: word(
      'most expensive|dearest|priciest|costliest|(?:highest|top)[ -]priced?|teuerste[rnms]?|(?:le|la|les) plus ch(?:er|ère)s?|más car[oa]s?',
    ),
    isLeast: false,
    heads: [TOTAL, PRICE, MONEY],
  },
  {
    asked: word(
      'lightest|weighs? (?:the )?least|leichteste[rnms]?|(?:le|la|les) plus (?:léger|légère)s?|más liger[oa]s?',
    ),
    isLeast: true,
    heads: [WEIGHT],
  },
  {
    asked: word(
      'heaviest|weighs? (?:the )?most|schwerste[rnms]?|(?:le|la|les) plus lourde?s?|más pesad[oa]s?',
    ),
    isLeast: false,
    heads: [WEIGHT],
  },
  {
    asked: word(
      'longest|längste[rnms]?|(?:le|la|les) plus longs?|(?:le|la|les) plus longues?|más larg[oa]s?|lasts? (?:the )?longest',
    ),
    isLeast: false,
    heads: [LENGTH, DURATION],
  },
  {
    asked: word('shortest|kürzeste[rnms]?|(?:le|la|les) plus courte?s?|más cort[oa]s?'),
    isLeast: true,
    heads: [LENGTH, DURATION],
  },
  { asked: word('tallest|höchste[rnms]?'), isLeast: false, heads: [HEIGHT] },
  { asked: word('deepest|tiefste[rnms]?'), isLeast: false, heads: [DEPTH] },
  { asked: word('widest|breiteste[rnms]?'), isLeast: false, heads: [WIDTH] },
  { asked: word('narrowest|schmalste[rnms]?'), isLeast: true, heads: [WIDTH] },
  { asked: word('fastest|quickest|schnellste[rnms]?'), isLeast: false, heads: [SPEED], inverted: [DURATION] },
  { asked: word('slowest|langsamste[rnms]?'), isLeast: true, heads: [SPEED], inverted: [DURATION] },
  { asked: word('hottest|heißeste[rnms]?'), isLeast: false, heads: [HEAT] },
  { asked: word('coldest|kälteste[rnms]?'), isLeast: true, heads: [HEAT] },
  { asked: word('loudest|lauteste[rnms]?'), isLeast: false, heads: [NOISE] },
  { asked: word('quietest|leiseste[rnms]?'), isLeast: true, heads: [NOISE] },
  {
    asked: word(
      'newest|latest|most recent(?:ly)?|neu(?:e)?ste[rnms]?|jüngste[rnms]?|(?:le|la|les) plus récente?s?|más recientes?|youngest',
    ),
    isLeast: false,
    heads: [DATE],
    inverted: [AGE],
  },
  {
    asked: word(
      'oldest|earliest|älteste[rnms]?|frühe?ste[rnms]?|(?:le|la|les) plus (?:ancien(?:ne)?|vieux|vieille)s?|más antigu[oa]s?',
    ),
    isLeast: true,
    heads: [DATE],
    inverted: [AGE],
  },
  {
    asked: word('largest|biggest|größte[rnms]?|(?:le|la|les) plus grande?s?|más grandes?'),
    isLeast: false,
    heads: [TOTAL, SIZE],
  },
  {
    asked: word('smallest|kleinste[rnms]?|(?:le|la|les) plus petite?s?|más pequeñ[oa]s?'),
    isLeast: true,
    heads: [TOTAL, SIZE],
  },
];

/** `The highest stock`, `the most vacation days`: the words after it name the column. */
const WITH_NOUN = word(
  'highest|lowest|largest|smallest|biggest|greatest|longest|shortest|most|least|fewest|latest|earliest|höchsten?|niedrigsten?|meisten|wenigsten|größten?|längsten?|kürzesten?',
);
const LEAST = /^(?:lowest|smallest|shortest|least|fewest|earliest|niedrigsten?|wenigsten|kürzesten?)$/i;
/** It asks for one thing, not for a rule: `at the latest`, `at least`. */
const ASKS =
  /^[¿\s]*(?:(?:and|und|et|y) )?(?:which|what|who|whose|name|show|find|give|tell|list|where|when|how (?:much|many|long|heavy|big|old)|welche[rsnm]?|was|wer|quel(?:le)?s?|qui|qu[eé]|cu[aá]l(?:es)?|qui[eé]n|the|das|die|der)(?!\p{L})/iu;
const AT = /\b(?:at|the very)(?: the)? (?:latest|least|most|earliest)\b/gi;
const MOST_NOUNS = 3;

const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = `\\d{1,2}|${NUMBERS.slice(1).join('|')}`;
const COUNT = new RegExp(`(?<![\\p{L}\\d.,-])(${NUMBER})\\s$`, 'iu');
/** `Cheapest order`, `our three largest orders`: the request begins with the superlative. */
const BARE = new RegExp(
  `^[¿\\s]*(?:(?:my|our|your|mein\\p{L}*|unser\\p{L}*|mon|ma|mes|notre|nos|mis?|nuestr[oa]s?)\\s)?(?:(?:${NUMBER})\\s)?$`,
  'iu',
);
const BARE_WORDS = 6;
const MOST_ROWS = 20;

/** @returns the superlatives that the question may mean, the likeliest first */
export function superlativesIn(question: string): Superlative[] {
  const text = question.replace(AT, ' ');
  const forms = byForm(text);
  // `The most expensive order` names no column.
  const isOwn = forms.some(({ words }) => words.size > 1);
  const found = [...(isOwn ? [] : byNoun(text)), ...forms];
  const isShort = text.trim().split(/\s+/).length <= BARE_WORDS;
  const isAsked = ASKS.test(text) || (isShort && found.some(({ at }) => BARE.test(text.slice(0, at))));
  return isAsked ? found.map(({ at, ...one }) => withCount(one, text.slice(0, at))) : [];
}

function withCount(one: Omit<Superlative, 'count'>, before: string): Superlative {
  const said = COUNT.exec(before)?.[1]?.toLowerCase();
  if (said === undefined) return { ...one, count: 1 };
  const count = Math.min(MOST_ROWS, /\d/.test(said) ? Number(said) : NUMBERS.indexOf(said) + 1);
  return { ...one, words: new Set([...one.words, said]), count };
}

type Found = Omit<Superlative, 'count'> & { at: number };

function byForm(text: string): Found[] {
  return FORMS.flatMap(({ asked, isLeast, heads, inverted }) => {
    const found = asked.exec(text);
    if (!found) return [];
    const words = new Set(found[0].toLowerCase().split(/\s+/));
    const one = { isLeast, heads, words, at: found.index };
    return [one, ...(inverted ? [{ ...one, isLeast: !isLeast, heads: inverted }] : [])];
  });
}

function byNoun(text: string): Found[] {
  const found = WITH_NOUN.exec(text);
  if (!found) return [];
  const after = /^(?:\s+(?:of|number of|amount of))?((?:\s+[\p{L}-]+){1,3})/u.exec(
    text.slice(found.index + found[0].length),
  );
  const nouns = (after?.[1]?.trim().split(/\s+/) ?? []).slice(0, MOST_NOUNS);
  const stems = nouns.map((noun) => noun.toLowerCase()).map((noun) => ENGLISH.stem(noun, noun));
  // Of several nouns, all of them name the column best, then the last one, then the first.
  const [first, last] = [stems[0], stems.at(-1)];
  const names = [stems.slice(0, 2).join('[ _-]'), last, first].filter((stem) => stem);
  // `The latest order` is rather the thing than the column; `the largest quantity` is a column of that name.
  const isThing = FORMS.some(({ asked }) => asked.test(found[0]));
  const patterns = names.map((name) =>
    isThing ? new RegExp(`^\\W*${name}\\p{L}*\\W*(?:\\(.*)?$`, 'iu') : new RegExp(`(?<!\\p{L})${name}`, 'iu'),
  );
  if (patterns.length === 0) return [];
  return [
    {
      isLeast: LEAST.test(found[0]),
      heads: patterns,
      words: new Set([found[0].toLowerCase(), ...nouns.map((noun) => noun.toLowerCase())]),
      at: found.index,
    },
  ];
}
