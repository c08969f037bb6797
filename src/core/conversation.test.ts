// Events become message parts, the same way on screen and in the store.
import { describe, expect, it } from 'vitest';
import { applyEvent, textOf, type AgentEvent, type Part } from './conversation.ts';

function reduce(events: AgentEvent[]): Part[] {
  return events.reduce<Part[]>(applyEvent, []);
}

describe('the parts of an answer', () => {
  it('join text until another part comes between', () => {
    const parts = reduce([
      { type: 'text', delta: 'Let me ' },
      { type: 'text', delta: 'look.' },
      { type: 'tool_call', id: 'a', name: 'echo', args: {}, state: 'running' },
      { type: 'text', delta: 'Done.' },
    ]);
    expect(parts.map(({ type }) => type)).toEqual(['text', 'tool', 'text']);
    expect(textOf(parts)).toBe('Let me look.\n\nDone.');
  });

  it('join reasoning, and keep its duration', () => {
    const parts = reduce([
      { type: 'reasoning', delta: 'Hm', milliseconds: 900 },
      { type: 'reasoning', delta: ', so.', milliseconds: 2_400 },
      { type: 'text', delta: 'Yes.' },
      { type: 'reasoning', delta: 'Or?' },
    ]);
    expect(parts).toEqual([
      { type: 'reasoning', text: 'Hm, so.', milliseconds: 2_400 },
      { type: 'text', text: 'Yes.' },
      { type: 'reasoning', text: 'Or?' },
    ]);
  });

  it('replace the passages with a better order of the same ones', () => {
    const hit = {
      id: 'a',
      score: 1,
      source: 's',
      source_id: 'a',
      updated_at: '',
      snippet: '',
      marks: [],
      chunk: 0,
    };
    const parts = reduce([
      { type: 'passages', query: 'q', hits: [hit] },
      { type: 'offers', offers: [] },
      { type: 'passages', query: 'q', hits: [{ ...hit, id: 'b' }, hit] },
    ]);
    expect(parts).toMatchObject([{ type: 'passages', hits: [{ id: 'b' }, { id: 'a' }] }, { type: 'offers' }]);
  });

  it('track a call from its arguments to its result, by id', () => {
    const report = {
      outcome: { result: 1 as const },
      args: { n: 1 },
      logs: [],
      milliseconds: 3,
    };
    const parts = reduce([
      { type: 'tool_call', id: 'a', name: 'echo', args: {}, state: 'writing' },
      { type: 'tool_call', id: 'b', name: 'echo', args: {}, state: 'writing' },
      { type: 'tool_state', id: 'b', state: 'running' },
      { type: 'tool_result', id: 'a', name: 'echo', report },
    ]);
    expect(parts).toEqual([
      { type: 'tool', id: 'a', name: 'echo', args: { n: 1 }, state: 'done', report },
      { type: 'tool', id: 'b', name: 'echo', args: {}, state: 'running' },
    ]);
  });

  it('update the arguments of a call that is reported again', () => {
    const parts = reduce([
      { type: 'tool_call', id: 'a', name: 'echo', args: {}, state: 'writing' },
      { type: 'text', delta: 'Hm.' },
      { type: 'tool_call', id: 'a', name: 'echo', args: { n: 1 }, state: 'running' },
    ]);
    expect(parts).toEqual([
      { type: 'tool', id: 'a', name: 'echo', args: { n: 1 }, state: 'running' },
      { type: 'text', text: 'Hm.' },
    ]);
  });

  it('drop a transient notice on the next event', () => {
    const waiting = { type: 'notice', text: 'Still waiting.', passing: true } as const;
    const begun = reduce([{ type: 'text', delta: 'a' }, waiting]);
    expect(begun).toEqual([{ type: 'text', text: 'a' }, waiting]);
    expect(applyEvent(begun, { type: 'text', delta: 'b' })).toEqual([{ type: 'text', text: 'ab' }]);
    expect(applyEvent(begun, { type: 'end', reason: 'stopped' })).toEqual([{ type: 'text', text: 'a' }]);
    expect(
      reduce([
        { type: 'notice', text: 'Stays.' },
        { type: 'text', delta: 'b' },
      ]),
    ).toHaveLength(2);
  });

  it('mark a failed call', () => {
    const report = {
      outcome: { error: { code: 'timeout' as const, message: 'late' } },
      args: {},
      logs: [],
      milliseconds: 3,
    };
    const [part] = reduce([
      { type: 'tool_call', id: 'a', name: 'echo', args: {}, state: 'running' },
      { type: 'tool_result', id: 'a', name: 'echo', report },
    ]);
    expect(part).toMatchObject({ state: 'failed' });
  });

  it('never change the previous parts', () => {
    const before: Part[] = [{ type: 'text', text: 'a' }];
    applyEvent(before, { type: 'text', delta: 'b' });
    expect(before).toEqual([{ type: 'text', text: 'a' }]);
  });
});
