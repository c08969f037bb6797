// A tool that a page registers, read once: getters, proxies and later changes of the page's object have no effect.
import { Failure, toErrorData } from '../../core/errors.ts';
import { toObjectSchema } from '../../core/schema.ts';
import { TOOL_NAME } from '../../core/tool.ts';
import type { HostTool } from '../../widget/site-chat.ts';

const LONGEST_QUOTE = 80;

/** Returns a copy with its own schema. `execute` is still called on the page's object. @throws Failure `bad_request` */
export function readHostTool(tool: HostTool): Required<HostTool> {
  try {
    return read(tool);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('bad_request', `the tool cannot be read: ${toErrorData(error).message}`);
  }
}

function read(tool: HostTool): Required<HostTool> {
  const refuse = (why: string): Failure => new Failure('bad_request', why);
  // A page may pass anything.
  const given: unknown = tool;
  if (typeof given !== 'object' || given === null) throw refuse('a tool must be an object');
  const { name, description, parameters, approve, execute } = tool;
  if (typeof name !== 'string') throw refuse('a tool needs a name, as text');
  if (!TOOL_NAME.test(name)) {
    throw refuse(
      `“${name.slice(0, LONGEST_QUOTE)}” cannot be a tool's name: 1 to 64 letters, digits, _ and - only`,
    );
  }
  if (typeof description !== 'string' || description.trim() === '') {
    throw refuse(`the tool ${name} needs a description: models use it to decide when to call it`);
  }
  if (typeof execute !== 'function') throw refuse(`the tool ${name} needs a function execute`);
  const schema = JSON.stringify(parameters ?? {}) as string | undefined;
  if (schema === undefined) throw refuse(`${name}: parameters must be a JSON Schema`);
  return {
    name,
    description,
    parameters: toObjectSchema(JSON.parse(schema), `${name}: parameters`),
    approve: approve === true,
    execute: (args, context) => Reflect.apply(execute, tool, [args, context]) as unknown,
  };
}
