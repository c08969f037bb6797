// The shape of a flow's JSON.
import type { Json } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../schema.ts';
import type { ToolView } from '../tool-view.ts';
import type { Condition } from './condition.ts';

/**
 * In every value a string may hold references: `${params.city}`, `${steps.ID.days[0]}`, inside a forEach `${item.name}` (by
 * its `as`) and `${index}` (from 0), and after a step that may fail `${errors.ID.message}`. A string that is nothing but one
 * reference takes the value as it is; in any other, values are put in as text, tables as JSON, what is missing as nothing.
 */
export interface FlowSpec {
  name: string;
  version?: string;
  description: string;
  tags?: string[];
  parameters: ObjectSchema;
  returns?: Schema;
  view?: ToolView;
  /** Seconds for the whole flow. */
  timeout: number;
  steps: Step[];
  /** What the flow answers. Without it: the value of the last step. */
  result?: Json;
}

/** `${steps.ID}` is the value of a step. */
export type Step = CallStep | ConditionStep | ForEachStep | ParallelStep;

export interface StepBase {
  id: string;
  /** Shown while it is at work. */
  title?: string;
}

/** Its value is what the tool answers; null when it was skipped or failed and the flow went on. */
export interface CallStep extends StepBase {
  kind: 'call';
  tool: string;
  /** An object, or one reference to an object. */
  args?: Json;
  when?: Condition;
  /** Default `stop`. */
  onError?: 'stop' | 'continue';
}

/** Its value is that of the last step that it took. */
export interface ConditionStep extends StepBase {
  kind: 'condition';
  if: Condition;
  then: Step[];
  else?: Step[];
}

/** Its value is a list: of each item's `result`, or of the value of its last step. From outside, only that can be seen. */
export interface ForEachStep extends StepBase {
  kind: 'forEach';
  /** A list, or one reference to a list. */
  items: Json;
  as: string;
  steps: Step[];
  result?: Json;
}

/** Branches go on together, call by call. Its value is a list: of each branch's last value. */
export interface ParallelStep extends StepBase {
  kind: 'parallel';
  branches: Step[][];
}
