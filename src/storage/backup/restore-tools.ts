// Restores tools from a backup, with their bundles, versions, counts and folders.
//
// - Anyone can write a file and call it your backup. So tools are restored as tools from outside: `outside-tools.ts`.
//   Ids, dates and permissions are restored only from a file that was encrypted with the person's passphrase and that
//   they say is their own.
// - In a person's own file a tool is the same by its id, or by its address: bundle, slug and version. It uses the
//   folder that exists here.
import { BUNDLE_IDS, SLUG, type Bundle } from '../../core/bundle.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import { isObject } from '../../base/json.ts';
import type { ChangeRecord } from '../../core/run-record.ts';
import type { Tool } from '../../core/tool.ts';
import type { StoredFile, Usage } from '../database.ts';
import type { RemovedTool } from '../../core/ports/tool-store.ts';
import { FILE_BYTES, FOLDER_BYTES, FOLDER_FILES } from '../files.ts';
import { OutsideTools } from './outside-tools.ts';
import { broken, objectWith, verdict, type Parts, type Restoring, type Tally } from './restoring.ts';
import { fromBase64 } from './sealed-file.ts';

export const TOOL_STORES = ['tools', 'bundles', 'removed', 'changes', 'usage', 'settings'] as const;

const REVISION = 'tools.revision';
const MARKS = ['tools.removed-bundled', 'tools.disabled-builtin'];

/** Ids of the backup that differ here. */
export interface Renamed {
  bundles: Map<string, string>;
  folders: Map<string, string>;
}

export async function restoreTools(
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  renamed: Renamed,
): Promise<void> {
  const { tx } = restoring;
  if (restoring.clear) await clearTools(restoring);
  const outside = restoring.trust ? undefined : await OutsideTools.open(restoring, tally, renamed.folders);
  for await (const records of parts) {
    for (const record of records) {
      const line = objectWith(record, 'tools');
      if (outside) await takeOutside(outside, line);
      else if ('bundle' in line) await restoreBundle(restoring, readBundle(line['bundle']), renamed);
      else if ('tool' in line) await restoreTool(restoring, tally, readTool(line['tool']), renamed);
      else await restoreMore(restoring, line);
    }
  }
  if (outside) await finishOutside(restoring, outside);
  // Decisions based on the previous tools are made again.
  const settings = tx.objectStore('settings');
  const revision = (await settings.get(REVISION))?.value;
  await settings.put({ key: REVISION, value: (typeof revision === 'number' ? revision : 0) + 1 });
}

/** Bundled tools stay, and so do the bundles that every installation has. */
async function clearTools({ tx }: Restoring): Promise<void> {
  const own = Object.values(BUNDLE_IDS) as string[];
  const [tools, bundles] = [tx.objectStore('tools'), tx.objectStore('bundles')];
  for (const tool of await tools.getAll())
    if (tool.bundle !== BUNDLE_IDS.bundled) await tools.delete(tool.id);
  for (const id of await bundles.getAllKeys()) if (!own.includes(id)) await bundles.delete(id);
  for (const store of ['removed', 'changes', 'usage'] as const) await tx.objectStore(store).clear();
}

async function restoreBundle({ tx, replace, clear }: Restoring, bundle: Bundle, { bundles }: Renamed) {
  const store = tx.objectStore('bundles');
  const here = (await store.get(bundle.id)) ?? (await store.index('slug').get(bundle.slug));
  if (here) bundles.set(bundle.id, here.id);
  if (!here) await store.put(bundle);
  else if (replace || clear)
    await store.put({ ...bundle, id: here.id, slug: here.slug, origin: here.origin });
}

/** @returns whether it was written */
async function restoreTool(
  restoring: Restoring,
  tally: Tally,
  tool: Tool,
  renamed: Renamed,
): Promise<boolean> {
  const tools = restoring.tx.objectStore('tools');
  const bundle = renamed.bundles.get(tool.bundle) ?? tool.bundle;
  const [same, alike] = await Promise.all([
    tools.get(tool.id),
    tools.index('address').get([bundle, tool.slug, tool.spec.version]),
  ]);
  const here = alike ?? same;
  if (here) renamed.folders.set(tool.folder, here.folder);
  if (!verdict(restoring, tally, here !== undefined)) return false;
  if (alike && alike.id !== tool.id) await tools.delete(alike.id);
  const folder = renamed.folders.get(tool.folder) ?? tool.folder;
  await tools.put({ ...tool, bundle, folder });
  return true;
}

async function takeOutside(outside: OutsideTools, line: Record<string, unknown>): Promise<void> {
  if ('bundle' in line) outside.bundle(readBundle(line['bundle']));
  else if ('tool' in line) await outside.tool(readTool(line['tool']));
  else if ('removed' in line) {
    await outside.removed(readRemoved(line['removed']));
  } else if ('change' in line) await outside.change(readChange(line['change']));
  else if ('usage' in line) await outside.usage(readUsage(line['usage']));
  // The switch of a bundled tool stays as it is here.
  else if ('mark' in line) readMark(line['mark']);
  else throw broken('tools');
}

async function finishOutside(restoring: Restoring, outside: OutsideTools): Promise<void> {
  await outside.finish();
  if (outside.asking > 0) restoring.note({ code: 'tools_ask' });
  if (outside.unnamed > 0) restoring.note({ code: 'tool_config_left_out' });
  if (outside.unread > 0) restoring.note({ code: 'tools_damaged', count: outside.unread });
  if (outside.ofServers > 0) restoring.note({ code: 'server_tools_left_out' });
}

async function restoreMore(restoring: Restoring, line: Record<string, unknown>): Promise<void> {
  const { tx, replace, clear } = restoring;
  const settings = tx.objectStore('settings');
  if ('removed' in line) {
    const entry = readRemoved(line['removed']);
    if (await tx.objectStore('removed').get(entry.id)) return;
    await tx.objectStore('removed').put(entry);
  } else if ('change' in line) {
    await tx.objectStore('changes').put(readChange(line['change']));
  } else if ('usage' in line) {
    const usage = readUsage(line['usage']);
    if (!replace && (await tx.objectStore('usage').get(usage.tool))) return;
    await tx.objectStore('usage').put(usage);
  } else if ('mark' in line) {
    const mark = readMark(line['mark']);
    if (replace || clear) await settings.put({ key: mark.key, value: mark.value });
  } else throw broken('tools');
}

export async function restoreFiles(
  restoring: Restoring,
  parts: Parts,
  tally: Tally,
  { folders }: Renamed,
): Promise<void> {
  const { tx, clear, trust } = restoring;
  const store = tx.objectStore('files');
  if (clear) await store.clear();
  const known = new Set<string>();
  for (const tool of await tx.objectStore('tools').getAll()) known.add(tool.folder);
  for (const { tool } of await tx.objectStore('removed').getAll()) known.add(tool.folder);
  let homeless = 0;
  const sizes = new Map<string, { bytes: number; files: number }>();
  for await (const records of parts) {
    for (const record of records) {
      const read = readFile(record);
      const folder = folders.get(read.folder);
      const file = { ...read, folder: folder ?? read.folder };
      // In an untrusted file, the tools in it say whose folder that is.
      if (!known.has(file.folder) || (!trust && folder === undefined)) {
        homeless += 1;
        continue;
      }
      const size = sizes.get(file.folder) ?? { bytes: 0, files: 0 };
      size.bytes += file.size;
      size.files += 1;
      if (size.bytes > FOLDER_BYTES || size.files > FOLDER_FILES) throw broken('files', 'size');
      sizes.set(file.folder, size);
      const here = await store.getKey([file.folder, file.path]);
      if (here !== undefined && !trust) tally.kept += 1;
      else if (verdict(restoring, tally, here !== undefined)) await store.put(file);
    }
  }
  if (homeless > 0) restoring.note({ code: 'files_without_tool', count: homeless });
}

function readFile(record: unknown): StoredFile {
  const { folder, path, modified, bytes } = objectWith(
    record,
    'files',
    ...(['folder', 'path', 'modified', 'bytes'] as const),
  );
  let read: Uint8Array<ArrayBuffer>;
  try {
    if (toFolderPath(path, 'restore') !== path) throw broken('files', 'path');
    read = fromBase64(bytes);
  } catch {
    throw broken('files', 'path');
  }
  if (read.length > FILE_BYTES) throw broken('files', 'size');
  return { folder, path, modified, bytes: read, size: read.length };
}

function readTool(record: unknown): Tool {
  const tool = objectWith(
    record,
    'tools',
    ...(['id', 'bundle', 'slug', 'folder', 'name', 'kind', 'origin', 'source', 'policy'] as const),
    ...(['createdAt', 'modifiedAt', 'currentSince'] as const),
  );
  const { spec, hosts, files, slug, kind, config } = tool;
  if (!isObject(spec) || typeof spec['version'] !== 'string') throw broken('tools', 'version');
  if (!SLUG.test(slug) || kind === 'builtin') throw broken('tools', 'slug');
  if (!Array.isArray(hosts) || !isObject(files) || !isObject(config)) throw broken('tools', 'hosts');
  return tool as unknown as Tool;
}

function readBundle(record: unknown): Bundle {
  const bundle = objectWith(
    record,
    'tools',
    ...(['id', 'slug', 'displayName', 'description', 'origin', 'createdAt', 'modifiedAt'] as const),
  );
  if (!SLUG.test(bundle.slug) || typeof bundle['enabled'] !== 'boolean') throw broken('tools', 'bundle');
  return bundle as unknown as Bundle;
}

function readRemoved(record: unknown): RemovedTool {
  const entry = objectWith(record, 'tools', 'id', 'removedAt') as unknown as RemovedTool;
  return { ...entry, tool: readTool(entry.tool) };
}

function readChange(record: unknown): ChangeRecord {
  const change = objectWith(record, 'tools', 'id', 'at', 'what', 'subject', 'of', 'name', 'by');
  return change as unknown as ChangeRecord;
}

function readUsage(record: unknown): Usage {
  const usage = objectWith(record, 'tools', 'lastCalledAt') as unknown as Usage;
  const fine = isKey(usage.tool) && isNumber(usage.calls) && isNumber(usage.failures);
  if (!fine) throw broken('tools', 'usage');
  return usage;
}

function readMark(record: unknown): { key: string; value: unknown[] } {
  const { key, value } = objectWith(record, 'tools', 'key');
  if (!MARKS.includes(key) || !Array.isArray(value)) throw broken('tools', 'marks');
  return { key, value: value as unknown[] };
}

function isKey(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((one) => typeof one === 'string');
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
