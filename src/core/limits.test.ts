// Limits set by a script or a user are numbers within bounds.
import { expect, it } from 'vitest';
import { checkLimits, DEFAULT_LIMITS, HIGHEST_LIMITS, inMebibytes } from './limits.ts';

it('accepts values within the bounds, and requires whole numbers for counts', () => {
  expect(checkLimits({ timeout: 0.5, memory: 2 ** 21 + 0.5 }, DEFAULT_LIMITS)).toEqual({
    timeout: 0.5,
    memory: 2 ** 21,
  });
  expect(checkLimits(undefined, DEFAULT_LIMITS)).toEqual({});
});

it('names the invalid limit and its bounds', () => {
  expect(() => checkLimits({ memory: 2 ** 26 }, DEFAULT_LIMITS)).toThrow(
    'limits.memory must be a number from 1048576 to 33554432',
  );
  expect(checkLimits({ memory: 2 ** 26 }, HIGHEST_LIMITS)).toEqual({ memory: 2 ** 26 });
  for (const wrong of [NaN, Infinity, -1, '5', null]) {
    expect(() => checkLimits({ hostCalls: wrong }, HIGHEST_LIMITS)).toThrow(
      'limits.hostCalls must be a number',
    );
  }
  for (const unknown of ['heap', 'constructor', '__proto__x']) {
    expect(() => checkLimits({ [unknown]: 1 }, HIGHEST_LIMITS)).toThrow(`limits.${unknown} is not a limit`);
  }
  expect(() => checkLimits([1], HIGHEST_LIMITS)).toThrow('must be an object');
});

it('accepts each default', () => {
  expect(checkLimits(DEFAULT_LIMITS, DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS);
  expect(checkLimits(HIGHEST_LIMITS, HIGHEST_LIMITS)).toEqual(HIGHEST_LIMITS);
});

it('formats sizes for people', () => {
  expect([2 ** 20, 2 ** 19, 10 * 2 ** 20].map(inMebibytes)).toEqual(['1 MiB', '0.5 MiB', '10 MiB']);
});
