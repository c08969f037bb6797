// The values of a profile's arguments: which count, what is missing, and what a script may claim to ask for.
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
  it('stand before those of the profile; blank is nothing, and what is not asked for goes', () => {
    expect(valuesFor(REVIEWER, { area: 'style', other: 'x' })).toEqual({ area: 'style', tone: 'dry' });
    expect(valuesFor(REVIEWER, { area: ' ', tone: 'warm' })).toEqual({ tone: 'warm' });
    expect(valuesFor(REVIEWER, { area: 'style', tone: '' })).toEqual({ area: 'style' });
    expect(valuesFor({ name: 'plain' }, { area: 'style' })).toEqual({});
  });

  it('are told to be missing or too long', () => {
    expect(problemWithValues(REVIEWER)).toBe('The profile reviewer needs area.');
    expect(problemWithValues(REVIEWER, { area: '  ' })).toBe('The profile reviewer needs area.');
    expect(problemWithValues(REVIEWER, { area: 'style' })).toBeUndefined();
    expect(problemWithValues(REVIEWER, { area: 'x'.repeat(10_001) })).toMatch(/longer than 10,000/);
  });

  it('are not found in what every object has', () => {
    const odd = { name: 'odd', arguments: [{ name: 'constructor', description: '', required: true }] };
    expect(problemWithValues(odd)).toBe('The profile odd needs constructor.');
    expect(valuesFor(odd, { constructor: 'x' })).toEqual({ constructor: 'x' });
  });
});

it('a form begins with what a chat says, and says something of each argument', () => {
  expect(formOfValues(REVIEWER, { area: 'style', other: 'x' })).toEqual({ area: 'style' });
  expect(valuesOfForm(REVIEWER, { area: 'style' })).toEqual({ area: 'style', tone: '' });
});

it('a form has each argument as a text, with what the profile says of it', () => {
  expect(argumentSchema(REVIEWER)).toEqual({
    type: 'object',
    properties: {
      area: { type: 'string', description: 'What to look at' },
      tone: { type: 'string', description: '', default: 'dry' },
    },
    required: ['area'],
  });
});

it('what a script asks for is read with each name once, and never without an end', () => {
  const said = [{ name: 'a', required: true }, { name: 'a' }, { name: ' ' }, { name: '__proto__' }, 7, null];
  expect(readArguments(said)).toEqual([{ name: 'a', description: '', required: true }]);
  expect(readArguments({ name: 'a' })).toEqual([]);
  expect(readArguments(Array.from({ length: 99 }, (_, at) => ({ name: `n${at}` })))).toHaveLength(32);
});
