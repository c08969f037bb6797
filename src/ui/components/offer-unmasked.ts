// After an export with masked values: says so, and offers the file as it is.
import { count } from './quantities.ts';
import { toasts } from './toasts.svelte.ts';

/** @param keys how many were masked, and how many private paths; of none nothing is said */
export function offerUnmasked(keys: number, save: () => void, paths = 0): void {
  const [ofKeys, ofPaths] = [count(keys, 'possible key'), count(paths, 'private path')];
  if (keys > 0 && paths > 0)
    toasts.offer(`Masked ${ofKeys} and ${ofPaths} in the file.`, 'Save unmasked', save);
  else if (keys + paths > 0) {
    toasts.offer(`Masked ${keys > 0 ? ofKeys : ofPaths} in the file.`, 'Save unmasked', save);
  }
}
