// Picked fields of an answer: parsing of paths, and scripts that return what the form shows.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isObject, type Json } from '../../base/json.ts';
import { EACH, parsePick, picked, pickText, type Pick } from './http-pick.ts';
import { readHttpSpec } from './http-spec.ts';
import { HttpTrial, ReplyServer } from './http-trial.test-support.ts';

const spec = (pick: unknown, mode?: string) =>
  JSON.stringify({
    name: 't',
    request: { url: 'https://a.example/' },
    response: { pick, ...(mode && { mode }) },
  });

describe('a path', () => {
  it('reads back as it is written', () => {
    const step = fc.oneof(
      fc.string(),
      fc.constantFrom('a', 'a b', '"', '\\', '', '0', '__proto__'),
      fc.nat(99),
      fc.constant(EACH),
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 5 }), (steps) => {
        expect(parsePick(pickText(steps))).toEqual(steps);
      }),
    );
    expect(parsePick('items[*].a-b["c d"][0]')).toEqual(['items', EACH, 'a-b', 'c d', 0]);
  });

  it.each(['', '.', '.a', 'a.', 'a..b', 'a[', 'a[-1]', 'a[x]', 'a b', '[*]b', '$.a', 'a["\\x"]', 'a[1'])(
    'is rejected as %j',
    (path) => {
      expect(() => readHttpSpec(spec(path))).toThrow(/response\.pick/);
    },
  );

  it.each<[unknown, RegExp]>([
    [3, /must be a path/],
    [[], /1 to 200 paths/],
    [['a', 3], /must be a path/],
    [['a[0]'], /write \[\*\] for every item/],
    [['a.b', 'a[*].c'], /treats a value as a list/],
  ])('is rejected as %j', (pick, why) => {
    expect(() => readHttpSpec(spec(pick))).toThrow(why);
  });

  it('requires a JSON answer', () => {
    for (const mode of ['text', 'file', 'image']) expect(() => readHttpSpec(spec('a', mode))).toThrow(/mode/);
    expect(() => readHttpSpec(spec('a', 'json'))).not.toThrow();
  });
});

describe('a script', () => {
  const server = new ReplyServer();
  const trial = new HttpTrial();
  beforeAll(() => server.start());
  afterAll(() => server.stop());

  const run = async (answer: Json, pick: Pick) => {
    server.reply = () => ({ type: 'text/plain', body: JSON.stringify(answer) });
    return trial.run({ name: 't', request: { url: server.origin }, response: { pick } });
  };

  /** In a script, null fields are absent and an empty list is an empty object: neither occurs here. */
  const name = fc.constantFrom('a', 'b', 'c d', 'each', '1', 'end');
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<Json>('text', 7, false, ''),
      fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
      fc.dictionary(name, tie('value'), {
        minKeys: 1,
        maxKeys: 3,
        noNullPrototype: true,
      }) as fc.Arbitrary<Json>,
    ),
  })).value;
  const steps = fc.array(fc.oneof(name, fc.constant(EACH)), { minLength: 1, maxLength: 3 });

  it('returns what the form shows', { timeout: 60_000 }, async () => {
    const pick = fc.oneof(
      fc.array(fc.oneof(name, fc.nat(2), fc.constant(EACH)), { minLength: 1, maxLength: 4 }).map(pickText),
      fc.array(steps.map(pickText), { minLength: 2, maxLength: 3 }),
    );
    await fc.assert(
      fc.asyncProperty(json, pick, async (answer, at) => {
        try {
          readHttpSpec(spec(at));
        } catch {
          return;
        }
        const { result, message } = await run(answer, at);
        expect(message).toBeUndefined();
        expect(plain(result as Json)).toEqual(plain(picked(answer, at) ?? null));
      }),
      { numRuns: 150 },
    );
  });

  it("returns fields of every item, and an error for an answer that isn't JSON", async () => {
    const answer: Json = { items: [{ title: 'One', id: 1, by: { name: 'x' } }, { title: 'Two' }], total: 2 };
    expect((await run(answer, 'items[*].title')).result).toEqual(['One', 'Two']);
    expect((await run(answer, ['items[*].title', 'items[*].by.name', 'total'])).result).toEqual({
      items: [{ title: 'One', by: { name: 'x' } }, { title: 'Two' }],
      total: 2,
    });
    expect((await run({ items: [] }, 'items[*].title')).result).toEqual([]);
    expect((await run(answer, 'items[1].title')).result).toBe('Two');
    expect((await run(answer, 'nothing.here')).result).toBeNull();
    server.reply = () => ({ type: 'application/json', body: '<html>' });
    const { message } = await trial.run({
      name: 't',
      request: { url: server.origin },
      response: { pick: 'a' },
    });
    expect(message).toContain('response body is not valid JSON');
  });
});

/** Drops what Lua can't distinguish: an object without fields, and an empty list. */
function plain(value: Json): Json {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  if (Object.keys(value).length === 0) return [];
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item as Json)]));
}
