// A server's output schema and its results, checked with the sandbox's own validator.
import { expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import type { Schema } from '../core/schema.ts';
import type { Tool } from '../core/tool.ts';
import { checkResult } from './check-result.ts';
import { realRunner } from './real-runner.test-support.ts';

const signal = new AbortController().signal;

function check(
  returns: Schema | undefined,
  result: unknown,
  runner: Parameters<typeof checkResult>[0] = realRunner,
) {
  return checkResult(runner, { spec: { returns } } as Tool, result, { signal, nested: false });
}

const DEGREES: Schema = {
  type: 'object',
  properties: { degrees: { $ref: '#/$defs/degrees' } },
  required: ['degrees'],
  additionalProperties: false,
  $defs: { degrees: { type: 'number' } },
} as Schema;

it('accepts a result that fits, and any result without a schema', async () => {
  expect(await check(DEGREES, { degrees: 21 })).toBeUndefined();
  expect(await check(undefined, 'anything')).toBeUndefined();
});

it.each<[unknown, RegExp]>([
  [{ degrees: 'hot' }, /field 'degrees' must be of type 'number'/],
  [{}, /missing required field: degrees/],
  [{ degrees: 1, more: 1 }, /field 'more' is not known/],
  [[1], /must be an object/],
])('rejects %j with the reason', async (result, words) => {
  await expect(check(DEGREES, result)).rejects.toMatchObject({ code: 'bad_output', message: words });
});

it("reports a schema that can't be used, and withholds nothing", async () => {
  const lost = { type: 'object', properties: { a: { $ref: '#/nowhere' } } } as Schema;
  expect(await check(lost, { a: 1 })).toMatch(/not checked/);
  const late = { validate: () => Promise.reject(new Failure('timeout', 'too late')) };
  expect(await check(DEGREES, { degrees: 1 }, late)).toMatch(/not checked/);
});

it('leaves the result unchanged, without filling in defaults', async () => {
  const result = Object.freeze({ list: Object.freeze({}) });
  await check({ type: 'object', properties: { a: { default: 1 } } }, result);
  expect(result).toEqual({ list: {} });
});
