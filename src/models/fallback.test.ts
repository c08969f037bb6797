// Several models as one: which one answers after a failure, and what is reported only once.
import { describe, expect, it } from 'vitest';
import { Failure } from '../core/errors.ts';
import { firstThatAnswers, type Candidate } from './fallback.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';

const REQUEST: ModelRequest = { system: '', messages: [], tools: [], toolChoice: 'none' };
const FINISH: ModelEvent = { type: 'finish', reason: 'stop' };

/** A model that yields the given events and throws the given errors; `asked` records its requests. */
function scripted(name: string, ...turns: (ModelEvent | Error)[][]): Candidate & { asked: ModelRequest[] } {
  const asked: ModelRequest[] = [];
  const model: Model = {
    id: name,
    async *stream(request) {
      const turn = turns[Math.min(asked.length, turns.length - 1)] ?? [];
      asked.push(request);
      for (const event of turn) {
        if (event instanceof Error) throw event;
        yield event;
      }
    },
  };
  return { name, asked, connect: async () => model };
}

async function events(model: Model, request = REQUEST): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) all.push(event);
  return all;
}

const down = new Failure('unavailable', 'a.example could not be reached. Check the address.');
const text = (delta: string): ModelEvent => ({ type: 'text', delta });

describe('several models', () => {
  it('switch to the next one when one fails before its first word, and report it first', async () => {
    const model = await firstThatAnswers([
      scripted('A', [{ type: 'waiting', seconds: 10 }, down]),
      scripted('B', [text('hi'), FINISH]),
    ]);
    expect(await events(model)).toEqual([
      { type: 'waiting', seconds: 10 },
      { type: 'switched', from: 'A', to: 'B', why: 'a.example could not be reached' },
      text('hi'),
      FINISH,
    ]);
  });

  it('never replace one that has begun', async () => {
    const second = scripted('B', [text('hi'), FINISH]);
    const model = await firstThatAnswers([scripted('A', [text('Hel'), down]), second]);
    await expect(events(model)).rejects.toBe(down);
    expect(second.asked).toEqual([]);
  });

  it('stay with the one that answered, for the rest of the answer', async () => {
    const first = scripted('A', [down]);
    const second = scripted('B', [text('hi'), FINISH]);
    const model = await firstThatAnswers([first, second]);
    await events(model);
    expect(await events(model)).toEqual([text('hi'), FINISH]);
    // Name and context window are those of the model that answers, since price and summaries depend on them.
    expect(model.id).toBe('B');
    expect([first.asked.length, second.asked.length]).toEqual([1, 2]);
  });

  it('each get back only their own raw items', async () => {
    const first = scripted('A', [{ type: 'raw', items: ['a'] }, FINISH], [down]);
    const second = scripted('B', [{ type: 'raw', items: ['b'] }, FINISH]);
    const model = await firstThatAnswers([first, second]);
    const messages: ModelRequest['messages'] = [];
    for (let turn = 0; turn < 3; turn++) {
      const raw = (await events(model, { ...REQUEST, messages: [...messages] })).flatMap((event) =>
        event.type === 'raw' ? event.items : [],
      );
      messages.push({ role: 'assistant', text: '', calls: [], raw });
    }
    const seen = ({ asked }: typeof first) =>
      asked.map((request) => request.messages.map((message) => ('raw' in message ? message.raw : undefined)));
    expect(seen(first)).toEqual([[], [['a']]]);
    expect(seen(second)).toEqual([[undefined], [undefined, ['b']]]);
  });

  it('report every reason when all fail', async () => {
    const busy = new Failure('rate_limited', 'B takes no more requests (429). Wait.');
    const model = await firstThatAnswers([scripted('A', [down]), scripted('B', [busy])]);
    await expect(events(model)).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'a.example could not be reached. Check the address. The next model failed too: B takes no more requests (429).',
    });
  });

  it('skip one that cannot be connected, and give its reason when all fail', async () => {
    const gone: Candidate = {
      name: 'B',
      connect: () =>
        Promise.reject(new Failure('not_found', 'B is not on this device any more. Download it.')),
    };
    const model = await firstThatAnswers([scripted('A', [down]), gone, scripted('C', [text('hi'), FINISH])]);
    expect(await events(model)).toEqual([
      { type: 'switched', from: 'A', to: 'C', why: 'a.example could not be reached' },
      text('hi'),
      FINISH,
    ]);
    const none = await firstThatAnswers([scripted('A', [down]), gone]);
    await expect(events(none)).rejects.toThrow(
      'a.example could not be reached. Check the address. The next model failed too: B is not on this device any more.',
    );
    await expect(firstThatAnswers([gone, scripted('A', [])])).rejects.toThrow('Download it');
  });

  it('do not switch after a stop or a bug', async () => {
    const second = scripted('B', [text('hi'), FINISH]);
    for (const error of [new DOMException('stopped', 'AbortError'), new TypeError('bug')]) {
      const model = await firstThatAnswers([scripted('A', [error as Error]), second]);
      await expect(events(model)).rejects.toBe(error);
    }
    expect(second.asked).toEqual([]);
  });
});
