// Finds tools that fit a question, and the arguments in it. Pure: search mode's substitute for a model's choice.
import { stemmer } from 'stemmer';
import type { ToolOffer } from '../core/conversation.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { defaultsOf, type Schema } from '../core/schema.ts';
import type { ToolInfo } from '../core/tool.ts';

const MOST_OFFERS = 3;
/** Weight of a shared word, by its place in the tool. */
const WEIGHT = { name: 3, description: 1, parameter: 0.5 };
/** One rare word of the description is not enough; one word of the name, or two of the description, are. */
const LEAST_SCORE = 1.5;
/** An expression in the question outweighs all words. */
const EXPRESSION_BONUS = 10;

const COMMON = new Set(
  (
    'a an and are as at be by can could do does for from get give has have how i in into is it its let make me my ' +
    'of off on or out over please show so some tell than that the their them then there these they this to tool up use ' +
    'used using was ' +
    'what when where which who why will with would you your'
  ).split(' '),
);

/** Words that ask for the value of an expression and are not about documents. */
const ASKING =
  /\b(?:what|whats|what's|is|are|how|much|many|calculate|compute|evaluate|solve|work|out|equals?|please|the|result|value|of|me|tell)\b/gi;

/** Returns the arithmetic in a question, such as `2+2*3`; undefined if there is none. */
export function expressionIn(question: string): string | undefined {
  const found = question.match(
    /(?:[-+]\s*)?(?:\d[\d_]*(?:\.\d+)?|\.\d+|\(|(?:sqrt|abs|sin|cos|tan|log|exp|floor|ceil|min|max|pi)\b)[\d\s.+\-*/^%(),]*(?:(?:sqrt|abs|sin|cos|tan|log|exp|floor|ceil|min|max|pi)\b[\d\s.+\-*/^%(),]*)*/gi,
  );
  return found
    ?.map((text) => text.replace(/[\s,.]+$/, '').trim())
    .find(
      (text) =>
        /\d/.test(text) &&
        /[\d)]\s*[-+*/^%]\s*[-+]?\s*[\d(.a-z]|\w\(/i.test(text) &&
        !looksLikeDate(text) &&
        balanced(text),
    );
}

/** Tells whether the question is nothing but arithmetic, so there is nothing to look up. */
export function isOnlyExpression(question: string): boolean {
  const expression = expressionIn(question);
  if (expression === undefined) return false;
  return !/[\p{L}\d]/u.test(question.replace(expression, ' ').replace(ASKING, ' '));
}

/** Returns the best tools, at most three, each with arguments guessed from the question. */
export function offerTools(question: string, tools: ToolInfo[]): ToolOffer[] {
  const usable = tools.filter(
    (tool) => !tool.builtin && tool.enabled && tool.policy !== 'deny' && tool.problem === undefined,
  );
  const asked = new Set(words(question));
  const places = usable.map(placesOf);
  const rarity = (word: string): number =>
    Math.log(1 + usable.length / places.filter((place) => place.has(word)).length);
  return usable
    .map((tool, position) => {
      const shared = [...(places[position] ?? [])].filter(([word]) => asked.has(word));
      const tells = shared.length > 1 || shared.some(([, weight]) => weight === WEIGHT.name);
      let score = tells ? shared.reduce((sum, [word, weight]) => sum + weight * rarity(word), 0) : 0;
      if (expressionParameterOf(tool) !== undefined && expressionIn(question)) score += EXPRESSION_BONUS;
      return { tool, score };
    })
    .filter(({ score }) => score >= LEAST_SCORE)
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1))
    .slice(0, MOST_OFFERS)
    .map(({ tool }) => ({
      name: tool.name,
      description: tool.description,
      args: guessArguments(question, tool),
    }));
}

/** Guesses a tool's arguments from the question. They fill a form, so a wrong guess costs a keystroke. */
export function guessArguments(question: string, tool: Pick<ToolInfo, 'parameters'>): JsonObject {
  const args = defaultsOf(tool.parameters);
  const properties = Object.entries(tool.parameters.properties ?? {});
  const required = new Set(tool.parameters.required ?? []);
  const numbers = [...question.matchAll(/(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)/g)].map(([text]) =>
    Number(text),
  );
  const strings = properties.filter(
    ([name, schema]) => schema.type === 'string' && !schema.enum && required.has(name),
  );
  const numeric = properties.filter(([name, schema]) => isNumeric(schema) && required.has(name));
  for (const [name, schema] of properties) {
    const named = (schema.enum ?? []).find((value) => mentions(question, value));
    if (named !== undefined) args[name] = named;
  }
  if (strings.length === 1) {
    const [name, schema] = strings[0] as [string, Schema];
    args[name] = textFor(name, schema, question);
  }
  const place = properties.find(([name, schema]) => schema.type === 'string' && PLACE.test(name))?.[0];
  const where = place === undefined ? undefined : placeIn(question);
  if (place !== undefined && where !== undefined) args[place] ??= where;
  // If the count matches, assign the numbers in order.
  if (numeric.length === numbers.length) {
    for (const [index, [name]] of numeric.entries()) args[name] = numbers[index] as number;
  }
  return args;
}

/** A parameter that takes the name of a place. */
const PLACE = /^(?:city|town|place|location)$/i;
/** “in Berlin”, “for New York tomorrow?”: the words after the last preposition. */
const WHERE =
  /^.*\b(?:in|at|for|near|für) ((?:\p{L}[\p{L}\p{M}.'’-]*[ ,]*)+?)[ ,]*(?:(?:right )?now|today|tonight|tomorrow|this week(?:end)?|next week|heute|morgen)?[\s?!.]*$/isu;

function placeIn(question: string): string | undefined {
  return WHERE.exec(question)?.[1]?.trim();
}

/**
 * Returns the arguments stated in a question: quoted, in JSON, an expression, numbers in order. Undefined when a
 * required one is missing and would have to be guessed.
 */
export function saidArguments(text: string, tool: Pick<ToolInfo, 'parameters'>): JsonObject | undefined {
  const { properties = {}, required = [] } = tool.parameters;
  const args = guessArguments(text, tool);
  const isSaid = required.every((name) => {
    const schema = properties[name];
    if (args[name] === undefined || !schema) return false;
    return schema.type !== 'string' || schema.enum !== undefined || quoted(name, schema, text) !== undefined;
  });
  return isSaid ? args : undefined;
}

/** Tells whether a question contains the whole name of a tool, in any order, and every required argument. */
export function isSpelledOut(question: string, tool: Pick<ToolInfo, 'name' | 'parameters'>): boolean {
  const asked = new Set(words(question));
  const name = words(tool.name);
  const isNamed = name.length > 0 && name.every((word) => asked.has(word));
  return isNamed && saidArguments(question, tool) !== undefined;
}

function textFor(name: string, schema: Schema, question: string): string {
  return quoted(name, schema, question) ?? question.trim();
}

function quoted(name: string, schema: Schema, question: string): string | undefined {
  const about = `${name} ${schema.description ?? ''}`;
  const expression = expressionIn(question);
  if (expression !== undefined && isExpression(about)) return expression;
  const json = /json/i.test(about) ? question.match(/[[{][\s\S]*[\]}]/)?.[0] : undefined;
  if (json !== undefined) return json;
  const marked = question.match(/"([^"]+)"|“([^”]+)”|«([^»]+)»|`([^`]+)`|(?<!\w)'([^']+)'(?!\w)/);
  return marked?.slice(1).find((part) => part !== undefined);
}

/** Returns the parameter of a tool that takes arithmetic. */
export function expressionParameterOf(tool: Pick<ToolInfo, 'parameters'>): string | undefined {
  return Object.entries(tool.parameters.properties ?? {}).find(
    ([name, schema]) => schema.type === 'string' && isExpression(`${name} ${schema.description ?? ''}`),
  )?.[0];
}

function isExpression(about: string): boolean {
  return /\b(?:expression|formula|arithmetic|equation)/i.test(about) && !/regular|regex|lua/i.test(about);
}

function isNumeric(schema: Schema): boolean {
  return schema.type === 'number' || schema.type === 'integer';
}

function mentions(question: string, value: Json): boolean {
  return typeof value === 'string' && value !== '' && words(question).includes(words(value)[0] ?? '');
}

/** Returns each word of a tool with the best weight among its places. */
function placesOf(tool: ToolInfo): Map<string, number> {
  const places = new Map<string, number>();
  const enter = (text: string, weight: number): void => {
    for (const word of words(text)) places.set(word, Math.max(weight, places.get(word) ?? 0));
  };
  enter(tool.name, WEIGHT.name);
  enter(tool.description, WEIGHT.description);
  for (const [name, schema] of Object.entries(tool.parameters.properties ?? {})) {
    enter(`${name} ${schema.description ?? ''} ${(schema.enum ?? []).join(' ')}`, WEIGHT.parameter);
  }
  return places;
}

function words(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((word) => word.length > 1 && !COMMON.has(word))
    .map(stemmer);
}

function looksLikeDate(text: string): boolean {
  return /^\d{4}-\d{1,2}(?:-\d{1,2})?$|^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/.test(text);
}

function balanced(text: string): boolean {
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
