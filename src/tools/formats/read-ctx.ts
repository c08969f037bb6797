// Imports from Context Harness: `ctx.toml` beside its scripts. Each `[tools.script.X]` is a tool named X, whatever
// name its script declares.
import { agentsNote } from '../../core/agents-note.ts';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';
import { TIMEOUT } from '../../core/tool.ts';
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';
import { bundleDraft, list, noteOddSecrets, toolDraft } from './draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { baseOf, resolvePath, toToolName } from './import-path.ts';
import { declarationOf, renamed } from './lua-declaration.ts';
import { draftsIn, openNamingFile, type NamingFile } from './naming-file.ts';
import { filesOf, type ScriptGroup } from './script-groups.ts';

/** Imported sections of `ctx.toml`. */
const TABLES = ['tools', 'connectors'] as const;
/** Sections that something reads: agents become profiles. */
const READ: readonly string[] = [...TABLES, 'agents'];

/**
 * @param groups the scripts of the folder, with the files of each
 * @param used receives the paths of the scripts it names
 * @throws Failure `bad_request` when the file isn't TOML
 */
export async function readCtx(
  folder: ImportFolder,
  path: string,
  groups: readonly ScriptGroup[],
  used: Set<string>,
): Promise<BundleDraft> {
  const file = await openNamingFile(folder, path, groups, used);
  const { root, toml } = file;
  const { notes } = folder;
  const tools: ToolDraft[] = [];
  for (const table of TABLES) {
    const section = toml[table];
    if (!isObject(section)) continue;
    const others = Object.keys(section).filter((key) => key !== 'script');
    if (others.length > 0) {
      notes.push(
        `${path} has entries in [${table}] that are not scripts and were left out: ${list(others)}.`,
      );
    }
    tools.push(...draftsIn(section['script'], `${table}.script`, (...entry) => toDraft(file, ...entry)));
  }
  const other = Object.keys(toml).filter((key) => !READ.includes(key));
  if (other.length > 0)
    notes.push(`${path} has settings of Context Harness that were left out: ${list(other)}.`);
  if (isObject(toml['agents'])) {
    notes.push(agentsNote(path));
  }
  return bundleDraft({ name: baseOf(root) || folder.name || 'Context Harness', tools });
}

function toDraft(
  { folder, root, groups, used }: NamingFile,
  section: string,
  key: string,
  { path: given, timeout, approve, ...rest }: Record<string, unknown>,
): ToolDraft | undefined {
  const { notes } = folder;
  if (typeof given !== 'string') {
    notes.push(`[${section}] names no script and was left out.`);
    return undefined;
  }
  // Relative to the file itself, or to where the program is usually started.
  const path = [resolvePath(root, given), resolvePath('', given)].find(
    (one) => one !== undefined && folder.text(one) !== undefined,
  );
  if (path === undefined) {
    notes.push(`[${section}] was left out: its script '${given}' is not among the imported files.`);
    return undefined;
  }
  const name = toToolName(key);
  if (name !== key) notes.push(`'${key}' is called '${name}' here.`);
  const source = folder.text(path) ?? '';
  const own = declarationOf(source)?.name?.text;
  if (own !== undefined && own !== name) {
    notes.push(
      `'${name}' is called '${own}' in its script; the name was changed there, since ctx.toml decides.`,
    );
  }
  const config = toConfig(rest, name, notes);
  noteOddSecrets(config, name, notes);
  const limits = toLimits(timeout, name, notes);
  used.add(path);
  const files = filesOf(groups, path);
  return toolDraft({
    kind: 'lua',
    name,
    source: renamed(source, name),
    files,
    config,
    ...limits,
    ...(approve === true && { approve }),
  });
}

function toLimits(timeout: unknown, name: string, notes: string[]): Pick<ToolDraft, 'limits'> {
  if (timeout === undefined) return {};
  if (typeof timeout === 'number' && timeout >= TIMEOUT.min && timeout <= TIMEOUT.max)
    return { limits: { timeout } };
  notes.push(`'${name}' has a time limit that is none: ${JSON.stringify(timeout)}; it gets the usual one.`);
  return {};
}

/** TOML has dates, and numbers that JSON lacks. */
function toConfig(given: Record<string, unknown>, name: string, notes: string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, value]): [string, Json][] => {
      if (typeof value === 'number' && !Number.isFinite(value)) {
        notes.push(`The config value '${key}' of '${name}' is not a number and was left out.`);
        return [];
      }
      return [[key, JSON.parse(JSON.stringify(value)) as Json]];
    }),
  );
}
