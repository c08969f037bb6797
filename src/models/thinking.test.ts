// Thinking between marks in the text of an answer, wherever the stream splits it.
import { expect, it } from 'vitest';
import type { ModelEvent } from './model.ts';
import { thinkingApart } from './thinking.ts';

async function read(text: string, size: number): Promise<{ text: string; reasoning: string }> {
  async function* streamed(): AsyncGenerator<ModelEvent> {
    for (let at = 0; at < text.length; at += size) yield { type: 'text', delta: text.slice(at, at + size) };
    yield { type: 'usage', input: 1, output: 1 };
    yield { type: 'finish', reason: 'stop' };
  }
  const heard = { text: '', reasoning: '' };
  let ended = false;
  for await (const event of thinkingApart(streamed())) {
    if (event.type === 'text' || event.type === 'reasoning') {
      expect(ended).toBe(false);
      heard[event.type] += event.delta;
    } else if (event.type === 'finish') ended = true;
  }
  expect(ended).toBe(true);
  return heard;
}

it.each([
  [
    'at the start',
    '\n<think>\nHm. 1 < 2, so </ it.</think>\n\nIt is so.',
    'It is so.',
    'Hm. 1 < 2, so </ it.',
  ],
  ['that is empty, as Qwen sends it', '<think>\n\n</think>\n\nok', 'ok', ''],
  ['that the limit cut', '<think>Hm', '', 'Hm'],
  ['further down, which is text', 'Write <think>so</think>.', 'Write <think>so</think>.', ''],
  ['twice, the second as text', '<think>a</think>b <think>c</think>', 'b <think>c</think>', 'a'],
  ['that is another tag', ' <thead> is a tag', ' <thead> is a tag', ''],
  ['that never began', ' <thi', ' <thi', ''],
])('reads thinking %s', async (_, streamed, text, reasoning) => {
  for (const size of [1, 3, 7, 1000])
    expect(await read(streamed, size), `${size}`).toEqual({ text, reasoning });
});

it('reads thinking after a notice of the exchange', async () => {
  const events: ModelEvent[] = [];
  async function* streamed(): AsyncGenerator<ModelEvent> {
    yield { type: 'without_pictures', read: true };
    yield { type: 'text', delta: '<think>Hm</think>Yes' };
  }
  for await (const event of thinkingApart(streamed())) events.push(event);
  expect(events.slice(1)).toEqual([
    { type: 'reasoning', delta: 'Hm' },
    { type: 'text', delta: 'Yes' },
  ]);
});

it('passes text on as it comes', async () => {
  const deltas: string[] = [];
  async function* streamed(): AsyncGenerator<ModelEvent> {
    yield { type: 'text', delta: 'Hel' };
    yield { type: 'text', delta: 'lo' };
  }
  for await (const event of thinkingApart(streamed())) if (event.type === 'text') deltas.push(event.delta);
  expect(deltas).toEqual(['Hel', 'lo']);
});
