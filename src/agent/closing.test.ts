// Answers of a program that is being closed: failures of that moment are not stored as the end of an answer.
import { expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { listedTool } from '../core/tools.test-support.ts';
import type { ModelEvent } from '../models/model.ts';
import { Agent } from './agent.ts';
import { MemoryConversations } from './memory-conversations.ts';

/** An agent whose next failure comes while the program is closing, until `stay` is called. */
function bench(stream: () => AsyncGenerator<ModelEvent, void>) {
  const conversations = new MemoryConversations();
  let stay = (): void => undefined;
  const closing = new Promise<void>((resolve) => (stay = resolve));
  let begin = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (begin = resolve));
  let ids = 0;
  const agent = new Agent({
    model: async () => ({ id: 'model', stream }),
    tools: {
      list: () => [listedTool('weather', {})],
      find: async () => [],
      call: () => Promise.reject(new Failure('unavailable', 'The request failed.')),
    },
    search: async () => [],
    gather: async () => [],
    answer: async () => ({ kind: 'none', answer: null, confidence: 0, passages: [] }),
    untilStays: () => (begin(), closing),
    conversations,
    newId: () => `id-${++ids}`,
    now: () => '2026-01-02T03:04:05.000Z',
  });
  const read = async (): Promise<void> => {
    for await (const event of agent.send('Which?', { conversation: 'c' })) void event;
  };
  const stored = async () => (await conversations.messages('c')).at(-1);
  return { read, stored, stay, waiting };
}

it('leaves an answer unfinished when its connection breaks as the program closes', async () => {
  const { read, stored, stay, waiting } = bench(async function* () {
    yield { type: 'text', delta: 'The moon pulls.' };
    throw new Failure('unavailable', 'The connection broke.');
  });
  const reading = read();
  await waiting;
  expect(await stored()).toMatchObject({ parts: [{ type: 'text', text: 'The moon pulls.' }] });
  expect(await stored()).not.toHaveProperty('ended');
  stay();
  await reading;
  expect(await stored()).toMatchObject({ ended: 'failed', parts: [{ type: 'text' }, { type: 'error' }] });
});

it('leaves a tool call open when it fails as the program closes', async () => {
  let requests = 0;
  const { read, stored, stay, waiting } = bench(async function* () {
    if (++requests === 1) {
      yield { type: 'call_started', key: '0', name: 'weather' };
      yield { type: 'call_finished', key: '0', call: { id: 'call_1', name: 'weather', arguments: '{}' } };
    } else yield { type: 'text', delta: 'I could not look.' };
    yield { type: 'finish', reason: 'stop' };
  });
  const reading = read();
  await waiting;
  expect(JSON.stringify(await stored())).not.toContain('The request failed.');
  stay();
  await reading;
  expect(JSON.stringify(await stored())).toContain('The request failed.');
});
