// Stores project folders, each as one record of the settings: a handle of a folder, or the files of a ZIP.
import type { Project } from '../core/project.ts';
import type { ProjectRecords } from '../core/ports/project-folders.ts';
import { isObject } from '../base/json.ts';
import type { Database } from './database.ts';
import { inSentences, inTransaction, STRICT } from './transactions.ts';

const PREFIX = 'project:';
/** All keys that begin with the prefix. */
const ALL = (): IDBKeyRange => IDBKeyRange.bound(PREFIX, `${PREFIX}\uffff`);

export class ProjectTable implements ProjectRecords {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async get(id: string): Promise<Project | undefined> {
    const entry = await inSentences('read', 'the project folder', () =>
      this.#db.get('settings', PREFIX + id),
    );
    return isObject(entry?.value) ? (entry.value as unknown as Project) : undefined;
  }

  put(project: Project): Promise<void> {
    return inSentences('save', 'the project folder', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        await tx.store.put({ key: PREFIX + project.id, value: project });
      });
    });
  }

  sweep(before: number, used: ReadonlySet<string>): Promise<void> {
    return inSentences('save', 'the project folders', () => {
      const tx = this.#db.transaction('settings', 'readwrite', STRICT);
      return inTransaction(tx, async () => {
        for (const { key, value } of await tx.store.getAll(ALL())) {
          const isOld = !isObject(value) || !(Number(value['openedAt']) >= before);
          if (isOld && !used.has(key.slice(PREFIX.length))) await tx.store.delete(key);
        }
      });
    });
  }
}
