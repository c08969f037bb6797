// Finds the agents of a folder: those named in `ctx.toml` and `registry.toml`, and files of their own below `agents/`. Pure but for
// the parser.
//
//   [agents.inline.reviewer]           [agents.script.writer]
//   system_prompt = "You review …"     path = "agents/writer.lua"
import { isObject } from '../base/json.ts';
import { Failure, toErrorData } from '../core/errors.ts';
import {
  agentSections,
  checked,
  draftOf,
  readProfiles,
  type AgentSection,
  type ProfileDraft,
} from './profile-files.ts';

/** Text files by path below the folder, with `/`. */
export type TextFiles = ReadonlyMap<string, string>;

export interface FoundAgents {
  agents: ProfileDraft[];
  /** Why a named agent can't be used, as sentences. */
  problems: string[];
  /** Files that are agents; other importers skip them. */
  files: Set<string>;
}

const MANIFEST = /(^|\/)(ctx|registry|perilune)\.toml$/i;
const OWN_FILE = /(^|\/)agents\/(?:[^/]+\/agent|[^/]+)\.(?:lua|toml)$/i;
/** Fields of a script's section that are not config. */
const NOT_CONFIG = ['path', 'timeout', 'description', 'tags', 'tools', 'required_config', 'host_apis'];

/** @param inspect reads the declaration of a script */
export async function findAgents(
  texts: TextFiles,
  inspect: (source: string) => Promise<ProfileDraft>,
): Promise<FoundAgents> {
  const found: FoundAgents = { agents: [], problems: [], files: new Set() };
  const add = async (of: string, read: () => Promise<ProfileDraft[]>): Promise<void> => {
    try {
      for (const agent of await read()) {
        if (found.agents.every(({ name }) => name !== agent.name)) found.agents.push(agent);
        else found.problems.push(`${of}: there is an agent ${agent.name} already; this one was left out`);
      }
    } catch (problem) {
      found.problems.push(`${of}: ${toErrorData(problem).message}`);
    }
  };
  for (const [path, text] of texts) {
    if (!MANIFEST.test(path)) continue;
    for (const named of await sectionsIn(text)) {
      const script = named.script === undefined ? undefined : fileAt(texts, path, named.script);
      if (script !== undefined) found.files.add(script);
      await add(`${path}: agent ${named.name}`, async () => [
        await fromSection(named, script, texts, inspect),
      ]);
    }
  }
  for (const [path, text] of texts) {
    if (!OWN_FILE.test(path) || found.files.has(path)) continue;
    if (path.endsWith('.lua') && !/\bagent\b/.test(text)) continue;
    found.files.add(path);
    await add(path, () => readProfiles(path, text, inspect));
  }
  return found;
}

/** Ignores invalid TOML: the tool importer reports it. */
async function sectionsIn(text: string): Promise<AgentSection[]> {
  const { parse } = await import('smol-toml');
  try {
    return agentSections(parse(text));
  } catch {
    return [];
  }
}

async function fromSection(
  { name, entry, script: given }: AgentSection,
  script: string | undefined,
  texts: TextFiles,
  inspect: (source: string) => Promise<ProfileDraft>,
): Promise<ProfileDraft> {
  if (given === undefined) return checked(draftOf(name, entry));
  if (script === undefined) throw new Failure('not_found', `there is no file '${given}'`);
  const [agent] = await readProfiles(script, texts.get(script) ?? '', inspect);
  const config = Object.fromEntries(
    Object.entries(entry).flatMap(([key, value]) =>
      NOT_CONFIG.includes(key) || isObject(value) ? [] : [[key, String(value)]],
    ),
  );
  return { ...agent!, name, ...(Object.keys(config).length > 0 && { config }) };
}

/** Resolves a path relative to the file that names it, otherwise to the folder itself; a registry names folders. */
function fileAt(texts: TextFiles, manifest: string, given: string): string | undefined {
  const root = manifest.slice(0, manifest.lastIndexOf('/') + 1);
  const path = given.replace(/^\.\//, '').replace(/\/$/, '');
  const places = [`${root}${path}`, path].flatMap((one) => [one, `${one}/agent.lua`, `${one}/agent.toml`]);
  return places.find((one) => texts.has(one));
}
