// The shape of a flow's JSON.
import type { Json } from '../../base/json.ts';
import type { ObjectSchema, Schema } from '../schema.ts';
import type { ToolView } from '../tool-view.ts';
import type { Condition } from './condition.ts';

/**
 * Any string value can hold references: `${params.city}`, `${steps.ID.days[0]}`, inside a forEach `${item.name}` (by
 * its `as`) and `${index}` (from 0), and after a step that may fail `${errors.ID.message}`. A string that consists of
 * one reference becomes its value, of any type. In other strings, values are inserted as text: tables as JSON,
 * missing values as nothing.
 */
export interface FlowSpec {
  name: string;
  version?: string;
  description: string;
  tags?: string[];
  parameters: ObjectSchema;
  returns?: Schema;
  view?: ToolView;
  /** Timeout of the whole flow, in seconds. */
  timeout: number;
  steps: Step[];
  /** Result of the flow. Default: the value of the last step. */
  result?: Json;
}

/** `${steps.ID}` is the value of a step. */
export type Step = CallStep | ConditionStep | ForEachStep | ParallelStep;

export interface StepBase {
  id: string;
  /** Shown while the step runs. */
  title?: string;
}

/** Its value is the tool's result, or null if it was skipped, or failed and the flow continued. */
export interface CallStep extends StepBase {
  kind: 'call';
  tool: string;
  /** An object, or one reference to an object. */
  args?: Json;
  when?: Condition;
  /** Default `stop`. */
  onError?: 'stop' | 'continue';
}

/** Its value is that of the last step taken. */
export interface ConditionStep extends StepBase {
  kind: 'condition';
  if: Condition;
  then: Step[];
  else?: Step[];
}

/**
 * Its value is a list with one entry per item: its `result`, or the value of its last step. Steps outside see only
 * this list.
 */
export interface ForEachStep extends StepBase {
  kind: 'forEach';
  /** A list, or one reference to a list. */
  items: Json;
  as: string;
  steps: Step[];
  result?: Json;
}

/** Branches run concurrently, interleaved at tool calls. Its value is a list of each branch's last value. */
export interface ParallelStep extends StepBase {
  kind: 'parallel';
  branches: Step[][];
}
