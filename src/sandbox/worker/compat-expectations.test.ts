// What scripts written for Context Harness may expect of JSON. Where its documentation and implementation disagree,
// both readings work here.
import { describe, expect, it } from 'vitest';
import { ScriptTrial, type TrialOptions } from '../../../scripts/script-trial.ts';
import type { Json, JsonObject } from '../../base/json.ts';

const trial = new ScriptTrial();

const SOURCES: JsonObject[] = [
  { name: 'notes', configured: true, healthy: true, documents: 2, chunks: 5 },
  { name: 'blog', configured: true, healthy: false, documents: 0, chunks: 0, notes: 'unreachable' },
  { name: 'wiki', configured: false, healthy: true, documents: 1, chunks: 1 },
];

const say = (body: string, host: TrialOptions['host'] = () => null) => trial.body(body, { host });

describe('expectations of a compatible runtime', () => {
  it.each([
    ['json.encode({})', '{}'],
    ['json.encode({1,2,a="x"})', '[1,2]'],
    ['json.encode({b=1,a=2})', '{"a":2,"b":1}'],
    ['json.encode({[3]="x"})', '{"3":"x"}'],
    ['json.encode({1,nil,3})', '[1,null,3]'],
    ['json.parse("null")', undefined],
    ['math.type(json.parse("1"))', 'integer'],
    ['math.type(json.parse("1.0"))', 'float'],
    ['math.type(json.parse("18446744073709551615"))', 'float'],
    ['json.encode(1.0)', '1.0'],
    ['json.encode(0/0)', 'null'],
    ['json.encode(nil)', 'null'],
  ])('%s', async (expression, expected) => {
    const { result } = await say(`local v = ${expression} return v`);
    expect(result ?? undefined).toBe(expected);
  });

  // There, null became nil and lists lost what followed it. This contract keeps it, so each of these differs.
  it.each([
    ['json.encode(json.parse("[1,null,3]"))', '[1,null,3]', '[1]'],
    ['json.encode(json.parse("[null,2]"))', '[null,2]', '{"2":2}'],
    ['json.encode(json.parse("[]"))', '[]', '{}'],
  ])('keep what %s lost in the predecessor', async (expression, here, there) => {
    const { result } = await say(`local v = ${expression} return v`);
    expect(result).toBe(here);
    expect(result).not.toBe(there);
  });

  it('keep a null in the middle of a list, like both', async () => {
    expect((await say('return json.encode(json.parse("[1,2,null,4]"))')).result).toBe('[1,2,null,4]');
  });
});

describe('points where documentation and implementation disagree', () => {
  it('make json.parse and json.decode the same function (trap 1)', async () => {
    expect((await say('return { json.parse("[1]"), json.decode("[1]") }')).result).toEqual([[1], [1]]);
  });

  it('give sources the fields of both (trap 10)', async () => {
    const { result } = await say(
      'local s = context.sources()[1] return { s.name, s.configured, s.healthy, s.documents, s.chunks }',
      () => SOURCES,
    );
    expect(result).toEqual(['notes', true, true, 2, 5]);
  });

  it('fall back for options of a wrong type, in both forms of search', async () => {
    const asked: Json[] = [];
    const note = (_operation: string, payload: Json) => (asked.push(payload), []);
    for (const call of [
      'context.search("q", "keyword")',
      'context.search("q", 5)',
      'context.search("q", { filters = "blog" })',
      'context.search { query = "q", filters = 5 }',
      'context.search(5)',
    ]) {
      expect((await say(`return #${call}`, note)).result).toBe(0);
    }
    expect(asked).toEqual([{ query: 'q' }, { query: 'q' }, { query: 'q' }, { query: 'q' }, { query: '5' }]);
  });

  it('include the harmless part of os (trap 12)', async () => {
    const { result } = await say(
      'return { os.date("!%Y", 0), os.time { year = 2000, month = 1, day = 1, hour = 12 } > 0, os.clock() >= 0, os.getenv == nil }',
    );
    expect(result).toEqual(['1970', true, true, true]);
  });

  it('offer context as an argument and as a global', async () => {
    expect((await say('return context == _G.context')).result).toBe(true);
  });

  it('accept or name a number or false where a text is expected', async () => {
    expect((await say('log.info(5) return base64.encode(12)')).result).toBe('MTI=');
    expect((await say('local v = env.get(nil) return v')).message).toMatch(
      /^t:1: bad argument #1 to 'env\.get'/,
    );
  });
});
