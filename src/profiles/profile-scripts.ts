// Runs the scripts of profiles in the sandbox: reads their declaration, and resolves a conversation with
// `agent.resolve`. They can search and read the library, and nothing else.
import type { LibraryLimit } from '../core/library-limit.ts';
import { Outbound } from '../core/outbound.ts';
import { Failure } from '../core/errors.ts';
import { isObject, type Json } from '../base/json.ts';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import { readArguments, valuesFor, type ProfileValues } from '../core/profile-arguments.ts';
import type { Profile, ResolvedProfile } from '../core/profile.ts';
import { noGrants } from '../core/ports/no-grants.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import type { ProfileDraft } from './profile-files.ts';

type Runner = Pick<ToolRunner, 'run'>;

const ANYTHING = { type: 'object', properties: {} } as const;
/** Seconds, because the first word of an answer waits for it. */
const LIMITS = { ...DEFAULT_LIMITS, timeout: 10 };

/**
 * @returns a draft whose name is empty if the script gives none
 * @throws Failure that says what is wrong with the script
 */
export async function inspectProfile(runner: Runner, source: string): Promise<ProfileDraft> {
  const said = await perform(runner, source, {}, DESCRIBE);
  if (!isObject(said) || said['resolves'] !== true) {
    throw new Failure('bad_request', 'the script defines no `agent` with a function `agent.resolve`');
  }
  const { name, description, tools, args } = said;
  if (name !== undefined && name !== null && typeof name !== 'string')
    throw new Failure('bad_request', 'agent.name must be a string');
  return {
    name: name ?? '',
    description: typeof description === 'string' ? description : '',
    kind: 'lua',
    text: source,
    ...(names(tools) && { tools: names(tools)! }),
    arguments: readArguments(args),
  };
}

/**
 * @param given the complete values of the chat
 * @throws Failure that says what is wrong with the script, or what the script reports about the values
 */
export async function resolveProfile(
  runner: Runner,
  profile: Profile,
  given: ProfileValues | undefined,
  signal?: AbortSignal,
): Promise<Omit<ResolvedProfile, 'name'>> {
  const { text, config = {}, collections } = profile;
  const args = { args: valuesFor(profile, given), config };
  // What it reads becomes instructions, so the profile's limit applies to it too.
  const limit = collections && { within: [collections], documents: [] };
  const answer = await perform(runner, text, args, RESOLVE, signal, limit);
  const { system, tools, messages } = isObject(answer) ? answer : {};
  if (typeof system !== 'string') {
    throw new Failure('tool_error', "agent.resolve() must return a table with 'system' field");
  }
  return {
    system,
    reads: 'your documents',
    ...(names(tools)?.length && { tools: names(tools)! }),
    ...(Array.isArray(messages) && { opening: messages.flatMap(turn) }),
  };
}

const DESCRIBE = `local it = type(agent) == "table" and agent or {}
return { name = it.name, description = it.description, tools = it.tools, args = it.arguments, resolves = type(it.resolve) == "function" }`;
const RESOLVE = 'return agent.resolve(params.args, params.config, context)';

async function perform(
  runner: Runner,
  source: string,
  args: object,
  body: string,
  signal?: AbortSignal,
  limit?: LibraryLimit,
): Promise<Json> {
  // Our code comes last, so that line numbers stay.
  const script = `${source.replace(/\n\s*return\s+agent\s*;?\s*$/, '\n')}
tool = { name = "agent", description = "A profile.", parameters = {} }
function tool.execute(params, context)
${body}
end`;
  const { outcome } = await runner.run({
    ...{ key: `profile ${source}`, entry: 'tool', name: 'agent', source: script, schema: ANYTHING },
    ...{ args, config: {}, secrets: [], limits: LIMITS },
    grants: noGrants({ outbound: new Outbound(() => undefined, limit) }),
    ...(signal && { signal }),
  });
  if (outcome.error) throw new Failure(outcome.error.code, outcome.error.message);
  return outcome.result;
}

function turn(message: unknown): { role: 'user' | 'assistant'; text: string }[] {
  if (!isObject(message)) return [];
  const { role, content } = message;
  if (typeof content !== 'string' || content === '') return [];
  return [{ role: role === 'user' ? 'user' : 'assistant', text: content }];
}

function names(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : undefined;
}
