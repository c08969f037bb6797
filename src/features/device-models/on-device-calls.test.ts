// Tool calls in the text of models without a call format: found wherever the text is split, and never shown
// partially.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../models/model.ts';
import { CallReader } from './on-device-calls.ts';

function read(pieces: readonly string[], names = ['now', 'add']) {
  const reader = new CallReader(names);
  const events: ModelEvent[] = [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()];
  const join = (type: 'text' | 'reasoning'): string =>
    events.map((event) => (event.type === type ? event.delta : '')).join('');
  return {
    text: join('text'),
    thoughts: join('reasoning'),
    calls: events.flatMap((event) =>
      event.type === 'call_finished' ? [[event.call.name, event.call.arguments]] : [],
    ),
    events,
  };
}

const CALL = '{"name": "add", "arguments": {"a": 1, "b": "}"}}';
const ADD = [['add', '{"a":1,"b":"}"}']];

describe('a call', () => {
  it.each([
    ['between marks', `<tool_call>\n${CALL}\n</tool_call>`],
    ['between marks, the last not closed', `<tool_call>\n${CALL}`],
    ['in a fenced block of JSON', `\`\`\`json\n${CALL}\n\`\`\``],
    ['in a fenced block of its own', `\`\`\`tool_call\n${CALL}\n\`\`\``],
    ['as the whole answer', `\n${CALL}`],
    ['with parameters for arguments', CALL.replace('arguments', 'parameters')],
    ['in a list', `<tool_call>[${CALL}]</tool_call>`],
    ['in the form of endpoints', `<tool_call>{"type":"function","function":${CALL}}</tool_call>`],
  ])('is read %s', (_how, said) => {
    expect(read([said])).toMatchObject({ text: '', calls: ADD });
  });

  it('may follow text and another call', () => {
    const said = `Let me see. <tool_call>${CALL}</tool_call>\n<tool_call>{"name":"now"}</tool_call>`;
    expect(read([said])).toMatchObject({ text: 'Let me see. \n', calls: [...ADD, ['now', '{}']] });
  });

  it('to an unknown tool is a call between marks, and text elsewhere', () => {
    const other = '{"name":"fly","arguments":{}}';
    expect(read([`<tool_call>${other}</tool_call>`]).calls).toEqual([['fly', '{}']]);
    expect(read([`\`\`\`json\n${other}\n\`\`\` so`])).toMatchObject({
      text: `\`\`\`json\n${other}\n\`\`\` so`,
      calls: [],
    });
    expect(read([`${other} so`])).toMatchObject({ text: `${other} so`, calls: [] });
  });

  it('that cannot be parsed goes to the tool as is, so the model gets the error', () => {
    expect(read(['<tool_call>{"name": "add", "arguments": {"a": }}</tool_call>']).calls).toEqual([
      ['add', '{"name": "add", "arguments": {"a": }}'],
    ]);
    expect(read(['<tool_call>what?</tool_call>'])).toMatchObject({
      text: '<tool_call>what?</tool_call>',
      calls: [],
    });
  });

  it('is text when no tools were given', () => {
    const said = `<tool_call>${CALL}</tool_call>`;
    expect(read([said], [])).toMatchObject({ text: said, calls: [] });
  });
});

describe('thinking', () => {
  it('is separated from the answer', () => {
    expect(read(['<think>Hm. 1 < 2</think>\n\nIt is so.'])).toMatchObject({
      thoughts: 'Hm. 1 < 2',
      text: 'It is so.',
    });
    expect(read(['<think>Hm'])).toMatchObject({ thoughts: 'Hm', text: '' });
  });
});

describe('any split of the text', () => {
  const said = fc
    .array(
      fc.constantFrom(
        'words ',
        '< less ',
        '`code` ',
        '```lua\nx\n``` ',
        `<tool_call>${CALL}</tool_call>`,
        `\`\`\`json\n${CALL}\n\`\`\``,
        '```json\n{"a":1}\n``` ',
        '<think>so</think>',
        '<tool_',
        '{',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(''));

  it('gives the same result, and never a partial mark before its end', () => {
    fc.assert(
      fc.property(said, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (text, sizes) => {
        const pieces: string[] = [];
        for (let at = 0, turn = 0; at < text.length; turn++) {
          const size = sizes[turn % sizes.length]!;
          pieces.push(text.slice(at, (at += size)));
        }
        const { text: whole, calls, thoughts } = read([text]);
        expect(read(pieces)).toMatchObject({ text: whole, calls, thoughts });
      }),
      { numRuns: 500 },
    );
  });

  it('shows no part of a call before the end', () => {
    const reader = new CallReader(['add']);
    const shown = [...`So: <tool_call>${CALL}</tool_call>`]
      .flatMap((sign) => reader.read(sign))
      .map((event) => (event.type === 'text' ? event.delta : ''))
      .join('');
    expect(shown).toBe('So: ');
  });
});
