// Test support: pages on the real tables over fake-indexeddb, closed at the end of each test.
import 'fake-indexeddb/auto';
import { afterEach } from 'vitest';
import type { ToolDraft, BundleDraft } from '../core/tool-draft.ts';
import { openDatabase, type Database } from '../storage/database.ts';
import { ToolTable } from '../storage/tools.ts';
import { pagesOn } from './pages.test-support.ts';

/** @param prefix of the database names, so that test files don't collide */
export function storedPages(prefix: string, wrap: (database: Database) => Database = (database) => database) {
  const opened: { store: ToolTable; database: Database }[] = [];
  afterEach(() => {
    for (const { store, database } of opened.splice(0)) {
      store.close();
      database.close();
    }
  });
  return pagesOn(async (name) => {
    const database = await openDatabase({ name: `${prefix}-${name}` });
    const storage = { store: new ToolTable(wrap(database)), database };
    opened.push(storage);
    return storage;
  });
}

export function draft(source: string, more: Partial<ToolDraft> = {}): ToolDraft {
  return { kind: 'lua', fileName: 'tool.lua', source, files: {}, config: {}, tags: [], ...more };
}

export function bundleOf(slug: string, ...tools: ToolDraft[]): BundleDraft {
  return { slug, displayName: slug, description: '', tools, secrets: [], notes: [] };
}
