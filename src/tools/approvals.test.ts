// The queue of calls that wait for a person's approval.
import { expect, it } from 'vitest';
import type { Tool } from '../core/tool.ts';
import { ApprovalQueue } from './approvals.ts';
import type { Answer } from '../core/ports/approval.ts';
import { builtinTool } from './builtins.ts';

const tool: Tool = builtinTool(
  { name: 'any', description: '', parameters: { type: 'object' }, execute: async () => null },
  true,
);

const NO: Answer = { yes: false, scope: 'once' };

function setUp() {
  let ids = 0;
  const queue = new ApprovalQueue(() => `approval-${++ids}`);
  const ask = (args: Record<string, string> = {}, signal = new AbortController().signal): Promise<Answer> =>
    queue.ask(
      {
        tool,
        name: 'any',
        args,
        act: { kind: 'run' },
        caller: { kind: 'page' },
        secrets: [],
        digest: 'seen',
        scopes: ['once', 'version'],
      },
      signal,
    );
  return { queue, ask };
}

it('lists waiting questions, oldest first, and routes each answer to its own question', async () => {
  const { queue, ask } = setUp();
  const first = ask({ n: 'one' });
  const second = ask({ n: 'two' });
  expect(queue.pending.map(({ id, args }) => [id, args['n']])).toEqual([
    ['approval-1', 'one'],
    ['approval-2', 'two'],
  ]);
  queue.approve('approval-2', 'seen', 'version');
  queue.deny('approval-1');
  expect(await Promise.all([first, second])).toEqual([NO, { yes: true, scope: 'version' }]);
  expect(queue.pending).toEqual([]);
});

it('takes only the first answer, and none to an unknown question', async () => {
  const { queue, ask } = setUp();
  const answer = ask();
  queue.approve('nonsense', 'seen');
  queue.deny('approval-1');
  queue.approve('approval-1', 'seen');
  expect(await answer).toEqual(NO);
});

it('counts a yes to anything but the question, or in a scope not offered, as no', async () => {
  const { queue, ask } = setUp();
  const answers = [ask(), ask()];
  queue.approve('approval-1', 'something else');
  queue.approve('approval-2', 'seen', 'chat');
  expect(await Promise.all(answers)).toEqual([NO, NO]);
});

it('answers no when the call is stopped, before or while it waits', async () => {
  const { queue, ask } = setUp();
  const stop = new AbortController();
  const answer = ask({}, stop.signal);
  stop.abort();
  expect(await answer).toEqual(NO);
  expect(queue.pending).toEqual([]);
  expect(await ask({}, stop.signal)).toEqual(NO);
});

it('notifies listeners when a question comes and goes, with a new list each time', async () => {
  const { queue, ask } = setUp();
  const seen: unknown[] = [];
  const leave = queue.onChange(() => seen.push(queue.pending));
  void ask();
  queue.approve('approval-1', 'seen');
  leave();
  void ask();
  expect(seen).toHaveLength(2);
  expect(seen[0]).not.toBe(seen[1]);
});

it('freezes the question it shows', () => {
  const { queue, ask } = setUp();
  void ask();
  expect(() => ((queue.pending[0] as { args: unknown }).args = {})).toThrow(TypeError);
});
