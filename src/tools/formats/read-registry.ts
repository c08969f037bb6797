// Imports a registry folder of Context Harness: `registry.toml` gives the place of each tool and connector. Agents
// are not imported.
import { agentsNote } from '../../core/agents-note.ts';
import { isObject } from '../../base/json.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { bundleDraft, list, toolDraft, toTags } from './draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { baseOf, resolvePath, toToolName } from './import-path.ts';
import { draftsIn, openNamingFile, type NamingFile } from './naming-file.ts';
import { filesOf, type ScriptGroup } from './script-groups.ts';

const AGENT = /(^|\/)agents\/[^/]+\/agent\.(lua|toml)$/i;

/** Notes the agents and takes their files, so that no other reader does. */
export function leaveAgents(folder: ImportFolder): void {
  const agents = folder.open().filter((path) => AGENT.test(path));
  for (const path of agents) folder.take(path);
  if (agents.length > 0) folder.notes.push(`Agents are not imported: ${list(agents)}.`);
}

/**
 * @param used receives the paths of the scripts it names
 * @throws Failure `bad_request` when the file isn't TOML
 */
export async function readRegistry(
  folder: ImportFolder,
  path: string,
  groups: readonly ScriptGroup[],
  used: Set<string>,
): Promise<BundleDraft> {
  const file = await openNamingFile(folder, path, groups, used);
  const { root, toml } = file;
  const about = isObject(toml['registry']) ? toml['registry'] : {};
  const tools = ['tools', 'connectors'].flatMap((table) =>
    draftsIn(toml[table], table, (...entry) => toDraft(file, ...entry)),
  );
  const other = Object.keys(toml).filter(
    (key) => !['registry', 'tools', 'connectors', 'agents'].includes(key),
  );
  if (other.length > 0) folder.notes.push(`${path} has sections that were left out: ${list(other)}.`);
  if (isObject(toml['agents'])) {
    folder.notes.push(agentsNote(path));
  }
  const named = about['name'];
  return bundleDraft({
    name: typeof named === 'string' && named !== '' ? named : baseOf(root) || folder.name || 'Registry',
    description: typeof about['description'] === 'string' ? about['description'] : '',
    tools,
  });
}

function toDraft(
  { folder, root, groups, used }: NamingFile,
  section: string,
  key: string,
  entry: Record<string, unknown>,
): ToolDraft | undefined {
  const given = typeof entry['path'] === 'string' ? entry['path'] : `${section.replace('.', '/')}`;
  const at = resolvePath(root, given);
  const path = [at, `${at}/tool.lua`, `${at}/connector.lua`].find(
    (one) => one !== undefined && folder.text(one) !== undefined,
  );
  if (at === undefined || path === undefined) {
    folder.notes.push(`[${section}] was left out: its script '${given}' is not among the imported files.`);
    return undefined;
  }
  const name = toToolName(key);
  if (name !== key) folder.notes.push(`'${key}' is called '${name}' here, unless its script says otherwise.`);
  const needed = entry['required_config'];
  if (Array.isArray(needed) && needed.length > 0) {
    folder.notes.push(`'${name}' needs values in its config: ${list(needed.map(String))}.`);
  }
  used.add(path);
  return toolDraft({
    kind: 'lua',
    name,
    source: folder.text(path) ?? '',
    files: filesOf(groups, path),
    tags: toTags(entry['tags'], name, folder.notes),
  });
}
