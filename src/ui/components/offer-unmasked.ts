// After an export with masked values: says so, and offers the file as it is.
import { toasts } from './toasts.svelte.ts';

/** @param masked how many values were masked; of none nothing is said */
export function offerUnmasked(masked: number, save: () => void): void {
  if (masked > 0)
    toasts.offer(`Values masked in the file because they look like keys: ${masked}.`, 'Save unmasked', save);
}
