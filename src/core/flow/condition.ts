// The conditions of a flow, as data: comparisons by name, and groups of them.
import type { Json } from '../../base/json.ts';

export const COMPARISONS = ['equal', 'not equal', 'greater', 'less', 'contains', 'one of'] as const;
export const STATES = ['empty', 'not empty', 'true'] as const;

export type Condition =
  | { value: Json; is: (typeof COMPARISONS)[number]; to: Json }
  | { value: Json; is: (typeof STATES)[number] }
  | { and: Condition[] }
  | { or: Condition[] }
  | { not: Condition };
