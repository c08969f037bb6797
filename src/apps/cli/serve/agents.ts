// The agents of a folder: texts as written, scripts resolved in the sandbox.
import type { JsonObject } from '../../../base/json.ts';
import { Failure, toErrorData } from '../../../core/errors.ts';
import { lackingArguments, problemWithValues } from '../../../core/profile-arguments.ts';
import type { Profile } from '../../../core/profile.ts';
import type { ToolRunner } from '../../../core/ports/tool-runner.ts';
import { findAgents, type FoundAgents, type TextFiles } from '../../../profiles/find-agents.ts';
import { inspectProfile, resolveProfile } from '../../../profiles/profile-scripts.ts';
import type { ProfileDraft } from '../../../profiles/profile-files.ts';
import { agentPrompt, textArguments, type AgentPrompt } from '../../../serve/served.ts';

type Runner = Pick<ToolRunner, 'run'>;

export function readAgents(texts: TextFiles, runner: Runner): Promise<FoundAgents> {
  return findAgents(texts, (source) => inspectProfile(runner, source));
}

/** @throws Failure `not_found`, or `tool_error` with the script's message */
export async function promptOf(
  agents: readonly ProfileDraft[],
  name: string,
  args: JsonObject,
  runner: Runner,
  signal: AbortSignal,
): Promise<AgentPrompt> {
  const agent = agents.find((one) => one.name === name);
  if (!agent) throw new Failure('not_found', `no agent registered with name: ${name}`);
  const { kind, text, tools = [] } = agent;
  if (kind === 'text') return { system: text, tools, messages: [] };
  const profile: Profile = { ...agent, id: name, createdAt: '', modifiedAt: '' };
  const values = textArguments(args);
  const [lacking] = lackingArguments(profile, values);
  if (lacking !== undefined)
    throw new Failure('bad_request', `agent '${name}' needs the argument '${lacking}'`);
  const problem = problemWithValues(profile, values);
  if (problem !== undefined) throw new Failure('bad_request', problem);
  try {
    return agentPrompt(await resolveProfile(runner, profile, values, signal));
  } catch (error) {
    const { code, message } = toErrorData(error);
    throw new Failure(code === 'cancelled' ? code : 'tool_error', `agent '${name}': ${message}`);
  }
}
