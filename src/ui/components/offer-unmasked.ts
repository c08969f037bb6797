// After an export with masked values: says so, and offers the file as it is.
import { count } from './quantities.ts';
import { toasts } from './toasts.svelte.ts';

/** @param masked how many values were masked; of none nothing is said */
export function offerUnmasked(masked: number, save: () => void): void {
  if (masked > 0) toasts.offer(`Masked ${count(masked, 'possible key')} in the file.`, 'Save unmasked', save);
}
