// Looking a script over: when typing rests, only for what stands there by then, errors first and at their place.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../../app.ts';
import type { Validation } from '../../core/finding.ts';
import { problemsOf, ScriptCheck, type Checked } from './script-check.svelte.ts';

const CLEAN: Validation = { valid: true, errors: [], warnings: [] };

function failing(message: string): Validation {
  return { valid: false, errors: [{ code: 'syntax', message }], warnings: [] };
}

function checked(source: string): Checked {
  return { source, files: {}, fileName: 'greet.lua', tool: 'greet' };
}

/** A workshop whose answers come when the test says so. */
function workshop() {
  const asked: { source: string; answer: (validation: Validation) => void; fail: () => void }[] = [];
  const validate = (source: string) =>
    new Promise<Validation>((resolve, reject) =>
      asked.push({ source, answer: resolve, fail: () => reject(new Error('no sandbox')) }),
    );
  const parts = { workshop: async () => ({ validate }) } as unknown as Pick<App['toolParts'], 'workshop'>;
  return { asked, check: new ScriptCheck(parts) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('waits until the typing rests, and then looks at the last text only', async () => {
  const { asked, check } = workshop();
  check.look(checked('a'));
  await vi.advanceTimersByTimeAsync(300);
  check.look(checked('ab'));
  await vi.advanceTimersByTimeAsync(599);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ source }) => source)).toEqual(['ab']);
});

it('drops an answer about a text that has changed since', async () => {
  const { asked, check } = workshop();
  check.look(checked('old'));
  await vi.advanceTimersByTimeAsync(600);
  check.look(checked('new'));
  asked[0]?.answer(failing('about the old text'));
  await vi.advanceTimersByTimeAsync(600);
  expect(check.problems).toEqual([]);
  expect(check.done).toBe(false);
  asked[1]?.answer(CLEAN);
  await vi.advanceTimersByTimeAsync(0);
  expect(check.problems).toEqual([]);
  expect(check.done).toBe(true);
});

it('says nothing when the sandbox is away', async () => {
  const { asked, check } = workshop();
  check.look(checked('a'));
  await vi.advanceTimersByTimeAsync(600);
  asked[0]?.answer(failing('one'));
  await vi.advanceTimersByTimeAsync(0);
  expect(check.problems.map(({ message }) => message)).toEqual(['one']);
  check.look(checked('b'));
  await vi.advanceTimersByTimeAsync(600);
  asked[1]?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(check.problems).toEqual([]);
});

it('puts errors before warnings, each in its file', () => {
  const place = { line: 2, column: 3, endLine: 2, endColumn: 9 };
  const problems = problemsOf(
    {
      valid: false,
      errors: [{ code: 'unknown_module', message: 'no lib.x', file: 'greet.lua', ...place }],
      warnings: [
        { code: 'unknown_call', message: 'no such call', file: 'lib/words.lua', ...place },
        { code: 'no_description', message: 'no description' },
      ],
    },
    'greet.lua',
  );
  expect(problems).toEqual([
    { severity: 'error', code: 'unknown_module', message: 'no lib.x', path: '', place },
    { severity: 'warning', code: 'unknown_call', message: 'no such call', path: 'lib/words.lua', place },
    { severity: 'warning', code: 'no_description', message: 'no description' },
  ]);
});
