// Stored project folders: swept at a start, and never while their chat may come back.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openDatabase } from '../../storage/database.ts';
import { ProjectTable } from '../../storage/projects.ts';
import { sweepProjects } from './sweep-projects.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-26T12:00:00Z');

it('removes the folder of a deleted chat a day later, and keeps those in use', async () => {
  const projects = new ProjectTable(await openDatabase({ name: 'projects' }));
  const files = new Map([['a.txt', Uint8Array.of(97)]]);
  const put = (id: string, openedAt: number) => projects.put({ id, name: `${id}.zip`, openedAt, files });
  await put('used', NOW - 9 * DAY);
  await put('deleted', NOW - 9 * DAY);
  await put('deleted-today', NOW - 60_000);
  const app = {
    storage: async () => ({ projects }),
    conversations: { list: async () => [{ project: 'used' }, {}] },
  } as unknown as Parameters<typeof sweepProjects>[0];

  await sweepProjects(app, NOW);
  expect(await projects.get('deleted')).toBeUndefined();
  expect((await projects.get('used'))?.files).toEqual(files);
  expect(await projects.get('deleted-today')).toBeDefined();

  await sweepProjects(app, NOW + DAY);
  expect(await projects.get('deleted-today')).toBeUndefined();
});
