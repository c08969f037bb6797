// Reads all files of an import with the reader that knows each: bundles first, then files that name scripts, then
// skills, then single files, then Lua.
import type { BundleDraft } from '../../core/tool-draft.ts';
import { MANIFEST, readBundleFiles } from './bundle-zip.ts';
import { bundleDraft, list, toolDraft } from './draft.ts';
import type { ImportFolder } from './import-folder.ts';
import { baseOf, folderOf, isBelow, within } from './import-path.ts';
import { readAgentSkills, skillRoots } from './read-agent-skill.ts';
import { readCtx } from './read-ctx.ts';
import { readDocuments } from './read-documents.ts';
import { leaveAgents, readRegistry } from './read-registry.ts';
import { addReadable, groupScripts, type ScriptGroup } from './script-groups.ts';

const MANIFESTS = [
  { file: 'ctx.toml', read: readCtx },
  { file: 'registry.toml', read: readRegistry },
];

/** Files of the operating system, not worth a note each. */
const SYSTEM_FILE = /(^|\/)(__MACOSX\/.*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i;
/** Files about the repository itself. */
const HIDDEN = /(^|\/)\.[^/]+(\/|$)/;

/**
 * @returns no draft when there is no tool in it; the folder's notes then describe the files
 * @throws Failure from any reader; then nothing of the folder is imported
 */
export async function readFolder(folder: ImportFolder): Promise<BundleDraft[]> {
  leaveSystemFiles(folder);
  const drafts = await readBundles(folder);
  leaveAgents(folder);
  const skills = await readAgentSkills(folder);
  const groups = groupScripts(folder);
  const named = new Set<string>();
  for (const { file, read } of MANIFESTS) {
    for (const path of folder.open().filter((one) => baseOf(one).toLowerCase() === file)) {
      const used = new Set<string>();
      drafts.push(await read(folder, path, groups, used));
      claim(folder, path, groups, used, named);
    }
  }
  const documents = await readDocuments(folder);
  drafts.push(...documents.bundles);
  const scripts = groups.filter(({ path }) => !named.has(path));
  addReadable(folder, scripts);
  const tools = [...skills, ...scripts.map((group) => toDraft(folder, group)), ...documents.tools];
  if (tools.length > 0) drafts.push(bundleDraft({ name: nameOf(folder, tools), tools }));
  noteLeftovers(folder);
  return withNotes(drafts, folder.notes);
}

async function readBundles(folder: ImportFolder): Promise<BundleDraft[]> {
  const drafts: BundleDraft[] = [];
  for (const path of folder.open().filter((one) => baseOf(one) === MANIFEST)) {
    const root = folderOf(path);
    const files = folder.openFiles(root);
    const inside = files.map((file) => ({ ...file, path: within(root, file.path) }));
    drafts.push(await readBundleFiles(inside, root || folder.name || MANIFEST));
    for (const file of files) folder.take(file.path);
  }
  return drafts;
}

/** Scripts below a manifest belong to it: those that it doesn't name are left out, with a note. */
function claim(
  folder: ImportFolder,
  path: string,
  groups: readonly ScriptGroup[],
  used: ReadonlySet<string>,
  named: Set<string>,
): void {
  const below = groups.filter((group) => isBelow(folderOf(path), group.path) && !named.has(group.path));
  const unnamed = below.filter((group) => !used.has(group.path)).map((group) => group.path);
  for (const one of [...used, ...unnamed]) named.add(one);
  if (unnamed.length === 0) return;
  folder.notes.push(`${path} does not name these scripts, so they were left out: ${list(unnamed)}.`);
}

function toDraft(folder: ImportFolder, group: ScriptGroup): ReturnType<typeof toolDraft> {
  const files = Object.fromEntries(group.files);
  return toolDraft({ kind: 'lua', name: group.name, source: folder.text(group.path) ?? '', files });
}

function nameOf(folder: ImportFolder, tools: readonly { fileName: string }[]): string {
  if (folder.name !== undefined) return folder.name;
  const [only] = tools;
  return tools.length === 1 && only ? only.fileName.replace(/\..*$/, '') : 'Imported';
}

function leaveSystemFiles(folder: ImportFolder): void {
  const files = folder.openFiles().map(({ path }) => path);
  const roots = skillRoots(files);
  const left = files.filter((path) => {
    // Programs keep skills in folders such as .claude/skills.
    const root = roots.find((one) => isBelow(one, path)) ?? '';
    return SYSTEM_FILE.test(path) || HIDDEN.test(within(root, path));
  });
  for (const path of left) folder.take(path);
  if (left.length > 0)
    folder.notes.push(`Hidden files and files of the system were left out: ${list(left)}.`);
}

function noteLeftovers(folder: ImportFolder): void {
  const left = folder.openFiles().map(({ path }) => path);
  const binary = left.filter((path) => folder.text(path) === undefined);
  const texts = left.filter((path) => folder.text(path) !== undefined);
  if (binary.length > 0) folder.notes.push(`These files are not text and were left out: ${list(binary)}.`);
  if (texts.length > 0) folder.notes.push(`These files are not tools and were left out: ${list(texts)}.`);
}

/** Attaches notes about the whole folder once, to its first bundle. */
function withNotes(drafts: BundleDraft[], notes: readonly string[]): BundleDraft[] {
  return drafts.map((draft, index) =>
    index === 0 ? { ...draft, notes: [...draft.notes, ...notes] } : draft,
  );
}
