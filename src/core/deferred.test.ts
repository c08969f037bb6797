// What is made at its first use: made once, made again after a failure, and asked in order.
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

it('loads nothing before it is asked, and one thing however often it is asked', async () => {
  const { loads, counter } = countingLoads();
  expect(loads.count).toBe(0);
  expect(await Promise.all([counter.add(1), counter.add(10), counter.add(100)])).toEqual([1, 11, 111]);
  expect(await counter.add(0)).toBe(111);
  expect(loads.count).toBe(1);
});

it('says in a sentence that it could not be loaded, and tries again at the next call', async () => {
  const { loads, counter } = countingLoads([new TypeError('Failed to fetch')]);
  await expect(counter.add(1)).rejects.toMatchObject({
    name: 'Failure',
    code: 'unavailable',
    message: expect.stringMatching(/could not be loaded/) as string,
  });
  expect(await counter.add(1)).toBe(1);
  expect(loads.count).toBe(2);
});

it('passes on a Failure, and what the thing itself throws', async () => {
  const { counter } = countingLoads([new Failure('denied', 'no')]);
  await expect(counter.add(1)).rejects.toMatchObject({ code: 'denied', message: 'no' });
  await expect(counter.fail()).rejects.toThrow(new TypeError('mine'));
});
