// Tool names that an endpoint refuses, converted there and back.
import { expect, it } from 'vitest';
import { wireName } from '../core/definition.ts';
import type { ModelEvent } from './model.ts';
import { withOwnNames } from './own-names.ts';

const tool = (name: string) => ({ name, description: '', parameters: { type: 'object' as const } });

async function* said(name: string): AsyncGenerator<ModelEvent, void> {
  yield { type: 'call_started', key: '0', name };
  yield { type: 'call_finished', key: '0', call: { id: 'm', name, arguments: '{}' } };
  yield { type: 'finish', reason: 'stop' };
}

async function heard(name: string, offered: string[]): Promise<string[]> {
  const names: string[] = [];
  for await (const event of withOwnNames(said(name), offered.map(tool))) {
    if (event.type === 'call_started') names.push(event.name);
    if (event.type === 'call_finished') names.push(event.call.name);
  }
  return names;
}

it('converts a wire name back to the tool’s own', async () => {
  expect(await heard(wireName('files.read'), ['files.read', 'plain'])).toEqual(['files.read', 'files.read']);
});

it('leaves every other name unchanged', async () => {
  expect(await heard('plain', ['files.read', 'plain'])).toEqual(['plain', 'plain']);
  expect(await heard('made_up', ['files.read'])).toEqual(['made_up', 'made_up']);
  expect(await heard('made_up', ['plain'])).toEqual(['made_up', 'made_up']);
});
