// Each limit of a run, reached.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

const trial = new ScriptTrial();

describe('the limits of a run', () => {
  it('can be lowered and raised', async () => {
    const big = 'return #("x"):rep(8 * 1024 * 1024)';
    expect((await trial.body(big)).result).toBe(8 * 1024 * 1024);
    expect((await trial.body(big, { limits: { memory: 4 * 1024 * 1024 } })).message).toBe(
      't:1: not enough memory: a tool may use 4 MiB',
    );
    const huge = 'return #("x"):rep(40 * 1024 * 1024)';
    expect((await trial.body(huge)).message).toContain('a tool may use 32 MiB');
    expect((await trial.body(huge, { limits: { memory: 128 * 1024 * 1024 } })).result).toBe(40 * 1024 * 1024);
    expect((await trial.body('return "12345"', { limits: { result: 6 } })).message).toContain(
      '7 bytes of JSON',
    );
    expect(
      (await trial.body('return context.get("x")', { limits: { answer: 5 }, host: () => '12345' })).code,
    ).toBe('too_large');
  });

  it('bound the nesting of values', async () => {
    const nest = 'local t = {} for i = 2, params.n do t = { t } end return t';
    const code = async (n: number, depth?: number) =>
      (await trial.body(nest, { args: { n }, ...(depth && { limits: { depth } }) })).message?.replace(
        /^.*\] /,
        '',
      );
    expect(await code(64)).toBeUndefined();
    expect(await code(65)).toBe('is nested deeper than 64 levels');
    expect(await code(6, 5)).toBe('is nested deeper than 5 levels');
    expect(await code(512, 512)).toBeUndefined();
  });

  it('pause while a person is asked', async () => {
    const waits = 'sleep(0.05) local d = context.get("x") return d';
    const host = async () => {
      await new Promise((resolve) => setTimeout(resolve, 800));
      return 'yes';
    };
    expect((await trial.body(waits, { timeout: 0.5, host })).code).toBe('timeout');
    expect((await trial.body(waits, { timeout: 0.5, host: () => trial.held(host) })).result).toBe('yes');
    const after = 'context.get("x") while true do end';
    expect((await trial.body(after, { timeout: 0.5, host: () => trial.held(host) })).code).toBe('timeout');
  });
});

it('allow megabytes through base64 and back (E59)', async () => {
  const body = `local text = ("\\0x\\255"):rep(1024 * 1024) local coded = base64.encode(text)
    return { #coded, base64.decode(coded) == text, (pcall(base64.decode, coded .. "=")), (pcall(base64.decode, "AA=A")) }`;
  expect((await trial.body(body, { timeout: 30 })).result).toEqual([4 * 1024 * 1024, true, false, false]);
});

it('end a run at its deadline that only copies large texts (B27)', async () => {
  const copies = 'while true do pcall(function() local s = "x" while true do s = s .. s end end) end';
  const { code } = await expectWithin(1500, () => trial.body(copies, { timeout: 0.5 }));
  expect(code).toBe('timeout');
});
