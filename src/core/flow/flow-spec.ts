// A flow as data: steps that call tools and can pass results on to later steps. Its JSON text is the source of a tool
// of kind `flow`; `compileFlow` turns it into a script.
import { Failure } from '../errors.ts';
import { isObject } from '../../base/json.ts';
import { toObjectSchema, toResultSchema } from '../schema.ts';
import { toToolSpec } from '../tool-spec.ts';
import type { ToolSpec } from '../tool.ts';
import { toToolView } from '../tool-view.ts';
import { checkDepth, checkKeys, textAt } from './flow-fields.ts';
import { StepReader } from './read-steps.ts';
import type { FlowSpec } from './flow-types.ts';

/** Seconds. A flow consists of several runs. */
export const FLOW_TIMEOUT = 300;

/** Maximum length of the JSON text, in characters: some hundred times the usual size. */
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
 * @param fileName names the flow if the JSON does not; `trip.flow.json` gives `trip`.
 * @throws Failure `bad_request` that names the step and the error.
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
  flowToolSpec(spec); // runs the same checks as for a script
  return spec;
}

/** Returns the spec that the registry keeps. The flow's script declares the same. */
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
