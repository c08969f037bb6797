// The conversation history sent to a model.
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../core/conversation.ts';
import { historyOf, toModelMessages } from './history.ts';

let seq = 0;
function message(role: Message['role'], ...parts: Part[]): Message {
  seq++;
  return { id: String(seq), conversation: 'c', seq, role, parts, createdAt: '2026-01-01T00:00:00Z' };
}
const words = (text: string): Part => ({ type: 'text', text });

describe('earlier messages for a model', () => {
  it('are whole exchanges with their tool calls, then the question', () => {
    const earlier = [
      message('user', words('Add 1 and 2')),
      message(
        'assistant',
        words('Let me see.'),
        {
          type: 'tool',
          id: 'call-1',
          name: 'add',
          args: { a: 1 },
          state: 'done',
          report: { outcome: { result: 3 }, args: { a: 1 }, logs: [], milliseconds: 1 },
        },
        { type: 'tool', id: 'call-2', name: 'slow', args: {}, state: 'running' },
        words('It is 3 [1].'),
      ),
    ];
    expect(toModelMessages(historyOf(earlier), 'And 4?')).toEqual([
      { role: 'user', text: 'Add 1 and 2' },
      {
        role: 'assistant',
        text: 'Let me see.',
        calls: [
          { id: 'h00000001', name: 'add', arguments: '{"a":1}' },
          { id: 'h00000002', name: 'slow', arguments: '{}' },
        ],
      },
      { role: 'tool', call: 'h00000001', name: 'add', output: '{"result":3}' },
      {
        role: 'tool',
        call: 'h00000002',
        name: 'slow',
        output: '{"error":{"code":"cancelled","message":"the call was never finished"}}',
      },
      { role: 'assistant', text: 'It is 3.', calls: [] },
      { role: 'user', text: 'And 4?' },
    ]);
  });

  it('alternate even when an answer failed or was made by search', () => {
    const earlier = [
      message('user', words('a')),
      message('assistant', { type: 'error', error: { code: 'unavailable', message: 'down' } }),
      message('user', words('b')),
      message('assistant', { type: 'notice', text: 'nothing' }),
      message('user', words('unanswered')),
    ];
    expect(
      toModelMessages(historyOf(earlier), 'c').map((m) => (m.role === 'tool' ? '' : `${m.role}: ${m.text}`)),
    ).toEqual([
      'user: a',
      'assistant: (the answer failed: down)',
      'user: b',
      'assistant: (no answer)',
      'user: c',
    ]);
  });
});
