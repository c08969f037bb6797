// Words an error for the screen. Pure.
import { toErrorData } from '../../core/errors.ts';
import { sentence } from './sentence.ts';

export function errorText(error: unknown): string {
  return sentence(toErrorData(error).message);
}
