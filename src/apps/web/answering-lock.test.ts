// When two tabs answer in one conversation at once, one of them gets the lock.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AgentEvent } from '../../core/conversation.ts';
import { isAnswered, underLock, untilAnswered } from './answering-lock.ts';

/** Exclusive and shared locks of one origin across its tabs, as in a browser. */
class Locks {
  readonly #waiting: { name: string; shared: boolean; start(): Promise<unknown>; started: boolean }[] = [];

  request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as () => unknown;
    const { mode, signal } = (rest.length > 1 ? rest[0] : {}) as LockOptions;
    return new Promise((resolve, reject) => {
      const start = async (): Promise<unknown> => work();
      const one = { name, shared: mode === 'shared', start, started: false };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        this.#next();
      };
      one.start = async () => {
        one.started = true;
        await Promise.resolve(start()).then(resolve, reject).finally(leave);
      };
      signal?.addEventListener('abort', () => {
        if (one.started) return;
        leave();
        reject(signal.reason as Error);
      });
      this.#waiting.push(one);
      this.#next();
    });
  }

  query = async (): Promise<LockManagerSnapshot> => ({
    held: this.#waiting.filter(({ started }) => started).map(({ name }) => ({ name })),
  });

  #next(): void {
    for (const one of this.#waiting) {
      const held = this.#waiting.filter(({ name, started }) => started && name === one.name);
      if (!one.started && held.every(({ shared }) => shared && one.shared)) void one.start();
    }
  }
}

beforeEach(() => vi.stubGlobal('navigator', { locks: new Locks() }));
afterEach(() => vi.unstubAllGlobals());

const START: AgentEvent = { type: 'start', conversation: 'c', message: 'm', mode: 'model' };
const END: AgentEvent = { type: 'end', reason: 'answered' };

function answering() {
  const begun = vi.fn();
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  async function* events(): AsyncGenerator<AgentEvent, void> {
    begun();
    yield START;
    await finished;
    yield END;
  }
  return { begun, finish, events };
}

async function all(events: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const list: AgentEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

it('refuses the other tab before it begins, and lets it answer afterwards', async () => {
  const [first, second] = [answering(), answering()];
  const making = all(underLock('c', first.events));
  await vi.waitFor(async () => expect(await isAnswered('c')).toBe(true));
  const refused = await all(underLock('c', second.events));
  expect(refused).toMatchObject([START.type, 'error', 'end'].map((type) => ({ type })));
  expect(refused[1]).toMatchObject({ error: { code: 'conflict' } });
  expect(second.begun).not.toHaveBeenCalled();
  first.finish();
  expect(await making).toEqual([START, END]);
  second.finish();
  expect(await all(underLock('c', second.events))).toEqual([START, END]);
});

it('reports a new conversation as answering from the start, and no longer once its tab was left', async () => {
  const { events } = answering();
  const making = underLock(undefined, events);
  await making.next();
  expect(await isAnswered('c')).toBe(true);
  await making.return();
  await untilAnswered('c');
  expect(await isAnswered('c')).toBe(false);
});

it('is not refused by a mere query whether an answer is running', async () => {
  const { events, finish } = answering();
  finish();
  const [asked, made] = await Promise.all([untilAnswered('c'), all(underLock('c', events))]);
  expect([asked, made]).toEqual([undefined, [START, END]]);
});
