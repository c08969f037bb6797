// A TOML file of Context Harness that names scripts: what its readers share.
import { isObject } from '../../base/json.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { folderOf } from './import-path.ts';
import { parseToml } from './parse-text.ts';
import type { ScriptGroup } from './script-groups.ts';

export interface NamingFile {
  folder: ImportFolder;
  /** The folder it is in. */
  root: string;
  toml: Record<string, unknown>;
  /** The scripts of the folder, with the files of each. */
  groups: readonly ScriptGroup[];
  /** Receives the paths of the scripts it names. */
  used: Set<string>;
}

/** Takes the file from the folder. @throws Failure `bad_request` when it isn't TOML */
export async function openNamingFile(
  folder: ImportFolder,
  path: string,
  groups: readonly ScriptGroup[],
  used: Set<string>,
): Promise<NamingFile> {
  const toml = await parseToml(folder.text(path) ?? '', path);
  folder.take(path);
  return { folder, root: folderOf(path), toml, groups, used };
}

/** Drafts of the entries of one section; `toDraft` gets each with the name of its own section. */
export function draftsIn(
  entries: unknown,
  section: string,
  toDraft: (section: string, key: string, entry: Record<string, unknown>) => ToolDraft | undefined,
): ToolDraft[] {
  if (!isObject(entries)) return [];
  return Object.entries(entries).flatMap(([key, entry]) => {
    const draft = isObject(entry) ? toDraft(`${section}.${key}`, key, entry) : undefined;
    return draft ? [draft] : [];
  });
}
