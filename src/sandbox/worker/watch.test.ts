// When a script is watched: only after its first second, and then in every coroutine. The clock is a fake: each read
// of it takes a tenth of a second.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';

const trial = new ScriptTrial();

beforeEach(async () => {
  await trial.body('return 1');
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 100));
});
afterEach(() => vi.restoreAllMocks());

const TAKES_MEMORY = 'for _ = 1, 20000 do local t = {} end';
const LOOPS = 'while true do end';

describe('ends an empty loop at the deadline once the first second is over', () => {
  it.each([
    ['after memory was taken', `${TAKES_MEMORY} ${LOOPS}`],
    ['after host calls', `for _ = 1, 20 do log.debug("x") end ${LOOPS}`],
    ['in a coroutine that took the memory', `coroutine.wrap(function() ${TAKES_MEMORY} ${LOOPS} end)()`],
    [
      'in a coroutine made before',
      `local co = coroutine.wrap(function() coroutine.yield() ${LOOPS} end) co() ${TAKES_MEMORY} co()`,
    ],
    ['in a coroutine made afterwards', `${TAKES_MEMORY} coroutine.wrap(function() ${LOOPS} end)()`],
    [
      'in a coroutine inside one',
      `coroutine.wrap(function() coroutine.wrap(function() ${TAKES_MEMORY} end)() ${LOOPS} end)()`,
    ],
    ['in a pcall', `${TAKES_MEMORY} pcall(function() ${LOOPS} end) ${LOOPS}`],
    ['while much is in memory', `local all = {} for i = 1, 50000 do all[i] = { i } end ${LOOPS}`],
    ['and calls functions', `local function f() end ${TAKES_MEMORY} while true do f() end`],
    ['that joins texts', `local s = "" for i = 1, 20000 do s = "x" .. i end ${LOOPS}`],
  ])('%s', async (_, body) => {
    const { code, message } = await trial.body(body, { timeout: 30 });
    expect({ code, message }).toEqual({ code: 'timeout', message: "tool 't' timed out after 30 seconds" });
  });

  it('watches a script from the start when it has no more than a second', async () => {
    expect((await trial.body(LOOPS, { timeout: 1 })).code).toBe('timeout');
    expect((await trial.script(LOOPS, { mode: 'inspect', timeout: 1 })).code).toBe('timeout');
  });
});

it("doesn't watch a script of less than a second, even after a watched one", async () => {
  expect((await trial.body(`${TAKES_MEMORY} return 1`, { timeout: 1e6 })).result).toBe(1);
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  clock.mockClear();
  const body = 'local n = 0 for i = 1, 1000000 do n = n + i end return n';
  expect((await trial.body(body, { timeout: 30 })).result).toBe(500000500000);
  // The hook alone would have read the clock a hundred times.
  expect(clock.mock.calls.length).toBeLessThan(80);
});
