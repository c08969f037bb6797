// The tools of one command: those of a file or a folder, installed into a registry of their own, with the grants of
// the command line.
import { dirname, resolve } from 'node:path';
import { portableSlug } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { Tool } from '../core/tool.ts';
import type { BundleDraft, ToolDraft } from '../core/tool-draft.ts';
import { renamed } from '../tools/formats/lua-declaration.ts';
import { readImport } from '../tools/formats/read-import.ts';
import type { Registry } from '../tools/registry.ts';
import type { InspectAhead } from './inspect-ahead.ts';
import { filesIn, oneFile } from './tool-files.ts';

/** Settings from the command line for the tools that it runs. */
export interface Given {
  hosts: string[];
  config: JsonObject;
  /** Seconds. */
  timeout: number | undefined;
  /** For the files of the named tool. */
  folder: string | undefined;
}

export interface Session {
  tools: Registry;
  runner: InspectAhead;
  /** Uses a path of the user as the folder of a tool. */
  place(tool: Tool, folder: string): Promise<void>;
}

/** Files that list the scripts of a folder which are tools. */
const MANIFEST = /(^|\/)(ctx|registry)\.toml$/i;

/** Recognises a script that may call other tools. Flows always do. */
const CALLS_OTHERS = /\btools\b/;

export function noToolIn(place: string): string {
  return `no tool found in ${place === '.' ? 'this folder' : place}; to make one: npx perilune tool init NAME`;
}

/** @throws Failure `bad_request` when there is no tool in the folder; WrongUse when there is no folder. */
export async function readTools(folder: string): Promise<BundleDraft[]> {
  const files = filesIn(folder);
  if (files.length === 0) throw new Failure('bad_request', noToolIn(folder));
  return readImport(files);
}

/** Returns the tool in a file, with its modules and cases. Unreadable files beside it are ignored. */
export async function readTool(file: string): Promise<{ draft: ToolDraft; others: BundleDraft[] }> {
  const one = oneFile(file);
  const [alone] = (await readImport([one])).flatMap(({ tools }) => tools);
  if (!alone) throw new Failure('bad_request', noToolIn(file));
  const beside = filesIn(dirname(resolve(file)));
  const isIt = ({ source, fileName }: ToolDraft): boolean =>
    (source === alone.source && (fileName === alone.fileName || /^(tool|connector)\.lua$/i.test(one.path))) ||
    // A `ctx.toml` gives it another name.
    source === renamed(alone.source, fileName.replace(/\.lua$/, ''));
  let all = await readImport(beside).catch(() => []);
  if (!all.some(({ tools }) => tools.some(isIt))) {
    // If the `ctx.toml` does not list it, read it without the manifest, so that it keeps its cases.
    all = await readImport(beside.filter(({ path }) => !MANIFEST.test(path))).catch(() => []);
  }
  const draft = all.flatMap(({ tools }) => tools).find(isIt) ?? alone;
  const others = all.map((bundle) => ({ ...bundle, tools: bundle.tools.filter((tool) => tool !== draft) }));
  return { draft, others: others.filter(({ tools }) => tools.length > 0) };
}

/**
 * Returns the tool of a file, ready to be called.
 * @throws Failure that says why it can't be loaded.
 */
export async function installTool(
  { tools, place }: Session,
  { draft, others }: Awaited<ReturnType<typeof readTool>>,
  given: Given,
): Promise<Tool> {
  const { source, fileName, files, config } = draft;
  const granted = { hosts: given.hosts, policy: 'allow', writes: true } as const;
  const limits = given.timeout === undefined ? {} : { limits: { timeout: given.timeout } };
  const tool = await tools.install(source, {
    ...granted,
    ...limits,
    fileName,
    files,
    config: { ...config, ...given.config },
  });
  if (given.folder !== undefined) await place(tool, given.folder);
  if (draft.kind === 'flow' || CALLS_OTHERS.test(source)) {
    const { installer } = await tools.edit();
    for (const bundle of others) {
      for (const other of (await installer.importBundle(portable(bundle), 'user')).tools) {
        if (other.problem === undefined) await tools.configure(other.id, granted);
      }
    }
  }
  return tool;
}

/** A tool that can't be installed because its name is taken. */
export interface Clashing {
  name: string;
  kind: ToolDraft['kind'];
  problem: string;
}

/** Installs all tools of a folder, including broken ones. */
export async function installAll(
  { tools, runner }: Session,
  drafts: readonly BundleDraft[],
): Promise<(Tool | Clashing)[]> {
  runner.begin(drafts.flatMap((draft) => draft.tools));
  const { installer } = await tools.edit();
  const installed: (Tool | Clashing)[] = [];
  for (const draft of drafts.map(portable)) {
    try {
      installed.push(...(await installer.importBundle(draft, 'user')).tools);
    } catch (problem) {
      if (!(problem instanceof Failure) || problem.code !== 'conflict') throw problem;
      // Nothing was installed at once, so install one by one, which skips only those that clash.
      for (const one of draft.tools) installed.push(...(await installOne(installer, draft, one)));
    }
  }
  return installed;
}

async function installOne(
  installer: Pick<Awaited<ReturnType<Registry['edit']>>['installer'], 'importBundle'>,
  draft: BundleDraft,
  one: ToolDraft,
): Promise<(Tool | Clashing)[]> {
  try {
    return (await installer.importBundle({ ...draft, tools: [one] }, 'user')).tools;
  } catch (problem) {
    if (!(problem instanceof Failure)) throw problem;
    return [{ name: one.fileName, kind: one.kind, problem: problem.message }];
  }
}

/** Renames a folder that has the name of a built-in bundle. */
function portable(draft: BundleDraft): BundleDraft {
  return { ...draft, slug: portableSlug(draft.slug) };
}
