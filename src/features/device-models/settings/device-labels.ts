// Labels for the state of an on-device model. Pure.
import type { DeviceModel } from '../../../core/device-model.ts';
import { sizeText } from '../../../ui/components/quantities.ts';

export function stateWords({ phase, here, size, runsOn }: DeviceModel): string {
  const share = size > 0 ? Math.floor((here / size) * 100) : 0;
  switch (phase) {
    case 'offered':
      return '';
    case 'asking':
      return 'Getting the file list from huggingface.co.';
    case 'downloading':
      return `Downloading from huggingface.co: ${share}% of ${sizeText(size)}.`;
    case 'paused':
      return `Paused: ${sizeText(here)} of ${sizeText(size)} downloaded.`;
    case 'ready':
      return runsOn === undefined
        ? 'On this device.'
        : runsOn === ''
          ? 'Loading into memory.'
          : `In memory. Running on ${runsOn}.`;
  }
}
