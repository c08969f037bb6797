// Rejects changes in a disabled or deleted bundle.
import type { Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { Catalogue } from './catalogue.ts';

/** @throws Failure `disabled` */
export function refuseClosed(catalogue: Catalogue, { id }: Pick<Bundle, 'id'>): void {
  const why = catalogue.whyClosed(id);
  if (why !== undefined) throw new Failure('disabled', `it cannot be changed: ${why}`);
}
