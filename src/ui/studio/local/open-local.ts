// Opens a file or folder of this device: its tools are reviewed like any drop, and stay linked once installed.
import type { App } from '../../../apps/web/app.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { FileHandle, FolderHandle } from '../../../core/local-link.ts';
import { ingest } from '../../library/ingest.svelte.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { route } from '../../route.svelte.ts';
import { sortFiles, type Placed } from '../dropped-tools.ts';
import { installQueue } from '../install-queue.svelte.ts';
import { takeFiles } from '../take-files.ts';
import { filesBehind } from './disk.ts';

/** https://wicg.github.io/file-system-access/: in Chromium; other browsers have file fields. */
interface Pickers {
  showOpenFilePicker?(options: object): Promise<FileHandle[]>;
  showDirectoryPicker?(options: object): Promise<FolderHandle>;
}

const pickers = globalThis as Pickers;

export function openFiles(): Promise<void> {
  return told(async () => {
    const handles = await pickers.showOpenFilePicker?.({ id: 'perilune', multiple: true });
    await takeHandles(handles ?? []);
  });
}

export function openFolder(): Promise<void> {
  return told(async () => {
    const folder = await pickers.showDirectoryPicker?.({ id: 'perilune', mode: 'read' });
    if (folder) await takeFolder(folder);
  });
}

/** Files the system opened with the installed app: tools stay linked to their files, documents go to the library. */
export async function takeLaunched(
  app: Pick<App, 'knowledge' | 'collections' | 'filesFromList'>,
  handles: readonly FileSystemFileHandle[],
): Promise<void> {
  const isTool = ({ name }: FileSystemFileHandle): boolean => /\.lua$/i.test(name);
  await takeHandles(handles.filter(isTool) as unknown as FileHandle[]);
  const others = handles.filter((handle) => !isTool(handle)).map((handle) => handle.getFile());
  if (others.length === 0) return;
  await takeFiles(app, app.filesFromList(await Promise.all(others)));
  // A tool among them is shown in a dialog over every screen.
  if (ingest.progress || ingest.report) route.go('library');
}

/** Separately: each link is for one file. */
export async function takeHandles(handles: readonly FileHandle[]): Promise<void> {
  for (const handle of handles) {
    const file = (await handle.getFile()) as File;
    const local = { handle, name: handle.name };
    const { candidates, packs } = await sortFiles([file], ({ name }) => name, startOf);
    const [candidate] = candidates;
    if (packs.length > 0) installQueue.add([{ pack: file }]);
    else
      installQueue.add([
        candidate ? { ...candidate, local } : { imports: [{ path: handle.name, file }], local },
      ]);
  }
}

/** All files together, as an import. */
export async function takeFolder(handle: FolderHandle): Promise<void> {
  const name = handle.name || 'folder';
  const files: Placed<File>[] = [];
  for (const [path, file] of await filesBehind(handle)) {
    files.push({ path: `${name}/${path}`, file: (await file.getFile()) as File });
  }
  if (files.length === 0) toasts.problem(`${name} contains no files.`);
  else installQueue.add([{ imports: files, local: { handle, name } }]);
}

function startOf(file: File, most?: number): Promise<string> {
  return (most === undefined ? file : file.slice(0, most)).text();
}

/** Closing the browser's dialog cancels silently. */
async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toasts.problem(`Couldn’t open it: ${toErrorData(error, 'unavailable').message}`);
  }
}
