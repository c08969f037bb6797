// A chat's usage: sums, prices, and the context window.
import { describe, expect, it } from 'vitest';
import type { Message, Usage } from '../../../core/conversation.ts';
import { DEFAULT_SETTINGS, type ModelConnection, type Settings } from '../../../core/settings.ts';
import { connectionOf, costText, fillOf, shortCount, spentOf } from './meter.ts';

const PRICE = { input: 2, output: 8, cached: 0.5 };

function settings(price = true, ...models: ModelConnection[]): Settings {
  const model = { baseUrl: 'https://a.example/v1', model: 'gpt-4o', api: 'auto' as const };
  return { ...DEFAULT_SETTINGS, model: { ...model, ...(price && { price: PRICE }) }, models };
}

let seq = 0;
function answer(usage: Usage | undefined, model = 'gpt-4o'): Message {
  const id = `m${++seq}`;
  return {
    id,
    conversation: 'c',
    seq,
    role: 'assistant',
    parts: [],
    createdAt: '',
    model,
    ...(usage && { usage }),
  };
}

describe('tokens and their cost', () => {
  it('are summed over all answers; cached input costs less', () => {
    const messages = [
      answer({ input: 1_000_000, output: 100_000 }),
      answer({ input: 1_000_000, output: 0, cached: 600_000 }),
      answer(undefined),
    ];
    expect(spentOf({ messages }, settings())).toEqual({
      input: 2_000_000,
      output: 100_000,
      cached: 600_000,
      reasoning: 0,
      cost: expect.closeTo(2 + 0.8 + 0.8 + 0.3, 9) as number,
      isPartial: false,
    });
  });

  it('count other branches, too', () => {
    const messages = [answer({ input: 1, output: 1 })];
    expect(
      spentOf({ messages, all: [...messages, answer({ input: 4, output: 4 })] }, settings()),
    ).toMatchObject({
      input: 5,
      output: 5,
    });
  });

  it('have no cost without a price, and say when some prices are missing', () => {
    const messages = [answer({ input: 1, output: 1 })];
    expect(spentOf({ messages }, settings(false))).toMatchObject({ cost: undefined, isPartial: true });
    const mixed = [...messages, answer({ input: 1_000_000, output: 0 }, 'other')];
    expect(spentOf({ messages: mixed }, settings())).toMatchObject({ isPartial: true });
  });

  it('cost nothing on this device', () => {
    const device: ModelConnection = {
      id: 'd',
      name: '',
      kind: 'device',
      baseUrl: '',
      model: 'small',
      api: 'auto',
    };
    const messages = [answer({ input: 5, output: 5 }, 'small')];
    expect(spentOf({ messages }, settings(true, device))).toMatchObject({ cost: 0, isPartial: false });
  });

  it('are undefined before an answer was counted', () => {
    expect(spentOf({ messages: [answer(undefined)] }, settings())).toBeUndefined();
  });
});

describe('context usage', () => {
  it("is the last request's share of the model's context window", () => {
    const messages = [
      answer({ input: 1, output: 1, context: 64_000 }),
      answer({ input: 1, output: 1, context: 32_000 }),
    ];
    expect(fillOf({ messages }, settings())).toEqual({ tokens: 32_000, window: 128_000, share: 0.25 });
  });

  it("uses the conversation's model, not another model's figures", () => {
    const big: ModelConnection = {
      id: 'b',
      name: 'Big',
      baseUrl: 'https://b.example',
      model: 'big',
      api: 'auto',
      contextWindow: 10,
      price: PRICE,
    };
    const conversation = { id: 'c', title: '', createdAt: '', modifiedAt: '', model: { connection: 'b' } };
    const messages = [answer({ input: 1, output: 1, context: 20 }, 'big')];
    expect(fillOf({ messages, conversation }, settings(true, big))).toEqual({
      tokens: 20,
      window: 10,
      share: 1,
    });
    const other = { ...conversation, model: { connection: 'b', model: 'gemini-x' } };
    expect(connectionOf({ messages, conversation: other }, settings(true, big))).toMatchObject({
      model: 'gemini-x',
    });
    expect(fillOf({ messages, conversation: other }, settings(true, big))).toMatchObject({
      window: 1_000_000,
    });
  });

  it('is unknown in search mode', () => {
    const messages = [answer({ input: 1, output: 1, context: 20 })];
    expect(fillOf({ messages }, DEFAULT_SETTINGS)).toBeUndefined();
  });
});

describe('figures', () => {
  it('are short', () => {
    expect([0, 999, 1_000, 12_345, 123_456, 999_600, 1_250_000].map(shortCount)).toEqual([
      '0',
      '999',
      '1k',
      '12.3k',
      '123k',
      '1M',
      '1.3M',
    ]);
    expect([0, 0.00001, 0.00423, 0.314, 1, 12.4].map(costText)).toEqual([
      '0',
      '< 0.0001',
      '0.0042',
      '0.31',
      '1.00',
      '12.40',
    ]);
  });
});
