// Finds the tools among files, and the location of each text: edits made here are written back there.
import { sha256Hex } from '../../../base/digest.ts';
import { Failure } from '../../../core/errors.ts';
import type { BundleDraft, ImportFile, ToolDraft } from '../../../core/tool-draft.ts';
import { asText } from './disk.ts';

/** Key of the script among a tool's texts. */
const SCRIPT = '';

/** Texts by path, the script under ''. */
export type Texts = Readonly<Record<string, string>>;

export interface DiskTool {
  draft: ToolDraft;
  texts: Texts;
  /** Location of each text; without '', the script has no file of its own, and cannot be written back. */
  places: Record<string, string>;
  /** SHA-256 of the texts. */
  hash: string;
}

export type ReadDrafts = (files: readonly ImportFile[]) => Promise<readonly BundleDraft[]>;

/** The tool or tools in a single file. @throws Failure of the import. */
export async function toolsOfFile(name: string, bytes: Uint8Array, read: ReadDrafts): Promise<DiskTool[]> {
  const text = asText(bytes);
  if (!/\.lua$/i.test(name)) {
    const drafts = (await read([{ path: name, bytes }])).flatMap(({ tools }) => tools);
    return Promise.all(
      drafts.map((draft) => toDiskTool(draft, draft.source === text ? { [SCRIPT]: SCRIPT } : {})),
    );
  }
  if (text === undefined) throw new Failure('bad_request', `${name} could not be read as text`);
  const draft: ToolDraft = { kind: 'lua', fileName: name, source: text, files: {}, config: {}, tags: [] };
  return [await toDiskTool(draft, { [SCRIPT]: SCRIPT })];
}

/** The tools in a folder, as an import reads them. @throws Failure of the import, for instance when there are none. */
export async function toolsOfFolder(
  name: string,
  files: readonly ImportFile[],
  read: ReadDrafts,
): Promise<DiskTool[]> {
  // An import takes the name from a common folder, as in a drop.
  const placed = files.map(({ path, bytes }) => ({ path: `${name || 'folder'}/${path}`, bytes }));
  const texts = new Map(files.flatMap(({ path, bytes }) => [[path, asText(bytes)] as const]));
  const taken = new Set<string>();
  const drafts = (await read(placed)).flatMap(({ tools }) => tools);
  return Promise.all(drafts.map((draft) => toDiskTool(draft, placesOf(draft, texts, taken))));
}

async function toDiskTool(draft: ToolDraft, places: Record<string, string>): Promise<DiskTool> {
  const texts = { ...draft.files, [SCRIPT]: draft.source };
  return { draft, texts, places, hash: await hashOf(texts) };
}

/** SHA-256 in hex, independent of order. */
export async function hashOf(texts: Texts): Promise<string> {
  const sorted = Object.entries(texts).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify(sorted));
}

/** Location for a new text of a tool: next to its script. Two scripts in a folder have separately named case files. */
export function placeFor(path: string, script: string, others: readonly string[]): string {
  const folder = script.includes('/') ? script.slice(0, script.lastIndexOf('/') + 1) : '';
  const shared = others.some(
    (other) => other !== script && other.startsWith(folder) && !other.slice(folder.length).includes('/'),
  );
  return path === 'cases.json' && shared ? script.replace(/\.[^./]*$/, '.cases.json') : folder + path;
}

/** An import lists a tool's texts without their locations; matching content finds them. */
function placesOf(
  { source, fileName, files }: ToolDraft,
  texts: ReadonlyMap<string, string | undefined>,
  taken: Set<string>,
): Record<string, string> {
  const at = (text: string): string[] =>
    [...texts].flatMap(([path, other]) => (other === text ? [path] : []));
  const stem = fileName.replace(/\..*$/, '').toLowerCase();
  const scripts = at(source).filter((path) => !taken.has(path));
  const script = scripts.find((path) => path.toLowerCase().includes(stem)) ?? scripts[0];
  if (script === undefined) return {};
  taken.add(script);
  const places: Record<string, string> = { [SCRIPT]: script };
  for (const [path, text] of Object.entries(files)) {
    const beside = placeFor(path, script, []);
    const ending = path.replace(/^.*\//, '');
    const found = texts.get(beside) === text ? beside : at(text).find((other) => other.endsWith(ending));
    if (found !== undefined) places[path] = found;
  }
  return places;
}
