// Where project folders of chats are stored. The feature `project-folder` opens them.
import type { Project } from '../project.ts';

export interface ProjectRecords {
  /** @throws Failure `unavailable`, as every method */
  get(id: string): Promise<Project | undefined>;
  put(project: Project): Promise<void>;
  /** Removes the records opened before this time, in milliseconds since 1970, except those with these ids. */
  sweep(before: number, used: ReadonlySet<string>): Promise<void>;
}
