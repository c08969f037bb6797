// The project folder of a chat: a folder on this device or the files of a ZIP. Models of the chat read and change it.
import type { FolderHandle } from './local-link.ts';

/** The stored record. */
export interface Project {
  id: string;
  /** Name of the folder or of the ZIP. */
  name: string;
  /** Milliseconds since 1970. */
  openedAt: number;
  /** The folder on this device. */
  handle?: FolderHandle;
  /** The files of a ZIP by path, instead of a folder. */
  files?: ReadonlyMap<string, Uint8Array>;
}

/** Tools that read the project folder of a chat. */
export const PROJECT_READS: readonly string[] = ['fs_list', 'fs_read', 'fs_search'];

/** All tools that need a project folder: offered only in chats that have one. */
export const PROJECT_TOOLS: readonly string[] = [...PROJECT_READS, 'fs_write', 'fs_patch', 'fs_delete'];

/** Names the files of the folder in questions about sending them. */
export const PROJECT_FILES = 'files of the project folder';
