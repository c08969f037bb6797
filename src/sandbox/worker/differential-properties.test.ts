// Rewritten library functions compared with stock ones on random input, inside one script.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();
const run = (body: string) => trial.body(body);

describe('rewritten functions', () => {
  it('find in gsub with a callback what stock gsub finds', async () => {
    const patterns = [
      '%w+',
      '%w*',
      '',
      '^a',
      '^',
      '$',
      'a-',
      '(a)(b?)',
      '()b',
      '%f[%w]%w+',
      '[ab]+',
      '%s*$',
      '.',
      'ab?',
    ];
    const subject = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', 'é'), maxLength: 12 });
    const limit = fc.option(fc.integer({ min: 0, max: 3 }));
    await fc.assert(
      fc.asyncProperty(subject, fc.constantFrom(...patterns), limit, async (text, pattern, max) => {
        const { result } = await trial.body(
          `local text, pattern, max = params.text, params.pattern, params.max
           local whole = not pattern:find("(", 1, true)
           local stock = { text:gsub(pattern, whole and "<%0>" or "<%1>", max) }
           local ours = { text:gsub(pattern, function(first) return "<" .. first .. ">" end, max) }
           -- A pattern may cut a character in two, and half of one is no text.
           stock[1], ours[1] = base64.encode(stock[1]), base64.encode(ours[1])
           return { stock, ours }`,
          { args: { text, pattern, max } },
        );
        const [stock, ours] = result as [unknown, unknown];
        expect(ours).toEqual(stock);
      }),
      { numRuns: 300 },
    );
  });

  it("keep in gsub what a callback declines, and refuse results that aren't text", async () => {
    const { result } = await run(
      'return { (("abc"):gsub("%w", function(c) if c == "b" then return false end if c == "c" then return 5 end end)), { pcall(string.gsub, "a", "a", function() return {} end) } }',
    );
    expect(result).toEqual(['ab5', [false, 't:1: invalid replacement value (a table)']]);
  });

  it('sort stably with any consistent comparator, and terminate with any other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 40 }), async (list) => {
        const { result } = await trial.body(
          `local keyed = {} for i, v in ipairs(params.list) do keyed[i] = { v, i } end
           table.sort(keyed, function(a, b) return a[1] < b[1] end)
           table.sort(params.list)
           local wild = { 3, 1, 2, 5, 4 } table.sort(wild, function() return true end)
           return { json.array(params.list), json.array(keyed), #wild }`,
          { args: { list } },
        );
        const pairs = list.map((value, i) => [value, i + 1] as [number, number]);
        expect(result).toEqual([[...list].sort((a, b) => a - b), pairs.sort((a, b) => a[0] - b[0]), 5]);
      }),
      { numRuns: 60 },
    );
  });

  it('insert, remove, move, concatenate and unpack tables with and without metatables', async () => {
    const body = (wrap: string) => `
      local t = ${wrap}({ "a", "b", "c" })
      table.insert(t, "d") table.insert(t, 2, "x")
      local removed, last = table.remove(t, 1), table.remove(t)
      local moved = table.move(t, 1, 3, 2, ${wrap}({}))
      return { table.concat(t, ","), removed, last, moved[2] .. moved[4], { table.unpack(t, 2, 3) }, table.concat(t, "-", 2, 3),
        (pcall(table.insert, t, 9, "y")), (pcall(table.insert, t)), table.remove(${wrap}({})) == nil }`;
    const plain = await run(body('(function(t) return t end)'));
    const meta = await run(body('(function(t) return setmetatable(t, {}) end)'));
    expect(plain.result).toEqual(['x,b,c', 'a', 'd', 'xc', ['b', 'c'], 'b-c', false, false, true]);
    expect(meta.result).toEqual(plain.result);
  });
});
