// A worker that forges, floods, repeats and falls silent, seen from the page's end of its port.
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Allowance } from './allowance.ts';
import { SandboxWorker } from './sandbox-worker.ts';

class Hostile {
  readonly worker: SandboxWorker;
  readonly port: MessagePort;
  readonly received: { id: number; type: string }[] = [];
  ended = 0;
  die: (message: string) => void = () => undefined;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port = port2;
    port2.onmessage = ({ data }: MessageEvent<{ id: number; type: string }>) => this.received.push(data);
    this.worker = new SandboxWorker({
      port: port1,
      onDeath: (listener) => (this.die = listener),
      terminate: () => void (this.ended += 1),
    });
    opened.push(this);
  }

  say(...messages: unknown[]): void {
    for (const message of messages) this.port.postMessage(message);
  }
}

const opened: Hostile[] = [];
afterEach(() => {
  for (const { worker, port } of opened.splice(0)) {
    worker.kill();
    port.close();
  }
});

const ask = { type: 'validate', schema: '{}', args: '{}' } as const;
const reply = (id: unknown, json = '"mine"') => ({ type: 'reply', id, json, spent: false });
const call = (id: unknown, operation = 'context.get') => ({
  type: 'call',
  id,
  call: 1,
  operation,
  payload: '{}',
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

describe("the page's trust in a worker", () => {
  it('accepts no reply under another id: before, after, negative, fractional, of another run (A11, A13)', async () => {
    const hostile = new Hostile();
    hostile.say({ type: 'ready' }, reply(1, '"early"'), reply(0), reply(2, '"ahead"'));
    await settled();
    const asked = hostile.worker.ask(ask);
    hostile.say(
      reply(2),
      reply(-1),
      reply(1.5),
      reply(NaN),
      reply(Infinity),
      reply(2 ** 53),
      reply(1, '"right"'),
    );
    expect((await asked).json).toBe('"right"');
    expect(hostile.worker.dead).toBe(false);
  });

  it('accepts one reply only, and no host call after it (A12)', async () => {
    const hostile = new Hostile();
    const events: unknown[] = [];
    const asked = hostile.worker.ask(ask, (event) => events.push(event));
    hostile.say(call(1), reply(1, '"first"'), reply(1, '"second"'), call(1), call(1), call(2));
    expect((await asked).json).toBe('"first"');
    await settled();
    expect(events).toHaveLength(1);
    const next = hostile.worker.ask(ask, (event) => events.push(event));
    hostile.say(reply(1, '"replayed"'), call(1), reply(2, '"next"'));
    expect((await next).json).toBe('"next"');
    expect(events).toHaveLength(1);
  });

  it('drops an answer to a call that came too late (A12, B35)', async () => {
    const hostile = new Hostile();
    const asked = hostile.worker.ask(ask);
    hostile.say(reply(1));
    await asked;
    hostile.worker.answer({ type: 'answer', id: 1, call: 1, json: '"late"' });
    await settled();
    expect(hostile.received.map(({ type }) => type)).toEqual(['validate']);
  });

  it.each([
    ['a prototype key', JSON.parse('{"__proto__": {"type": "reply"}, "id": 1, "json": "1", "spent": false}')],
    ['an operation that is no text', { ...call(1), operation: { toString: 'x' } }],
    ['an id that is text', reply('1')],
    ['a payload that is no text', { ...call(1), payload: new Map() }],
    ['a list', [reply(1)]],
    ['a bare text', '{"type":"reply"}'],
    ['bytes', new Uint8Array(9)],
    ['a type of Object', { type: 'toString', id: 1 }],
  ])('accepts nothing more once it has sent %s (J94)', async (_name, message) => {
    const hostile = new Hostile();
    const asked = hostile.worker.ask(ask);
    hostile.say(message, reply(1));
    await expect(asked).rejects.toMatchObject({
      code: 'sandbox_crashed',
      message: expect.stringMatching(/unexpected message/) as string,
    });
    expect(hostile.ended).toBe(1);
    await expect(hostile.worker.ask(ask)).rejects.toMatchObject({ code: 'sandbox_crashed' });
  });

  it('passes on operations named like an object’s own properties, for the dispatcher to refuse (J94)', async () => {
    const hostile = new Hostile();
    const events: { operation?: string }[] = [];
    const asked = hostile.worker.ask(ask, (event) => events.push(event as { operation?: string }));
    hostile.say(call(1, '__proto__'), call(1, 'constructor'), reply(1));
    await asked;
    expect(events.map(({ operation }) => operation)).toEqual(['__proto__', 'constructor']);
  });
});

describe('a worker that floods', () => {
  it('is ended at 100,000 messages, at little cost to the page (J94)', async () => {
    const hostile = new Hostile();
    const heard: unknown[] = [];
    const asked = hostile.worker.ask(ask, (event) => heard.push(event));
    const log = { type: 'log', id: 1, level: 'info', text: 'x' };
    for (let i = 0; i < 100_000; i++) hostile.port.postMessage(log);
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(/flooded the page/) as string,
    });
    expect(hostile.ended).toBe(1);
    expect(heard.length).toBeLessThan(20_000);
    const then = heard.length;
    await settled();
    expect(heard).toHaveLength(then);
  });

  it('is ended after its reply too, before it is leased again', async () => {
    const hostile = new Hostile();
    const asked = hostile.worker.ask(ask);
    hostile.say(reply(1));
    await asked;
    for (let i = 0; i < 30_000; i++) hostile.port.postMessage({ type: 'ready' });
    await expect.poll(() => hostile.worker.dead).toBe(true);
  });

  it('is ended after a few messages of 10 MB (J94)', async () => {
    const hostile = new Hostile();
    let heard = 0;
    const asked = hostile.worker.ask(ask, () => (heard += 1));
    const text = 'x'.repeat(10_000_000);
    for (let i = 0; i < 12; i++) hostile.say({ type: 'emit', id: 1, text });
    await expect(asked).rejects.toMatchObject({
      message: expect.stringMatching(/flooded the page/) as string,
    });
    expect(heard).toBeLessThan(12);
  });

  it("has an allowance that refills, and grows with the run's limits", () => {
    let now = 0;
    const allowance = new Allowance(() => now);
    const spend = () => {
      let spent = 0;
      while (allowance.admit(1)) spent += 1;
      return spent;
    };
    expect(spend()).toBe(10_000);
    now += 1000;
    expect(spend()).toBeGreaterThan(4990);
    now += 60_000;
    allowance.extend(50_000);
    expect(spend()).toBeGreaterThan(59_000);
  });
});

it('settles every request exactly once with its own answer, whatever happens to the messages (K103)', async () => {
  const fate = fc.record({
    what: fc.constantFrom('answer', 'drop', 'twice', 'late', 'garbage', 'wrong id', 'die', 'kill'),
    delay: fc.integer({ min: 0, max: 3 }),
    chatter: fc.integer({ min: 0, max: 3 }),
  });
  let answered = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 6 }), async (fates) => {
      const hostile = new Hostile();
      const { worker } = hostile;
      for (const [index, { what, delay, chatter }] of fates.entries()) {
        const id = index + 1;
        const own = JSON.stringify(`answer ${id}`);
        let settlements = 0;
        const asked = worker.ask(ask).then(
          ({ json }) => (settlements++, json),
          ({ code }: { code: string }) => (settlements++, code),
        );
        const act = (): void => {
          for (let i = 0; i < chatter; i++)
            hostile.say(call(id), reply(id - 1, '"stale"'), reply(id + 1, '"next"'));
          if (what === 'answer' || what === 'late') hostile.say(reply(id, own));
          if (what === 'twice') hostile.say(reply(id, own), reply(id, '"again"'));
          if (what === 'garbage') hostile.say({ type: 'reply', id, json: 5 });
          if (what === 'wrong id') hostile.say(reply(id + 7, '"wrong"'), reply(-id, '"wrong"'));
          if (what === 'die') hostile.die('test');
          if (what === 'kill') worker.kill();
        };
        if (delay === 0) act();
        else setTimeout(act, delay);
        // The caller's deadline ends a worker that never answers.
        const deadline = setTimeout(() => worker.kill(), 25);
        const outcome = await asked;
        clearTimeout(deadline);
        const answers = ['answer', 'late', 'twice'].includes(what);
        expect(answers ? [own, 'sandbox_crashed'] : ['sandbox_crashed']).toContain(outcome);
        if (outcome === own) answered += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
        expect(settlements).toBe(1);
      }
      hostile.port.close();
    }),
    { numRuns: 60 },
  );
  expect(answered).toBeGreaterThan(10);
});
