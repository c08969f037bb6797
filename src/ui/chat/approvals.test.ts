// Where a waiting approval is shown: at its call in the open chat, or in the tray.
import { expect, it } from 'vitest';
import type { Message } from '../../core/conversation.ts';
import type { Caller } from '../../core/tool.ts';
import { ApprovalQueue } from '../../registry/approvals.ts';
import { Approvals } from './approvals.svelte.ts';

const AGENT = { kind: 'agent', conversation: 'chat', call: 'call-1' } as const;
const THROUGH_A_TOOL: Caller = { kind: 'tool', name: 'weather', depth: 1, first: AGENT };

function message(call: string): Message {
  return {
    id: 'm',
    conversation: 'chat',
    seq: 1,
    role: 'assistant',
    parts: [{ type: 'tool', id: call, name: 'weather', args: {}, state: 'waiting' }],
    createdAt: '2026-01-01T00:00:00Z',
  };
}

function asked(caller: Caller) {
  let id = 0;
  const queue = new ApprovalQueue(() => String(++id));
  const abort = new AbortController();
  const answer = queue.ask(
    {
      tool: {} as never,
      name: 'weather',
      args: {},
      caller,
      act: { kind: 'run' },
      secrets: [],
      digest: 'd',
      scopes: ['once'],
    },
    abort.signal,
  );
  return { approvals: new Approvals(queue), answer, abort };
}

it.each<Caller>([AGENT, THROUGH_A_TOOL])('what the open chat shows is not shown twice', (caller) => {
  const { approvals } = asked(caller);
  expect(approvals.forCall('chat', 'call-1')).toBeDefined();
  expect(approvals.beyond([message('call-1')])).toEqual([]);
});

it.each<Caller>([AGENT, THROUGH_A_TOOL, { kind: 'user' }, { kind: 'page' }])(
  'what no message on screen shows is in the tray',
  (caller) => {
    const { approvals } = asked(caller);
    expect(approvals.forCall('chat', 'another')).toBeUndefined();
    expect(approvals.beyond([message('another')])).toHaveLength(1);
    expect(approvals.beyond([{ ...message('call-1'), ended: 'stopped' }])).toHaveLength(1);
  },
);

it('one that is aborted while it is shown goes away unanswered by anybody', async () => {
  const { approvals, answer, abort } = asked({ kind: 'user' });
  abort.abort();
  expect(approvals.pending).toEqual([]);
  expect(await answer).toEqual({ yes: false, scope: 'once' });
});
