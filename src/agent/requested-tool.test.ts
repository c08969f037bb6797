// Questions that a tool answers, with their arguments, and when it may run without asking.
import { describe, expect, it } from 'vitest';
import type { Schema } from '../core/schema.ts';
import type { ToolInfo } from '../core/tool.ts';
import { requestedTool } from './requested-tool.ts';
import { expectWithin } from '../../scripts/expect-within.ts';
import { listedTool } from '../core/tools.test-support.ts';

const TODAY = '2026-11-22';

function tool(name: string, properties: Record<string, Schema>, rest: Partial<ToolInfo> = {}): ToolInfo {
  const parameters = { type: 'object', properties, required: Object.keys(properties) } as const;
  return listedTool(name, { bundle: 'builtin', parameters, origin: 'bundled', policy: 'allow', ...rest });
}

const text: Schema = { type: 'string' };
const CALCULATOR = tool('calculator', { expression: text });
const ALL = [
  CALCULATOR,
  tool('date_calculator', {}),
  tool('unit_converter', {}),
  tool('text_analysis', { text }),
  tool('json_formatter', { text: { type: 'string', description: 'The JSON text' } }),
  tool('echo', { message: text }),
];
const asked = (question: string, tools = ALL) => requestedTool(question, tools, TODAY);

describe('a calculation', () => {
  it.each([
    ['2+2', '2+2'],
    ['What is 15% of 80?', '15 / 100 * 80'],
    ['12 times 8', '12 * 8'],
    ['what is 1,250 divided by 4', '1250 / 4'],
    ['square root of 144 + 1', 'sqrt(144) + 1'],
    ['7 squared * 2', '7^2 * 2'],
    ['3 × 4', '3 * 4'],
  ])('%s', (question, expression) => {
    expect(asked(question)).toMatchObject({
      name: 'calculator',
      args: { expression },
      runs: true,
      isWhole: true,
    });
  });

  it.each(['why is 2+2 four in the manual', 'chapter 7', '2024-05-01', 'utf-8', '5', 'C++', '😀', ''])(
    'is not “%s”',
    (question) => expect(asked(question)).toBeUndefined(),
  );
});

describe('a date', () => {
  it.each([
    ['What day is it today?', { date: 'today' }],
    ['What is the date today?', { date: 'today' }],
    ['Welcher Tag ist heute?', { date: 'today' }],
    ['What time is it?', { date: 'now' }],
    ["What's the time?", { date: 'now' }],
    ['Wie spät ist es?', { date: 'now' }],
    ['Quelle heure est-il ?', { date: 'now' }],
    ['¿Qué hora es?', { date: 'now' }],
    ["what's today's date", { date: 'today' }],
    ['What day is 24 December 2026?', { date: '2026-12-24' }],
    ['which day of the week was 1990-06-15', { date: '1990-06-15' }],
    ['How many days until Christmas?', { date: TODAY, to: '2026-12-25', unit: 'days' }],
    ['how many weeks until March 1st', { date: TODAY, to: '2027-03-01', unit: 'weeks' }],
    ['how many days since 1 January 2026', { date: '2026-01-01', to: TODAY, unit: 'days' }],
    [
      'How many days are there between 2024-01-01 and 2024-03-01?',
      { date: '2024-01-01', to: '2024-03-01', unit: 'days' },
    ],
    ['What is the date in 90 days?', { date: TODAY, add: 90, unit: 'days' }],
    ['what date is two weeks from today', { date: TODAY, add: 2, unit: 'weeks' }],
    ['2026-01-31 plus 3 months', { date: '2026-01-31', add: 3, unit: 'months' }],
    ['what day was it 10 days ago', { date: TODAY, add: -10, unit: 'days' }],
  ])('%s', (question, args) =>
    expect(asked(question)).toMatchObject({ name: 'date_calculator', args, runs: true }),
  );

  it.each([
    'How many days of holiday do I have?',
    'what day do we ship',
    'What time is it in Tokyo?',
    'What time is the meeting?',
    'time',
    'What day is 31 February 2026?',
    'how many days until the next invoice',
    'When is the deadline?',
  ])('is not “%s”', (question) => expect(asked(question)).toBeUndefined());
});

describe('a conversion', () => {
  it.each([
    ['convert 10 km to miles', { value: 10, from: 'km', to: 'miles' }],
    ['What is 72 °F in celsius?', { value: 72, from: '°F', to: 'celsius' }],
    ['How many grams are in a pound?', { value: 1, from: 'pound', to: 'grams' }],
    ['1,500 m in km', { value: 1500, from: 'm', to: 'km' }],
    ['100 degrees fahrenheit to celsius', { value: 100, from: 'degrees fahrenheit', to: 'celsius' }],
  ])('%s', (question, args) =>
    expect(asked(question)).toMatchObject({ name: 'unit_converter', args, runs: true }),
  );

  it.each(['convert a document to pdf', 'how many tools are in a bundle', 'go from draft to done'])(
    'is not “%s”',
    (question) => expect(asked(question)).toBeUndefined(),
  );
});

describe('a named tool', () => {
  it('runs when its arguments were stated', () => {
    expect(asked('Use text_analysis on "to be or not to be"')).toMatchObject({
      name: 'text_analysis',
      args: { text: 'to be or not to be' },
      runs: true,
    });
    expect(asked('json_formatter {"a":[1]}')).toMatchObject({ args: { text: '{"a":[1]}' }, runs: true });
  });

  it.each([
    ['calculator 2 + 3', '2 + 3'],
    ['calculator: 2 + 3', '2 + 3'],
    ['Calculator 15% of 80', '15 / 100 * 80'],
    ['use the calculator for 12 times 8', '12 * 8'],
  ])('calculates what follows its name: %s', (question, expression) => {
    expect(asked(question)).toMatchObject({ name: 'calculator', args: { expression }, runs: true });
  });

  it.each(['calculator 2000', 'calculator app version 2 + 3', 'calculators 2 + 3'])(
    'does not calculate “%s”',
    (question) => expect(asked(question)).toBeUndefined(),
  );

  it('waits with its form when they were not', () => {
    expect(asked('run the text analysis tool')).toMatchObject({
      name: 'text_analysis',
      runs: false,
      isWhole: true,
    });
  });

  it('is not requested when it is only mentioned', () => {
    expect(asked('How does text_analysis count words?')).toBeUndefined();
    expect(asked('echo chambers in the report')).toBeUndefined();
  });
});

describe('a tool whose policy is allow', () => {
  // Setting the policy, at install or later, also grants write permission.
  const granted = ALL.map((one) => ({ ...one, writes: true }));

  it.each([
    ['2+2', 'calculator', { expression: '2+2' }],
    ['17% of 240', 'calculator', { expression: '17 / 100 * 240' }],
    ['What day is 2026-12-24?', 'date_calculator', { date: '2026-12-24' }],
    ['5 miles in km', 'unit_converter', { value: 5, from: 'miles', to: 'km' }],
  ])('answers “%s” at once', (question, name, args) => {
    expect(asked(question, granted)).toMatchObject({ name, args, runs: true });
  });
});

describe('tools that may not run on their own', () => {
  it.each<[string, Partial<ToolInfo>]>([
    ['asks first', { policy: 'ask' }],
    ['can reach a host', { hosts: ['api.example.com'] }],
    ['is on a server', { kind: 'mcp' }],
    ['sends a request', { kind: 'http' }],
    ['calls other tools', { kind: 'flow' }],
  ])('a tool that %s', (_, rest) => {
    expect(asked('2+2', [{ ...CALCULATOR, ...rest }])).toMatchObject({ runs: false, isWhole: true });
  });

  it.each<[string, Partial<ToolInfo>]>([
    ['is denied', { policy: 'deny' }],
    ['is switched off', { enabled: false }],
    ['is broken', { problem: 'does not compile' }],
    ['is not for people', { userCallable: false }],
  ])('a tool that %s does not run', (_, rest) => {
    expect(asked('2+2', [{ ...CALCULATOR, ...rest }])).toBeUndefined();
  });
});

it('handles a pasted page and many digits quickly', async () => {
  for (const text of ['1 '.repeat(5000), '9'.repeat(10_000), 'how many days '.repeat(700), '(('.repeat(5000)])
    expect(await expectWithin(1000, () => asked(text))).toBeUndefined();
});
