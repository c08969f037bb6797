// What is said of how far a model on this device is. Pure.
import type { DeviceModel } from '../../../core/device-model.ts';
import { sizeText } from '../../parts/quantities.ts';

export function stateWords({ phase, here, size, runsOn }: DeviceModel): string {
  const share = size > 0 ? Math.floor((here / size) * 100) : 0;
  switch (phase) {
    case 'offered':
      return '';
    case 'asking':
      return 'Asking huggingface.co which files it has.';
    case 'downloading':
      return `Downloading from huggingface.co: ${share} % of ${sizeText(size)}.`;
    case 'paused':
      return `Paused: ${sizeText(here)} of ${sizeText(size)} are here.`;
    case 'ready':
      return runsOn === undefined
        ? 'On this device.'
        : runsOn === ''
          ? 'Being loaded into memory.'
          : `In memory. Runs on: ${runsOn}.`;
  }
}
