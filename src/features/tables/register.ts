// Tables: opens tabular documents as a grid, and lets tools and models query them in SQL.
import { once } from '../../core/deferred.ts';
import type { Feature } from '../../core/extensions.ts';
import { isTabular } from '../../core/table.ts';

const register: Feature = (offer) => {
  offer('tables', {
    open: async (documents) => (await import('./open-tables.ts')).openTables(documents),
  });
  offer('documentView', {
    id: 'table',
    label: 'Table',
    fits: isTabular,
    load: once(() => import('./GridView.svelte')),
  });
};
export default register;
