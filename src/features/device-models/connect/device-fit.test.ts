// Recommends the largest model that memory and GPU can hold, and estimates its download time.
import { expect, it } from 'vitest';
import type { DeviceModel, DeviceModelPhase } from '../../../core/device-model.ts';
import { bestFit, costText, reasonText, restText } from './device-fit.ts';

const model = (id: string, size: number, phase: DeviceModelPhase = 'offered'): DeviceModel =>
  ({ id, name: id, phase, size, here: 0 }) as DeviceModel;
const CARD = [model('small', 301e6), model('middle', 580e6), model('large', 1250e6)];
const PROCESSOR = [model('small', 419e6), model('middle', 930e6)];
const gpu = { f16: true, maxBuffer: 2 ** 31 };

it('is the largest that fits in a quarter of the memory', () => {
  expect(bestFit(CARD, { memory: 8, gpu })?.id).toBe('large');
  expect(bestFit(CARD, { memory: 4, gpu })?.id).toBe('middle');
  expect(bestFit(CARD, { gpu })?.id).toBe('middle');
  expect(bestFit(CARD, { memory: 1, gpu })).toBeUndefined();
});

it('is a small one without a GPU, or with one of little memory', () => {
  expect(bestFit(PROCESSOR, { memory: 8 })?.id).toBe('small');
  expect(bestFit(CARD, { memory: 8, gpu: { f16: true, maxBuffer: 300e6 } })?.id).toBe('middle');
});

it('is one that is downloaded or downloading', () => {
  expect(bestFit([model('kept', 9e9, 'paused'), ...CARD], { memory: 8, gpu })?.id).toBe('kept');
  expect(bestFit([model('kept', 1, 'paused'), model('done', 1, 'ready')], {})?.id).toBe('done');
});

it('states size and time in sentences', () => {
  expect(costText(580e6, { downlink: 10 })).toBe(
    'Downloads 553 MB once: about 8 min at the speed the browser measured. You can pause and resume.',
  );
  expect(costText(580e6, {})).toContain('about 4 min at 20 Mbit/s');
  expect(reasonText({ memory: 8, gpu })).toBe(
    'Chosen for this device: 8 GB of memory or more, and a graphics card it can use.',
  );
  expect(reasonText({})).toBe('Chosen for this device: no graphics card it can use.');
  expect(restText(100, 300, 20_000)).toBe('About 1 min left.');
  expect(restText(0, 300, 20_000)).toBeUndefined();
});
