// Things made on first use: made once, retried after a failure, called in order.
import { expect, it } from 'vitest';
import { deferred, once } from './deferred.ts';
import { Failure } from './errors.ts';

class Counter {
  #count = 0;
  async add(by: number): Promise<number> {
    return (this.#count += by);
  }
  async fail(): Promise<never> {
    throw new TypeError('mine');
  }
}

function countingLoads(failures: unknown[] = []) {
  const loads = { count: 0 };
  const load = once(async () => {
    loads.count++;
    if (failures.length > 0) throw failures.shift();
    return new Counter();
  });
  return { loads, counter: deferred(load, ['add', 'fail']) };
}

it('loads nothing before the first call, and then loads once', async () => {
  const { loads, counter } = countingLoads();
  expect(loads.count).toBe(0);
  expect(await Promise.all([counter.add(1), counter.add(10), counter.add(100)])).toEqual([1, 11, 111]);
  expect(await counter.add(0)).toBe(111);
  expect(loads.count).toBe(1);
});

it('reports a failed load in a sentence, and retries at the next call', async () => {
  const { loads, counter } = countingLoads([new TypeError('Failed to fetch')]);
  await expect(counter.add(1)).rejects.toMatchObject({
    name: 'Failure',
    code: 'unavailable',
    message: expect.stringMatching(/could not be loaded/) as string,
  });
  expect(await counter.add(1)).toBe(1);
  expect(loads.count).toBe(2);
});

it('passes on a Failure and any other error of the loaded thing', async () => {
  const { counter } = countingLoads([new Failure('denied', 'no')]);
  await expect(counter.add(1)).rejects.toMatchObject({ code: 'denied', message: 'no' });
  await expect(counter.fail()).rejects.toThrow(new TypeError('mine'));
});
