// Finds the project folder of a chat, opens new ones, and hands their files to tools and scripts.
import type { App } from '../../apps/web/app.ts';
import { Failure } from '../../core/errors.ts';
import type { FolderHandle } from '../../core/local-link.ts';
import type { FolderStore } from '../../core/ports/grants.ts';
import type { Project } from '../../core/project.ts';
import { mapFolder } from './map-folder.ts';
import { ProjectFiles } from './project-files.ts';

export type ProjectApp = Pick<App, 'storage' | 'conversations' | 'tools'>;

/** Folders opened in this tab, by id. */
const opened = new Map<string, ProjectFiles>();

/** @returns undefined when the record is gone */
export async function projectFiles(app: ProjectApp, id: string): Promise<ProjectFiles | undefined> {
  const known = opened.get(id);
  if (known) return known;
  const { projects } = await app.storage();
  const project = await projects.get(id);
  if (!project) return undefined;
  const files = new ProjectFiles(project.name, rootOf(app, project));
  opened.set(id, files);
  return files;
}

/** @returns undefined when the chat has no project folder */
export async function filesOfChat(app: ProjectApp, conversation: string): Promise<ProjectFiles | undefined> {
  const id = (await app.conversations.get(conversation))?.project;
  return id === undefined ? undefined : projectFiles(app, id);
}

/** Stores a folder or the files of a ZIP. @returns its id */
export async function keepProject(
  app: ProjectApp,
  given: { name: string; handle: FolderHandle } | { name: string; files: ReadonlyMap<string, Uint8Array> },
): Promise<string> {
  const { projects } = await app.storage();
  const id = crypto.randomUUID();
  const project = { id, openedAt: Date.now(), ...given };
  await projects.put(project);
  opened.set(id, new ProjectFiles(project.name, rootOf(app, project)));
  return id;
}

/** The folder of a chat's scripts, if it has a project folder. Each change is proposed first. */
export async function scriptFolderOf(
  app: ProjectApp,
  conversation: string,
): Promise<FolderStore | undefined> {
  const files = await filesOfChat(app, conversation);
  if (!files) return undefined;
  return {
    read: (_folder, path) => files.read(path),
    list: async () => (await files.list()).files,
    propose: (path, bytes) =>
      files.propose(path, bytes && textToWrite(bytes, path), bytes ? 'fs.write' : 'fs.delete'),
    write: (_folder, path, bytes) => files.change(path, textToWrite(bytes, path), 'fs.write'),
    remove: async (_folder, path) => {
      await files.change(path, undefined, 'fs.delete');
      return true;
    },
  };
}

function textToWrite(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Failure('bad_request', `fs.write: ${path}: a project folder accepts only text`);
  }
}

function rootOf(app: ProjectApp, { id, name, handle, files }: Project): FolderHandle {
  if (handle) return handle;
  return mapFolder(name, new Map(files), async (all) =>
    (await app.storage()).projects.put({ id, name, openedAt: Date.now(), files: new Map(all) }),
  );
}
