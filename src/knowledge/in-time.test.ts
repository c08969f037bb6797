// Successively better answers with a time limit.
import { describe, expect, it } from 'vitest';
import { inTime } from './in-time.ts';

const after = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function* answers(...waits: number[]): AsyncGenerator<number, void> {
  for (const [i, wait] of waits.entries()) {
    if (wait > 0) await after(wait);
    yield i + 1;
  }
}

describe('the best answer in time', () => {
  it('is the last one when all come in time', async () => {
    expect(await inTime(answers(0, 0, 0), { patience: 1000 })).toBe(3);
  });

  it('is the latest one at the time limit; the others come late, in order, then the end', async () => {
    const late: (number | string)[] = [];
    const ended = new Promise<void>((resolve) => {
      void inTime(answers(0, 0, 200, 5), {
        patience: 60,
        onLate: (answer) => late.push(answer),
        onEnd: () => (late.push('end'), resolve()),
      }).then((answer) => late.push(`answer ${answer}`));
    });
    await ended;
    expect(late).toEqual(['answer 2', 3, 4, 'end']);
  });

  it('waits for the first one in any case', async () => {
    expect(await inTime(answers(60, 500), { patience: 0 })).toBe(1);
  });

  it('is the first one without patience, returned before work on the next begins', async () => {
    const order: string[] = [];
    async function* working(): AsyncGenerator<string, void> {
      yield 'first';
      order.push('work on the second');
      yield 'second';
    }
    await new Promise<void>((resolve) => {
      const onLate = (answer: string): void => void order.push(answer);
      void inTime(working(), { patience: 0, onLate, onEnd: resolve }).then(() => order.push('answered'));
    });
    expect(order).toEqual(['answered', 'work on the second', 'second']);
  });

  it('is nothing when there is none', async () => {
    expect(await inTime(answers(), { patience: 10 })).toBeUndefined();
  });

  it('makes no more when they are not wanted', async () => {
    let made = 0;
    async function* endless(): AsyncGenerator<number, void> {
      for (;;) {
        yield ++made;
        await after(20);
      }
    }
    await inTime(endless(), { patience: 30 });
    await after(80);
    expect(made).toBeLessThan(5);
  });

  it("fails with the first answer's error, and ends", async () => {
    async function* failing(): AsyncGenerator<number, void> {
      await after(1);
      if (after.length === 1) throw new Error('no answer');
      yield 1;
    }
    let hasEnded = false;
    await expect(inTime(failing(), { patience: 50, onEnd: () => (hasEnded = true) })).rejects.toThrow(
      'no answer',
    );
    await after(0);
    expect(hasEnded).toBe(true);
  });
});
