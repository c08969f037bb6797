// A flow as data: steps that call tools, where what one answers can be what the next is given. Its JSON text is the source
// of a tool of kind `flow`; `compileFlow` makes a script of it.
import { Failure } from '../errors.ts';
import { isObject } from '../../base/json.ts';
import { toObjectSchema, toResultSchema } from '../schema.ts';
import { toToolSpec } from '../tool-spec.ts';
import type { ToolSpec } from '../tool.ts';
import { toToolView } from '../tool-view.ts';
import { checkDepth, checkKeys, textAt } from './flow-fields.ts';
import { StepReader } from './read-steps.ts';
import type { FlowSpec } from './flow-types.ts';

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
  'view',
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
  const view = toToolView(given['view'], "the flow's view");
  const reader = new StepReader(given['steps']);
  const spec: FlowSpec = {
    name: name as string,
    ...(version !== undefined && { version }),
    description: textAt(given, 'description', 'the flow') ?? `Flow: ${String(name)}`,
    ...(tags !== undefined && { tags: tags as string[] }),
    parameters: toObjectSchema(parameters),
    ...(returns !== undefined && { returns: toResultSchema(returns) }),
    ...(view && { view }),
    timeout: (timeout ?? FLOW_TIMEOUT) as number,
    steps: reader.steps(),
    ...(result !== undefined && { result: reader.result(result) }),
  };
  flowToolSpec(spec); // its checks are the same as those of a script
  return spec;
}

/** What the registry keeps of it, and what its script declares: the two are the same. */
export function flowToolSpec(spec: FlowSpec): ToolSpec {
  const { name, version, description, tags, parameters, returns, view, timeout } = spec;
  return toToolSpec({ name, version, description, tags, parameters, returns, view, timeout });
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (problem) {
    throw new Failure('bad_request', `this is not JSON: ${(problem as Error).message}`);
  }
}
