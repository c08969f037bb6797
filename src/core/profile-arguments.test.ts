// Values of a profile's arguments: which apply, what is missing, and what a script can declare.
import { describe, expect, it } from 'vitest';
import {
  argumentSchema,
  formOfValues,
  problemWithValues,
  readArguments,
  valuesFor,
  valuesOfForm,
} from './profile-arguments.ts';

const REVIEWER = {
  name: 'reviewer',
  arguments: [
    { name: 'area', description: 'What to look at', required: true },
    { name: 'tone', description: '', required: false },
  ],
  config: { tone: 'dry' },
};

describe('the values of a chat', () => {
  it('override those of the profile; blank values and undeclared ones are dropped', () => {
    expect(valuesFor(REVIEWER, { area: 'style', other: 'x' })).toEqual({ area: 'style', tone: 'dry' });
    expect(valuesFor(REVIEWER, { area: ' ', tone: 'warm' })).toEqual({ tone: 'warm' });
    expect(valuesFor(REVIEWER, { area: 'style', tone: '' })).toEqual({ area: 'style' });
    expect(valuesFor({ name: 'plain' }, { area: 'style' })).toEqual({});
  });

  it('are reported when missing or too long', () => {
    expect(problemWithValues(REVIEWER)).toBe('The profile reviewer needs area.');
    expect(problemWithValues(REVIEWER, { area: '  ' })).toBe('The profile reviewer needs area.');
    expect(problemWithValues(REVIEWER, { area: 'style' })).toBeUndefined();
    expect(problemWithValues(REVIEWER, { area: 'x'.repeat(10_001) })).toMatch(/longer than 10,000/);
  });

  it('are not taken from inherited properties', () => {
    const odd = { name: 'odd', arguments: [{ name: 'constructor', description: '', required: true }] };
    expect(problemWithValues(odd)).toBe('The profile odd needs constructor.');
    expect(valuesFor(odd, { constructor: 'x' })).toEqual({ constructor: 'x' });
  });
});

it('fills the form from the chat, and reads a value for each argument back', () => {
  expect(formOfValues(REVIEWER, { area: 'style', other: 'x' })).toEqual({ area: 'style' });
  expect(valuesOfForm(REVIEWER, { area: 'style' })).toEqual({ area: 'style', tone: '' });
});

it("offers a text field per argument, with the profile's value as default", () => {
  expect(argumentSchema(REVIEWER)).toEqual({
    type: 'object',
    properties: {
      area: { type: 'string', description: 'What to look at' },
      tone: { type: 'string', description: '', default: 'dry' },
    },
    required: ['area'],
  });
});

it('reads declared arguments once per name, up to a limit', () => {
  const said = [{ name: 'a', required: true }, { name: 'a' }, { name: ' ' }, { name: '__proto__' }, 7, null];
  expect(readArguments(said)).toEqual([{ name: 'a', description: '', required: true }]);
  expect(readArguments({ name: 'a' })).toEqual([]);
  expect(readArguments(Array.from({ length: 99 }, (_, at) => ({ name: `n${at}` })))).toHaveLength(32);
});
