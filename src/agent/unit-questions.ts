// Parses conversion questions into arguments of the bundled `unit_converter`. Pure. The tool knows the units.
import type { JsonObject } from '../base/json.ts';

/** Words that are almost always units: with one on each side, a question is about units. */
const UNITS = new RegExp(
  `^(?:degrees? )?(?:${[
    '°?[cfk]|celsius|fahrenheit|kelvin|µm|[kcmnµ]?m|[kcmd]?l|m?k?g|[kmgt]i?b|[mg]bit|bits?|bytes?|ft|in|yd|mi|nmi|ly|ha|ac|gal|qt|pt|lbs?|oz|st|t',
    '(?:kilo|centi|milli|micro|nano|deci)?(?:met(?:re|er)|lit(?:re|er)|gram(?:me)?)s?|inch(?:es)?|foot|feet|yards?|(?:nautical |square )?miles?|light years?|hectares?|acres?|microns?',
    '(?:square|cubic) (?:(?:kilo|centi|milli)?met(?:re|er)s?|feet|foot)|[kc]?m[²³23]|sqm|sqft|ft[²2]',
    '(?:us |uk |imperial )?gallons?|quarts?|pints?|cups?|fluid ounces?|tablespoons?|teaspoons?|tbsp|tsp|kilos?|tonnes?|(?:metric |short |us )tons?|pounds?|ounces?|stones?',
    '(?:milli)?seconds?|sec|minutes?|min|hours?|hrs?|h|days?|weeks?|years?|km\\/h|kmh|kph|mph|m\\/s|knots?|kn|(?:kilo)?met(?:re|er)s? per (?:hour|second)|miles? per hour',
    '(?:kilo|mega|giga|tera|kibi|mebi|gibi|tebi)(?:byte|bit)s?|k?j|(?:kilo)?joules?|k?cal|(?:kilo)?calories?|k?wh|(?:kilo)?watt hours?|btu|[km]?w|(?:kilo|mega)?watts?|hp|horsepower',
    'pa|[kh]pa|(?:kilo|hecto)?pascals?|m?bars?|millibars?|atm|atmospheres?|psi|mmhg|rad|radians?|deg|degrees?',
  ].join('|')})$`,
  'i',
);
const VALUE = '(-?\\d[\\d,_]*(?:\\.\\d+)?|an?|one|half an?)';
const FORMS = [
  new RegExp(
    `^(?:convert |what is |what are |whats |how much is |how much are |how long is |turn |change )?${VALUE} ?(.+?) (?:to|in|into|as|=) (.+)$`,
    'i',
  ),
  new RegExp(
    `^how (?:many|much) (.+?) (?:is|are|are there|does|do|go|fit|make|makes)? ?(?:in|into|is|are|make)? ${VALUE} ?(.+)$`,
    'i',
  ),
] as const;
const LONGEST = 100;

export function conversionIn(question: string): JsonObject | undefined {
  if (question.length > LONGEST) return undefined;
  const asked = question
    .replace(/[?!]+|\.$|\bplease\b/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const straight = FORMS[0].exec(asked);
  if (straight) return conversion(straight[1], straight[2], straight[3]);
  const turned = FORMS[1].exec(asked);
  return turned ? conversion(turned[2], turned[3], turned[1]) : undefined;
}

function conversion(value = '', from = '', to = ''): JsonObject | undefined {
  const [source, target] = [from.trim(), to.trim()];
  if (!UNITS.test(source) || !UNITS.test(target)) return undefined;
  const amount = /^half/i.test(value)
    ? 0.5
    : /^(?:an?|one)$/i.test(value)
      ? 1
      : Number(value.replace(/[,_]/g, ''));
  return Number.isFinite(amount) ? { value: amount, from: source, to: target } : undefined;
}
