// The tool calls of a Chat Completions stream, with the known quirks of servers.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ChatCalls, type ToolCallDelta } from './chat-calls.ts';

function calls(...deltas: ToolCallDelta[]): { id: string; name: string; arguments: string }[] {
  const accumulator = new ChatCalls();
  for (const delta of deltas) accumulator.add(delta);
  return accumulator.finish().map(({ call }) => call);
}

function delta(index: number | undefined, id: unknown, name: unknown, text?: unknown): ToolCallDelta {
  return { ...(index !== undefined && { index }), id, function: { name, arguments: text } } as ToolCallDelta;
}

describe('tool calls of a stream', () => {
  it('are assembled from an id, a name and fragments', () => {
    expect(
      calls(
        delta(0, 'a', 'add', ''),
        delta(0, undefined, undefined, '{"x"'),
        delta(0, undefined, undefined, ':1}'),
      ),
    ).toEqual([{ id: 'a', name: 'add', arguments: '{"x":1}' }]);
  });

  it('stay separate when their fragments are interleaved', () => {
    expect(
      calls(
        delta(0, 'a', 'add', ''),
        delta(1, 'b', 'sub', ''),
        delta(1, null, null, '{"y":2}'),
        delta(0, null, null, '{"x":1}'),
      ),
    ).toEqual([
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'sub', arguments: '{"y":2}' },
    ]);
  });

  it('at index 0 are separated by a new id with a name', () => {
    expect(
      calls(delta(0, 'a', 'add', '{"x":1}'), delta(0, 'b', 'add', '{"x":2}'), delta(0, 'c', 'sub', '{}')),
    ).toEqual([
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'add', arguments: '{"x":2}' },
      { id: 'c', name: 'sub', arguments: '{}' },
    ]);
  });

  it('at index 0 are separated by name when they have no arguments', () => {
    expect(calls(delta(0, 'a', 'now', ''), delta(0, 'b', 'here', '')).map(({ name }) => name)).toEqual([
      'now',
      'here',
    ]);
  });

  it('can begin at an index above 0', () => {
    expect(calls(delta(1, 'b', 'sub', '{}'))).toEqual([{ id: 'b', name: 'sub', arguments: '{}' }]);
  });

  it('tolerate a new id on every fragment', () => {
    expect(calls(delta(0, 'r1', 'add', '{"x"'), delta(0, 'r2', null, ':'), delta(0, 'r3', '', '1}'))).toEqual(
      [{ id: 'r1', name: 'add', arguments: '{"x":1}' }],
    );
  });

  it('tolerate the name repeated with every fragment, even with a new id', () => {
    expect(
      calls(delta(0, 'a', 'add', '{"x"'), delta(0, 'a', 'add', ':1}'), delta(0, 'a', 'add', '')),
    ).toEqual([{ id: 'a', name: 'add', arguments: '{"x":1}' }]);
    expect(
      calls(delta(0, 'r1', 'add', ''), delta(0, 'r2', 'add', '{"x"'), delta(0, 'r3', 'add', ':1}')),
    ).toEqual([{ id: 'r1', name: 'add', arguments: '{"x":1}' }]);
  });

  it('without an index are matched by id, or with the last call', () => {
    expect(
      calls(
        delta(undefined, 'a', 'add', '{"x"'),
        delta(undefined, undefined, undefined, ':1}'),
        delta(undefined, 'b', 'sub', '{"y":2}'),
      ),
    ).toEqual([
      { id: 'a', name: 'add', arguments: '{"x":1}' },
      { id: 'b', name: 'sub', arguments: '{"y":2}' },
    ]);
  });

  it('tolerate ids that are numbers, empty, missing or duplicate', () => {
    expect(
      calls(delta(0, 7, 'add', '{}'), delta(1, '', 'add', '{}'), delta(2, 7, 'sub', '{}')).map(
        ({ id }) => id,
      ),
    ).toEqual(['7', 'call_2', '7_2']);
  });

  it('read missing and empty arguments as none, and an object as its text', () => {
    expect(
      calls(delta(0, 'a', 'now'), delta(1, 'b', 'now', ''), delta(2, 'c', 'add', { x: 1 })).map(
        (call) => call.arguments,
      ),
    ).toEqual(['{}', '{}', '{"x":1}']);
  });

  it('keep truncated arguments unchanged', () => {
    expect(calls(delta(0, 'a', 'add', '{"x": [1, 2'))[0]?.arguments).toBe('{"x": [1, 2');
  });

  it('are dropped when they never get a name', () => {
    expect(calls(delta(0, 'a', null, '{}'))).toEqual([]);
  });

  it('report their start once, as soon as the name is known, with the preceding fragments', () => {
    const accumulator = new ChatCalls();
    expect(accumulator.add(delta(0, 'a', null, '{"x"'))).toBeUndefined();
    expect(accumulator.add(delta(0, null, 'add', ':1'))).toEqual({
      key: '0',
      started: 'add',
      delta: '{"x":1',
    });
    expect(accumulator.add(delta(0, null, 'add', '}'))).toEqual({ key: '0', delta: '}' });
  });

  it('are the same however their arguments are split and interleaved', () => {
    const args = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(args, fc.array(fc.nat(), { minLength: 1, maxLength: 40 }), (values, choices) => {
        const texts = values.map((value) => JSON.stringify(value));
        const left = [...texts];
        const accumulator = new ChatCalls();
        texts.forEach((_, index) => accumulator.add(delta(index, `id${index}`, `tool${index}`, '')));
        for (let step = 0; left.some((text) => text !== ''); step++) {
          const choice = choices[step % choices.length] as number;
          const open = left.flatMap((text, index) => (text === '' ? [] : [index]));
          const index = open[choice % open.length] as number;
          const size = 1 + (choice % 9);
          accumulator.add(delta(index, undefined, undefined, left[index]?.slice(0, size)));
          left[index] = left[index]?.slice(size) ?? '';
        }
        expect(accumulator.finish().map(({ call }) => call)).toEqual(
          texts.map((text, index) => ({ id: `id${index}`, name: `tool${index}`, arguments: text })),
        );
      }),
    );
  });
});
