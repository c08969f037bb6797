// Reads and writes profiles as files: agents of Context Harness in TOML, scripts with `agent.resolve`, Agent Skills,
// and our own TOML. Pure but for the parsers.
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Profile } from '../core/profile.ts';
import { readSkillText } from '../tools/formats/read-agent-skill.ts';

/** The content of a file; the other fields are set when it is stored. */
export type ProfileDraft = Omit<Profile, 'id' | 'createdAt' | 'modifiedAt'>;

/** Maximum length of instructions or a script, in characters. */
export const MOST_TEXT = 100_000;
const MOST_NAME = 64;
const MOST_LIST = 500;

/** @param inspect reads the declaration of a script. @throws Failure `bad_request` that names the error in the file */
export async function readProfiles(
  fileName: string,
  text: string,
  inspect: (source: string) => Promise<ProfileDraft>,
): Promise<ProfileDraft[]> {
  if (text.length > MOST_TEXT * 2) throw new Failure('too_large', 'The file is too large for a profile.');
  if (/\.lua$/i.test(fileName)) {
    const draft = await inspect(text);
    return [checked({ ...draft, name: draft.name || nameOfFile(fileName) })];
  }
  if (/\.md$/i.test(fileName)) {
    const { name, description, instructions } = await readSkillText(fileName, text);
    return [checked({ name, description, kind: 'text', text: instructions })];
  }
  const { parse } = await import('smol-toml');
  let table: Record<string, unknown>;
  try {
    table = parse(text);
  } catch (error) {
    throw new Failure(
      'bad_request',
      `The file is not valid TOML: ${(error as Error).message.split('\n', 1)[0]}`,
    );
  }
  const found = agentsIn(table);
  if (found.length === 0) {
    throw new Failure(
      'bad_request',
      'The file contains no agent. Add [agents.NAME], or [agent] with a name.',
    );
  }
  return found.map(([name, agent]) => checked(draftOf(name, agent)));
}

/** Returns the name of a script that gives none: that of its file, or of its folder for `NAME/agent.lua`. */
function nameOfFile(path: string): string {
  const [, name = ''] = /([^/]+?)(?:\/agent)?\.lua$/i.exec(path) ?? [];
  return name;
}

/** An agent named in a configuration. */
export interface AgentSection {
  name: string;
  entry: Record<string, unknown>;
  /** Path of its script. */
  script?: string;
}

/** Reads `[agents.inline.NAME]` and `[agents.script.NAME]` of Context Harness, and `[agents.NAME]`. */
export function agentSections({ agents }: Record<string, unknown>): AgentSection[] {
  if (!isObject(agents)) return [];
  return Object.entries(agents).flatMap(([name, entry]) => {
    if (!isObject(entry)) return [];
    const isGroup = (name === 'inline' || name === 'script') && instructionsOf(entry) === undefined;
    return isGroup ? Object.entries(entry).flatMap(([one, its]) => section(one, its)) : section(name, entry);
  });
}

function section(name: string, entry: unknown): AgentSection[] {
  if (!isObject(entry)) return [];
  const { path } = entry;
  return [{ name, entry, ...(typeof path === 'string' && { script: path }) }];
}

/** Returns the agents of a configuration, the `[agent]` of a separate file, or a file that is one agent as a whole. */
function agentsIn(table: Record<string, unknown>): [string, Record<string, unknown>][] {
  const sections = agentSections(table);
  const inline = sections.filter(({ script }) => script === undefined);
  const [scripted] = sections;
  if (scripted && inline.length === 0) {
    throw new Failure(
      'bad_request',
      `The agent ${scripted.name} is a script. Import ${scripted.script} itself.`,
    );
  }
  if (inline.length > 0) return inline.map(({ name, entry }) => [name, entry]);
  const { agent } = table;
  const one = isObject(agent) ? { ...table, ...agent } : table;
  const { name } = one;
  return typeof name === 'string' && instructionsOf(one) !== undefined ? [[name, one]] : [];
}

/** @throws Failure `bad_request` when it has no instructions */
export function draftOf(name: string, agent: Record<string, unknown>): ProfileDraft {
  const { description, model, tools, sources, collections } = agent;
  const text = instructionsOf(agent);
  if (text === undefined) {
    throw new Failure('bad_request', `the agent ${name} has no instructions: write system_prompt = "…"`);
  }
  return {
    name,
    description: typeof description === 'string' ? description : '',
    kind: 'text',
    text,
    ...(typeof model === 'string' && model !== '' && { model: { connection: 'default', model } }),
    ...(Array.isArray(tools) && { tools: tools.map(String) }),
    ...(Array.isArray(sources) && { sources: sources.map(String) }),
    // Keeps ids from another device: a limit that finds nothing is safer than none.
    ...(Array.isArray(collections) && { collections: collections.map(String) }),
  };
}

function instructionsOf(agent: Record<string, unknown>): string | undefined {
  for (const field of ['system_prompt', 'system', 'prompt', 'instructions']) {
    const text = agent[field];
    if (typeof text === 'string' && text.trim() !== '') return text;
  }
  return undefined;
}

/** @throws Failure `bad_request` that names the field */
export function checked(draft: ProfileDraft): ProfileDraft {
  const name = draft.name.trim();
  if (name === '') throw new Failure('bad_request', 'A profile needs a name.');
  if (name.length > MOST_NAME)
    throw new Failure('bad_request', `The name is longer than ${MOST_NAME} characters.`);
  if (draft.text.trim() === '') throw new Failure('bad_request', 'A profile needs instructions.');
  if (draft.text.length > MOST_TEXT) {
    throw new Failure('bad_request', `The instructions are longer than ${MOST_TEXT} characters.`);
  }
  for (const list of [draft.tools, draft.sources, draft.collections]) {
    if (list && list.length > MOST_LIST)
      throw new Failure('bad_request', `The list has more than ${MOST_LIST} names.`);
  }
  return { ...draft, name, description: draft.description.trim() };
}

/** Returns a file that `readProfiles` can read. */
export async function writeProfile(profile: Profile): Promise<{ fileName: string; text: string }> {
  const base = profile.name.replace(/[^\p{L}\p{N}_-]+/gu, '-').toLowerCase() || 'profile';
  if (profile.kind === 'lua') return { fileName: `${base}.lua`, text: profile.text };
  const { stringify } = await import('smol-toml');
  const { name, description, model, tools, sources, collections, text } = profile;
  const agent = {
    ...{ name, description },
    ...(model?.model !== undefined && { model: model.model }),
    ...(tools && { tools }),
    ...(sources && { sources }),
    ...(collections && { collections }),
    system_prompt: text,
  };
  return { fileName: `${base}.toml`, text: `${stringify({ agent })}\n` };
}
