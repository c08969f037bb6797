// A flow as data: steps that call tools, where what one answers can be what the next is given. Its JSON text is the source
// of a tool of kind `flow`; `compileFlow` makes a script of it.
import { Failure } from '../errors.ts';
import { isObject, type Json } from '../../base/json.ts';
import { toObjectSchema, toResultSchema, type ObjectSchema, type Schema } from '../schema.ts';
import { toToolSpec } from '../tool-spec.ts';
import type { ToolSpec } from '../tool.ts';
import type { Condition } from './condition.ts';
import { checkDepth, checkKeys, textAt } from './flow-fields.ts';
import { StepReader } from './read-steps.ts';

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
  /** Seconds for the whole flow. */
  timeout: number;
  steps: Step[];
  /** What the flow answers. Without it: the value of the last step. */
  result?: Json;
}

/** `${steps.ID}` is the value of a step. */
export type Step = CallStep | ConditionStep | ForEachStep | ParallelStep;

interface StepBase {
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

/** Seconds: a flow is several runs. */
export const FLOW_TIMEOUT = 300;

/** Characters of the JSON text: some hundred times what people write. */
const MAX_TEXT = 256 * 1024;

const KEYS = [
  'name',
  'version',
  'description',
  'tags',
  'parameters',
  'returns',
  'timeout',
  'steps',
  'result',
];

/**
 * @param fileName names the flow when the JSON does not; `trip.flow.json` gives `trip`.
 * @throws Failure `bad_request` that names the step, and says what is wrong with it.
 */
export function readFlowSpec(json: string, fileName = 'flow.json'): FlowSpec {
  if (json.length > MAX_TEXT) {
    throw new Failure('bad_request', `a flow can have at most ${MAX_TEXT / 1024} KiB of text`);
  }
  const given = parse(json);
  if (!isObject(given)) throw new Failure('bad_request', 'a flow must be a JSON object');
  checkKeys(given, 'the flow', KEYS);
  const { parameters, returns, timeout, tags, result } = given;
  for (const [key, schema] of Object.entries({ parameters, returns }))
    checkDepth(schema, `the flow's ${key}`);
  const name = given['name'] ?? fileName.replace(/^.*[\\/]/, '').replace(/(\.flow)?\.json$/i, '');
  const version = textAt(given, 'version', 'the flow');
  const reader = new StepReader(given['steps']);
  const spec: FlowSpec = {
    name: name as string,
    ...(version !== undefined && { version }),
    description: textAt(given, 'description', 'the flow') ?? `Flow: ${String(name)}`,
    ...(tags !== undefined && { tags: tags as string[] }),
    parameters: toObjectSchema(parameters),
    ...(returns !== undefined && { returns: toResultSchema(returns) }),
    timeout: (timeout ?? FLOW_TIMEOUT) as number,
    steps: reader.steps(),
    ...(result !== undefined && { result: reader.result(result) }),
  };
  flowToolSpec(spec); // its checks are the same as those of a script
  return spec;
}

/** What the registry keeps of it, and what its script declares: the two are the same. */
export function flowToolSpec(spec: FlowSpec): ToolSpec {
  const { name, version, description, tags, parameters, returns, timeout } = spec;
  return toToolSpec({ name, version, description, tags, parameters, returns, timeout });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (problem) {
    throw new Failure('bad_request', `this is not JSON: ${(problem as Error).message}`);
  }
}
