// Where project folders of chats are stored. The feature `project-folder` opens them.
import type { Project } from '../project.ts';

export interface ProjectRecords {
  /** @throws Failure `unavailable`, as every method */
  get(id: string): Promise<Project | undefined>;
  put(project: Project): Promise<void>;
  /** Removes all records but these. */
  keepOnly(ids: ReadonlySet<string>): Promise<void>;
}
