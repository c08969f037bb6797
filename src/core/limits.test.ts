// Limits that a script or a user gives are numbers within their bounds.
import { expect, it } from 'vitest';
import { checkLimits, DEFAULT_LIMITS, HIGHEST_LIMITS, inMebibytes } from './limits.ts';

it('takes what is within the bounds, whole numbers where they are counts', () => {
  expect(checkLimits({ timeout: 0.5, memory: 2 ** 21 + 0.5 }, DEFAULT_LIMITS)).toEqual({
    timeout: 0.5,
    memory: 2 ** 21,
  });
  expect(checkLimits(undefined, DEFAULT_LIMITS)).toEqual({});
});

it('names the limit that is wrong, and its bounds', () => {
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

it('allows each default to be given', () => {
  expect(checkLimits(DEFAULT_LIMITS, DEFAULT_LIMITS)).toEqual(DEFAULT_LIMITS);
  expect(checkLimits(HIGHEST_LIMITS, HIGHEST_LIMITS)).toEqual(HIGHEST_LIMITS);
});

it('says sizes as people do', () => {
  expect([2 ** 20, 2 ** 19, 10 * 2 ** 20].map(inMebibytes)).toEqual(['1 MiB', '0.5 MiB', '10 MiB']);
});
