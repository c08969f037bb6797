// `window.perilune.profiles`: agents with their own instructions. Failures are data: `{error: {code, message}}`.
import { Failure } from '../core/errors.ts';
import type { Profile, ResolvedProfile } from '../core/profile.ts';
import { isObject } from '../base/json.ts';
import { answer, type Answer } from './answer.ts';
import { findNamed } from './find-named.ts';
import type { PageApp } from './page-app.ts';

/** Fields of an agent. `text` is its instructions, or a Lua script with `agent.resolve` if `kind` is `lua`. */
export type ProfileInput = Pick<Profile, 'name' | 'text'> &
  Partial<Pick<Profile, 'description' | 'kind' | 'tools' | 'sources' | 'collections' | 'model' | 'config'>>;

/** A resolved agent. */
export interface ResolvedAgent {
  name: string;
  /** Its instructions. */
  system: string;
  /** Messages before the first question. */
  messages: { role: 'user' | 'assistant'; content: string }[];
  /** Names of the tools that it may call; absent: all. */
  tools?: string[];
  sources?: string[];
  collections?: string[];
  model?: Profile['model'];
}

export interface ProfileApi {
  /** Lists agents by name, each with its instructions, tools and sources. */
  list(): Promise<Profile[]>;
  /**
   * Adds an agent, or the agents of a file: a `File`, or its `fileName` and `text` (TOML or Lua, in the format of
   * Context Harness). An agent from a file is numbered when its name is taken. Errors: `bad_request`, `conflict`,
   * `too_large`.
   */
  add(
    agent: ProfileInput | File | { fileName: string; text: string },
  ): Promise<Answer<{ profiles: Profile[] }>>;
  /** Removes an agent, by name or id. Errors: `not_found`. */
  remove(agent: string): Promise<Answer<{ removed: true }>>;
  /**
   * Returns the resolved instructions, messages and tools of an agent, by name or id, for these arguments. Errors:
   * `not_found`, `bad_request`.
   */
  resolve(agent: string, args?: Record<string, string>): Promise<Answer<ResolvedAgent>>;
}

export function profileApi(opening: Promise<Pick<PageApp, 'profiles'>>): ProfileApi {
  const profiles = async () => (await opening).profiles();
  const find = async (agent: unknown): Promise<Profile> => {
    const wanted = String(agent);
    const found = findNamed(await (await profiles()).list(), wanted);
    if (!found) throw new Failure('not_found', `no agent registered with name: ${wanted}`);
    return found;
  };
  return Object.freeze<ProfileApi>({
    list: async () => structuredClone(await (await profiles()).list()),
    add: (agent) =>
      answer(async () => {
        const kept = await profiles();
        const file = await fileOf(agent);
        if (file) return { profiles: await kept.import(file.fileName, file.text) };
        return { profiles: [await kept.save(draftOf(agent))] };
      }),
    remove: (agent) =>
      answer(async () => {
        await (await profiles()).remove((await find(agent)).id);
        return { removed: true as const };
      }),
    resolve: (agent, args) =>
      answer(async () => {
        const { id } = await find(agent);
        const resolved = await (await profiles()).resolve({ profile: id, profileArguments: textsOf(args) });
        return agentOf(resolved as ResolvedProfile);
      }),
  });
}

async function fileOf(given: unknown): Promise<{ fileName: string; text: string } | undefined> {
  if (given instanceof File) return { fileName: given.name, text: await given.text() };
  if (!isObject(given) || given['fileName'] === undefined) return undefined;
  return { fileName: textAt(given, 'fileName'), text: textAt(given, 'text') };
}

function draftOf(given: unknown): Parameters<Awaited<ReturnType<PageApp['profiles']>>['save']>[0] {
  if (!isObject(given)) throw new Failure('bad_request', 'an agent is an object with a name and a text');
  const {
    description,
    kind = 'text',
    tools,
    sources,
    collections,
    model,
    config,
  } = given as Partial<Profile>;
  if (kind !== 'text' && kind !== 'lua') throw new Failure('bad_request', 'kind must be text or lua');
  return {
    name: textAt(given, 'name'),
    text: textAt(given, 'text'),
    description: description === undefined ? '' : String(description),
    kind,
    ...(tools && { tools: namesAt('tools', tools) }),
    ...(sources && { sources: namesAt('sources', sources) }),
    ...(collections && { collections: namesAt('collections', collections) }),
    ...(model && { model }),
    ...(config && { config: textsOf(config) }),
  };
}

function agentOf({
  name,
  system,
  opening,
  tools,
  sources,
  collections,
  model,
  problem,
}: ResolvedProfile): ResolvedAgent {
  if (problem !== undefined) throw new Failure('bad_request', problem);
  return {
    name,
    system: system ?? '',
    messages: (opening ?? []).map(({ role, text }) => ({ role, content: text })),
    ...(tools && { tools: [...tools] }),
    ...(sources && { sources: [...sources] }),
    ...(collections && { collections: [...collections] }),
    ...(model && { model }),
  };
}

function textAt(given: Record<string, unknown>, field: string): string {
  const value = given[field];
  if (typeof value === 'string') return value;
  throw new Failure('bad_request', `${field} must be a string`);
}

function namesAt(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  throw new Failure('bad_request', `${field} must be a list of names`);
}

function textsOf(given: unknown): Record<string, string> {
  if (!isObject(given)) return {};
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}
