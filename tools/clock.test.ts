// `What time is it?`: answered by date_calculator, from the clock of this device.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ScriptTrial } from '../scripts/script-trial.ts';

const SOURCE = readFileSync(new URL('date_calculator.lua', import.meta.url), 'utf8');

it('tells the time and the date of this device', async () => {
  const before = new Date();
  const { result } = await new ScriptTrial().script(SOURCE, { args: { date: 'now', unit: 'days' } });
  const hours = [before, new Date()].map((date) => date.toTimeString().slice(0, 5));
  const { time, text } = result as Record<string, string>;
  expect(hours).toContain(time);
  expect(text).toBe(
    `${time} on ${before.toLocaleDateString('en-GB', { weekday: 'long' })}, ${before.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })}`,
  );
});
