// Screen reader announcements of an answer.
import { expect, it } from 'vitest';
import { applyEvent, type AgentEvent, type Part } from '../../core/conversation.ts';
import { announcementOf } from './announcement.ts';

it('announces the steps of an answer, and none of its text', () => {
  const events: AgentEvent[] = [
    { type: 'start', conversation: 'c', message: 'm', mode: 'search' },
    { type: 'start', conversation: 'c', message: 'm', mode: 'model', model: 'moon-1' },
    { type: 'notice', code: 'asked_to_wait', text: 'Next try in 8 s.', passing: true },
    { type: 'notice', code: 'asked_to_wait', text: 'Next try in 7 s.', passing: true },
    { type: 'tool_call', id: '1', name: 'echo', args: {}, state: 'writing' },
    { type: 'tool_state', id: '1', state: 'waiting' },
    { type: 'tool_state', id: '1', state: 'running' },
    { type: 'text', delta: 'Hello' },
    { type: 'end', reason: 'answered' },
    { type: 'end', reason: 'stopped' },
  ];
  let parts: readonly Part[] = [];
  const announce = (event: AgentEvent): string | undefined => {
    const sentence = announcementOf(event, parts);
    parts = applyEvent([...parts], event);
    return sentence;
  };
  expect(events.map(announce)).toEqual([
    'Searching',
    'Asking moon-1',
    'Next try in 8 s.',
    undefined,
    undefined,
    'echo waits for your approval',
    'Running echo',
    undefined,
    'Answer complete',
    'Stopped',
  ]);
});
