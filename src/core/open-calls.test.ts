// Calls left without a result when a page was closed.
import { expect, it } from 'vitest';
import type { Part } from './conversation.ts';
import { closeOpenCalls } from './open-calls.ts';

it('gives each call without a result an error, and leaves the others unchanged', () => {
  const done: Part = {
    type: 'tool',
    id: 'a',
    name: 'x',
    args: {},
    state: 'done',
    report: { outcome: { result: 1 }, args: {}, logs: [], milliseconds: 5 },
  };
  const text: Part = { type: 'text', text: 'So' };
  const open: Part = {
    type: 'tool',
    id: 'b',
    name: 'y',
    args: { n: 1 },
    state: 'running',
    emitted: 'half',
    progress: { fraction: 0.5 },
  };
  const [first, second, third] = closeOpenCalls([done, text, open]);
  expect([first, second]).toEqual([done, text]);
  expect(third).toMatchObject({
    state: 'failed',
    report: { outcome: { error: { code: 'cancelled' } }, emitted: 'half' },
  });
  expect(third).not.toHaveProperty('progress');
});
