// Messages from the sandbox, which are never trusted unchecked.
import { expect, it } from 'vitest';
import { readFromFrame, readFromWorker } from './protocol.ts';

it("accepts a worker's messages", () => {
  for (const message of [
    { type: 'ready' },
    { type: 'log', id: 1, level: 'info', text: 'x' },
    { type: 'progress', id: 1, fraction: 0.5, text: '' },
    { type: 'emit', id: 1, text: 'x' },
    { type: 'call', id: 1, call: 2, operation: 'context.get', payload: '{}' },
    { type: 'reply', id: 1, json: 'null', args: '{}', spent: false },
    { type: 'reply', id: 1, error: { code: 'timeout', message: 'late' }, spent: true },
  ]) {
    expect(readFromWorker(message)).toEqual(message);
  }
});

it('refuses all others', () => {
  for (const message of [
    null,
    'ready',
    [],
    {},
    { type: 'constructor', id: 1 },
    { type: 'log', level: 'info', text: 'x' },
    { type: 'log', id: 1, level: 'loud', text: 'x' },
    { type: 'log', id: 1, level: 'info', text: {} },
    { type: 'progress', id: 1, fraction: '1', text: '' },
    { type: 'call', id: 1, call: 1, operation: 'x', payload: {} },
    { type: 'reply', id: 1, json: {}, spent: false },
    { type: 'reply', id: 1, json: 'null' },
    { type: 'reply', id: 1, spent: false },
    { type: 'reply', id: 1, json: 'null', error: { code: 'timeout', message: '' }, spent: false },
    { type: 'reply', id: 1, error: { code: 'toString', message: 'x' }, spent: false },
    { type: 'reply', id: 1, error: { code: 'timeout', message: 'x', details: {} }, spent: false },
  ]) {
    expect(readFromWorker(message)).toBeUndefined();
  }
  expect(readFromFrame({ type: 'died', id: '1', message: 'x' })).toBeUndefined();
  expect(readFromFrame({ type: 'died', id: 1, message: 'x' })).toBeDefined();
});
