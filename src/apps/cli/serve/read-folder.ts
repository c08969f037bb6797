// The contents of the served folder: tools, agents and their settings. Read again at each change.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { agentsNote } from '../../../core/agents-note.ts';
import { Failure } from '../../../core/errors.ts';
import { inMebibytes } from '../../../core/limits.ts';
import type { BundleDraft, ImportFile } from '../../../core/tool-draft.ts';
import { parseToml } from '../../../tools/formats/parse-text.ts';
import { IMPORT_LIMITS } from '../../../tools/formats/import-limits.ts';
import { readImport } from '../../../tools/formats/read-import.ts';
import { WrongUse } from '../../../cli/command-line.ts';
import { NO_SETTINGS, readServeSettings, type ServeSettings } from '../../../cli/serve-settings.ts';
import { unreadable } from '../../../cli/system-error.ts';
import { filesIn, WANTED } from '../../../cli/tool-files.ts';
import { isObject } from '../../../base/json.ts';
import type { TextFiles } from '../../../profiles/find-agents.ts';

export const SETTINGS_FILE = 'perilune.toml';
const CTX_FILE = 'ctx.toml';
/** Sections that only a Context Harness configuration has. */
const OF_CTX = ['db', 'chunking', 'embedding', 'retrieval', 'server', 'connectors', 'registries'];
const TOOL_FILE = /\.(lua|zip|skill|json)$|(^|\/)(ctx|registry)\.toml$/i;
const AGENT_FILE = /(^|\/)agents\/.+\.toml$/i;

/** Paths of the tools and of their settings. */
export interface Places {
  folder: string;
  /** From `--config`; absent: the folder's `perilune.toml`, if it exists. */
  config: string | undefined;
}

/** Whether the content of a file makes a difference to what is served. @param path below the folder */
export function isServedFile({ folder, config }: Places, path: string): boolean {
  const plain = path.replaceAll('\\', '/');
  if (WANTED.test(plain) || AGENT_FILE.test(plain) || plain === SETTINGS_FILE) return true;
  return config !== undefined && resolve(folder, path) === resolve(config);
}

export interface ReadFiles {
  /** Hash of the paths and texts of all files. */
  digest: string;
  files: ImportFile[];
  /** The same files as texts, by path relative to the folder. */
  texts: TextFiles;
  settings: ServeSettings;
  /** The name of the file of the settings. */
  settingsFile: string;
  /** The folders whose scripts are tools. */
  folders: string[];
  /** What was left out, as sentences. */
  notes: string[];
  /** The folder that relative paths in the settings refer to. */
  base: string;
  /** Environment variables named in the settings. */
  variables: ReadonlySet<string>;
}

/** @throws Failure or WrongUse that names the file, and the line and key if known */
export async function readFiles(
  { folder, config }: Places,
  environment: NodeJS.ProcessEnv,
): Promise<ReadFiles> {
  const notes: string[] = [];
  const files = filesIn(folder, WANTED, (...file) => notes.push(tooLarge(...file)));
  const folders = [resolve(folder)];
  const ctx = await ctxOf(config);
  if (ctx) {
    const around = resolve(dirname(config!));
    if (around !== resolve(folder)) {
      files.push(...filesIn(around, WANTED, (...file) => notes.push(tooLarge(...file))));
      folders.push(around);
    }
    put(files, `${basename(around) || 'tools'}/${CTX_FILE}`, ctx);
  }
  const agentFiles = filesIn(folder, AGENT_FILE);
  const file = config !== undefined && !ctx ? config : join(folder, SETTINGS_FILE);
  const text = config !== undefined && !ctx ? readText(config) : textIfThere(file);
  const settings =
    text === undefined ? NO_SETTINGS : await readServeSettings(text, basename(file), environment);
  const texts = new Map<string, string>();
  const decoder = new TextDecoder();
  for (const { path, bytes } of [...files, ...agentFiles]) {
    texts.set(nameIn(folder, path), decoder.decode(bytes));
  }
  if (text !== undefined) texts.set(SETTINGS_FILE, text);
  const configs = [text ?? '', texts.get(CTX_FILE) ?? '', ctx ?? ''];
  return {
    digest: createHash('sha256')
      .update(JSON.stringify([...texts]))
      .digest('hex'),
    files,
    texts,
    settings,
    settingsFile: basename(file),
    folders,
    notes,
    base: dirname(resolve(file)),
    variables: new Set(configs.flatMap((one) => [...one.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!))),
  };
}

/** Returns the tools among the files, without the agents. @throws Failure as `readImport` */
export async function toolsIn(
  { files, texts }: ReadFiles,
  folder: string,
  agents: ReadonlySet<string>,
): Promise<BundleDraft[]> {
  const left = files.filter(({ path }) => !agents.has(nameIn(folder, path)));
  if (!left.some(({ path }) => TOOL_FILE.test(path))) return [];
  // Importing drops the name of a single outermost folder.
  const served = [...texts.keys()].flatMap((path) => [path, path.replace(/^[^/]+\//, '')]).map(agentsNote);
  return (await readImport(left)).map((draft) => ({
    ...draft,
    notes: draft.notes.filter((note) => !served.includes(note)),
  }));
}

/** Returns the name of a file relative to the folder; files of other folders keep their paths. */
function nameIn(folder: string, path: string): string {
  const root = `${basename(resolve(folder)) || 'tools'}/`;
  return path.startsWith(root) ? path.slice(root.length) : path;
}

function tooLarge(path: string, size: number): string {
  const [has, may] = [inMebibytes(size), inMebibytes(IMPORT_LIMITS.file)];
  return `Left out ${path}: it has ${has}, and a file of a tool may have ${may}.`;
}

/** The text of a Context Harness configuration; undefined for one of ours. */
async function ctxOf(config: string | undefined): Promise<string | undefined> {
  if (config === undefined) return undefined;
  const text = readText(config);
  if (/^ctx\b/i.test(basename(config))) return text;
  if (basename(config) === SETTINGS_FILE) return undefined;
  const toml = await parseToml(text, basename(config));
  const { tools, agents } = toml;
  const isCtx =
    OF_CTX.some((key) => key in toml) ||
    (isObject(tools) && isObject(tools['script'])) ||
    (isObject(agents) && (isObject(agents['inline']) || isObject(agents['script'])));
  return isCtx ? text : undefined;
}

function put(files: ImportFile[], path: string, text: string): void {
  const bytes = new TextEncoder().encode(text);
  const known = files.find((file) => file.path === path);
  if (known) known.bytes = bytes;
  else files.push({ path, bytes });
}

/** @throws WrongUse */
function readText(file: string): string {
  const text = textIfThere(file);
  if (text === undefined) throw new WrongUse(`--config: there is no file ${file}`);
  return text;
}

function textIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure('bad_request', unreadable(file, problem));
  }
}
