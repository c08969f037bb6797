// Where a pending approval is shown: at its call in the open chat, or in the tray.
import { expect, it } from 'vitest';
import type { Message } from '../../core/conversation.ts';
import type { Act, Caller } from '../../core/call.ts';
import { ApprovalQueue } from '../../tools/approvals.ts';
import { Approvals } from './approvals.svelte.ts';
import { ScriptReview } from './cards/script-review.svelte.ts';

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

function asked(caller: Caller, act: Act = { kind: 'run' }) {
  let id = 0;
  const queue = new ApprovalQueue(() => String(++id));
  const abort = new AbortController();
  const answer = queue.ask(
    {
      tool: {} as never,
      name: 'weather',
      args: {},
      caller,
      act,
      secrets: [],
      digest: 'd',
      scopes: ['once'],
    },
    abort.signal,
  );
  return { approvals: new Approvals(queue), answer, abort };
}

it.each<Caller>([AGENT, THROUGH_A_TOOL])('is shown once if the open chat shows it', (caller) => {
  const { approvals } = asked(caller);
  expect(approvals.forCall('chat', 'call-1')).toBeDefined();
  expect(approvals.beyond([message('call-1')])).toEqual([]);
});

it.each<Caller>([AGENT, THROUGH_A_TOOL, { kind: 'user' }, { kind: 'page' }])(
  'is in the tray if no visible message shows it',
  (caller) => {
    const { approvals } = asked(caller);
    expect(approvals.forCall('chat', 'another')).toBeUndefined();
    expect(approvals.beyond([message('another')])).toHaveLength(1);
    expect(approvals.beyond([{ ...message('call-1'), ended: 'stopped' }])).toHaveLength(1);
  },
);

it('removes an aborted approval without an answer', async () => {
  const { approvals, answer, abort } = asked({ kind: 'user' });
  abort.abort();
  expect(approvals.pending).toEqual([]);
  expect(await answer).toEqual({ yes: false, scope: 'once' });
});

it('approves the script as edited, from any place, and keeps the edit when its view is closed', async () => {
  const touches = { touches: [], unclear: [], readOnly: true };
  const act = { kind: 'script' as const, source: 'return 1', reason: '', touches };
  const { approvals, answer } = asked(AGENT, act);
  const [request] = approvals.pending;
  const make = (): ScriptReview => new ScriptReview(() => Promise.reject(new Error('none')), act, 'chat');
  approvals.reviewOf(request!.id, make).write('return 2');
  expect(approvals.reviewOf(request!.id, make).text).toBe('return 2');
  expect(approvals.editedOf(request!)).toBe('return 2');
  approvals.approve(request!, 'once');
  expect(await answer).toMatchObject({ edited: 'return 2' });
  expect(approvals.editedOf(request!)).toBeUndefined();
});
