// Checking a script: after a pause, only for the current text, errors first, with their places.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../../apps/web/app.ts';
import type { Validation } from '../../core/finding.ts';
import { problemsOf, ScriptCheck, type Checked } from './script-check.svelte.ts';

const CLEAN: Validation = { valid: true, errors: [], warnings: [] };

function failing(message: string): Validation {
  return { valid: false, errors: [{ code: 'syntax', message }], warnings: [] };
}

function checked(source: string): Checked {
  return { source, files: {}, fileName: 'greet.lua', tool: 'greet' };
}

/** Operations that answer when the test says so. */
function operations() {
  const asked: { source: string; answer: (validation: Validation) => void; fail: () => void }[] = [];
  const validate = (source: string) =>
    new Promise<Validation>((resolve, reject) =>
      asked.push({ source, answer: resolve, fail: () => reject(new Error('no sandbox')) }),
    );
  const parts = { operations: async () => ({ validate }) } as unknown as Pick<App['toolParts'], 'operations'>;
  return { asked, check: new ScriptCheck(parts) };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('waits for a pause in typing, and checks only the last text', async () => {
  const { asked, check } = operations();
  check.look(checked('a'));
  await vi.advanceTimersByTimeAsync(300);
  check.look(checked('ab'));
  await vi.advanceTimersByTimeAsync(599);
  expect(asked).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(asked.map(({ source }) => source)).toEqual(['ab']);
});

it('drops a result for an outdated text', async () => {
  const { asked, check } = operations();
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

it('reports nothing when the sandbox is unavailable', async () => {
  const { asked, check } = operations();
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

it('sorts from top to bottom, the script before its modules', () => {
  const at = (file: string, line: number, column: number) =>
    ({ code: 'unused_local', message: '', file, line, column }) as const;
  const warnings = [
    at('lib/a.lua', 1, 1),
    at('greet.lua', 9, 1),
    at('greet.lua', 2, 8),
    at('greet.lua', 2, 3),
  ];
  const problems = problemsOf({ valid: true, errors: [], warnings }, 'greet.lua');
  expect(problems.map(({ path, place }) => `${path}:${place?.line}:${place?.column}`)).toEqual([
    ':2:3',
    ':2:8',
    ':9:1',
    'lib/a.lua:1:1',
  ]);
});

it('ignores a differing file name: saving renames the file with the tool', () => {
  const warnings = [{ code: 'name', message: 'the tool is named a, but its file is b.lua' }] as const;
  expect(problemsOf({ valid: true, errors: [], warnings: [...warnings] }, 'b.lua')).toEqual([]);
});
