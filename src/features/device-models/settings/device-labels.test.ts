// Labels for the state of an on-device model.
import { expect, it } from 'vitest';
import type { DeviceModel } from '../../../core/device-model.ts';
import { stateWords } from './device-labels.ts';

it('states how much is downloaded, and what it runs on', () => {
  const model: DeviceModel = { id: 'a/b', name: 'b', phase: 'downloading', size: 1024 * 1024, here: 524288 };
  expect(stateWords(model)).toBe('Downloading from huggingface.co: 50% of 1.0 MB.');
  expect(stateWords({ ...model, phase: 'paused' })).toBe('Paused: 512 KB of 1.0 MB downloaded.');
  expect(stateWords({ ...model, phase: 'ready' })).toBe('On this device.');
  expect(stateWords({ ...model, phase: 'ready', runsOn: 'CPU' })).toBe('In memory. Running on CPU.');
  expect(stateWords({ ...model, phase: 'offered', size: 0 })).toBe('');
});
