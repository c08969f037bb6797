// Parses everyday arithmetic into an expression: `15% of 80`, `12 times 8`, `square root of 144`. Pure.
import { expressionIn, isOnlyExpression } from './offer-tools.ts';

const NUMBER = '\\d[\\d_]*(?:\\.\\d+)?';
/** In order of replacement. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/(\d),(?=\d{3}(?!\d))/g, '$1'],
  [/[×✕]/g, '*'],
  [/÷/g, '/'],
  [/[−–]/g, '-'],
  [new RegExp(`(${NUMBER}) ?(?:%|per ?cent) of (${NUMBER})`, 'gi'), '$1 / 100 * $2'],
  [new RegExp(`\\bhalf of (${NUMBER})`, 'gi'), '$1 / 2'],
  [new RegExp(`\\b(?:the )?square root of (${NUMBER})`, 'gi'), 'sqrt($1)'],
  [new RegExp(`(${NUMBER}) squared`, 'gi'), '$1^2'],
  [new RegExp(`(${NUMBER}) cubed`, 'gi'), '$1^3'],
  [/(?<=[\d)]) ?(?:to the power of|raised to) ?(?=[\d(])/gi, '^'],
  [/(?<=[\d)]) plus (?=[\d(.-])/gi, ' + '],
  [/(?<=[\d)]) minus (?=[\d(.-])/gi, ' - '],
  [/(?<=[\d)]) ?(?:times|multiplied by|x) ?(?=[\d(.-])/gi, ' * '],
  [/(?<=[\d)]) divided by (?=[\d(.-])/gi, ' / '],
];
/** Longer sums belong into the form. */
const LONGEST = 300;

/** Returns the expression if it is the whole question; undefined otherwise. */
export function arithmeticIn(question: string): string | undefined {
  if (question.length > LONGEST) return undefined;
  const written = SPELLINGS.reduce((text, [spelling, sign]) => text.replace(spelling, sign), question);
  return isOnlyExpression(written) ? expressionIn(written) : undefined;
}
