// The tools that search mode offers for a question, and the arguments it fills in.
import { describe, expect, it } from 'vitest';
import type { Schema } from '../core/schema.ts';
import type { ToolInfo } from '../core/tool.ts';
import { expressionIn, guessArguments, isOnlyExpression, isSpelledOut, offerTools } from './offer-tools.ts';
import { listedTool } from '../core/tools.test-support.ts';

function tool(
  name: string,
  description: string,
  properties: Record<string, Schema> = {},
  required = Object.keys(properties),
  rest: Partial<ToolInfo> = {},
): ToolInfo {
  const parameters = { type: 'object', properties, required } as const;
  return listedTool(name, { description, parameters, origin: 'bundled', policy: 'allow', ...rest });
}

const CALCULATOR = tool('calculator', 'Evaluates an arithmetic expression', {
  expression: { type: 'string' },
});
const ANALYSIS = tool('text_analysis', 'Counts words, sentences and letters of a text', {
  text: { type: 'string' },
});
const FORMATTER = tool('json_formatter', 'Formats JSON with indentation', {
  json: { type: 'string', description: 'JSON text' },
});
const FIND = tool('find_in_docs', 'Finds passages in your documents', { query: { type: 'string' } });
const ECHO = tool('echo', 'Returns what it was given', { message: { type: 'string' } });
const ALL = [ECHO, CALCULATOR, ANALYSIS, FORMATTER, FIND];

describe('the expression in a question', () => {
  it.each([
    ['what is 2+2*3', '2+2*3'],
    ['What is (1 + 2) * 3?', '(1 + 2) * 3'],
    ['calculate sqrt(16) + 1 please', 'sqrt(16) + 1'],
    ['12.5 / 4 =', '12.5 / 4'],
    ['how much is -3 * 7.', '-3 * 7'],
    ['2^10', '2^10'],
    ['chapter 7 of the manual', undefined],
    ['released on 2024-01-05', undefined],
    ['sqlite 3.45 and 3.46', undefined],
    ['utf-8 files', undefined],
    ['call me at (5', undefined],
  ])('%s', (question, expression) => {
    expect(expressionIn(question)).toBe(expression);
  });

  it('is the whole question, or part of a question about documents', () => {
    expect(isOnlyExpression('what is 2+2*3?')).toBe(true);
    expect(isOnlyExpression('how much is 2 + 2')).toBe(true);
    expect(isOnlyExpression('why does the manual say 2+2 = 5')).toBe(false);
    expect(isOnlyExpression('what is a lock')).toBe(false);
  });
});

describe('offers', () => {
  it.each([
    ['what is 2+2*3', 'calculator', { expression: '2+2*3' }],
    ['format this json {"a": [1, 2]}', 'json_formatter', { json: '{"a": [1, 2]}' }],
    ['count the words of "to be or not"', 'text_analysis', { text: 'to be or not' }],
    ['find the documents about locks', 'find_in_docs', { query: 'find the documents about locks' }],
  ])('for “%s” begin with %s, filled in', (question, name, args) => {
    expect(offerTools(question, ALL)[0]).toMatchObject({ name, args });
  });

  it('are empty for a question that no tool fits', () => {
    expect(offerTools('who wrote the tide tables', ALL)).toEqual([]);
    const forecast = tool('forecast', 'Tells the weather up to 16 days ahead, set up over there');
    expect(offerTools('how do I back up a live database', [...ALL, forecast])).toEqual([]);
  });

  it('need more than one word of a description, however rare, or one word of the name', () => {
    const many = [...ALL, ...Array.from({ length: 40 }, (_, i) => tool(`other_${i}`, `Something else ${i}`))];
    const names = (question: string) => offerTools(question, many).map(({ name }) => name);
    expect(names('Which letters did Ada write?')).toEqual([]);
    expect(names('Count the letters and words of it')).toEqual(['text_analysis']);
    expect(names('An analysis of the war')).toEqual(['text_analysis']);
  });

  it('are never more than three', () => {
    const many = Array.from({ length: 9 }, (_, n) => tool(`words_${n}`, 'counts words'));
    expect(offerTools('count words', many)).toHaveLength(3);
  });

  it("exclude tools that can't or need not run", () => {
    const hidden = [
      tool('calc_off', 'arithmetic', {}, [], { enabled: false }),
      tool('calc_denied', 'arithmetic', {}, [], { policy: 'deny' }),
      tool('search', 'arithmetic', {}, [], { builtin: true, origin: 'builtin' }),
    ];
    expect(offerTools('do some arithmetic calc search', hidden)).toEqual([]);
  });
});

describe('a tool that is spelled out', () => {
  const split = tool('split_bill', 'Splits', { bill: { type: 'number' }, people: { type: 'integer' } });

  it.each([
    ['Split a bill of 60 among 3 people', true],
    ['Bills of 60, split by 3', true],
    ['Split a bill', false],
    ['Split 60 among 3 people', false],
    ['A bill of 60 for 3 people', false],
  ])('“%s”: %s', (question, is) => {
    expect(isSpelledOut(question, split)).toBe(is);
  });

  it('never needs a guess at a required text', () => {
    expect(isSpelledOut('an analysis of the text', ANALYSIS)).toBe(false);
    expect(isSpelledOut('an analysis of the text "to be"', ANALYSIS)).toBe(true);
  });
});

describe('guessed arguments', () => {
  it('start from the defaults and add what the question contains', () => {
    const convert = tool(
      'convert',
      'Converts a length',
      {
        value: { type: 'number' },
        unit: { type: 'string', enum: ['metres', 'feet'] },
        digits: { type: 'integer', default: 2 },
      },
      ['value', 'unit'],
    );
    expect(guessArguments('convert 12.5 to feet', convert)).toEqual({ value: 12.5, unit: 'feet', digits: 2 });
  });

  it('use numbers in order only when their count matches', () => {
    const split = tool('split_bill', 'Splits', { bill: { type: 'number' }, people: { type: 'integer' } }, [
      'bill',
      'people',
    ]);
    expect(guessArguments('split 60 among 3', split)).toEqual({ bill: 60, people: 3 });
    expect(guessArguments('split 60', split)).toEqual({});
    expect(guessArguments('split 60 among 3 in 2026', split)).toEqual({});
  });

  it('stay open when a value could be either of two', () => {
    const two = tool('replace', 'Replaces', { from: { type: 'string' }, to: { type: 'string' } });
    expect(guessArguments('replace a with b', two)).toEqual({});
  });
});

it('fills in where', () => {
  const weather = tool(
    'weather_check',
    'Tells the weather',
    { city: { type: 'string' }, days: { type: 'integer' } },
    [],
  );
  const at = (question: string): unknown => guessArguments(question, weather)['city'];
  expect(at('weather in Berlin')).toBe('Berlin');
  expect(at('What is the weather like in New York, please tell me, in San José tomorrow?')).toBe('San José');
  expect(at('will it rain in Paris, Texas today')).toBe('Paris, Texas');
  expect(at('What is the weather?')).toBeUndefined();
});
