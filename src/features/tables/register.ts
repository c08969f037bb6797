// Tables: opens tabular documents as a grid, and lets tools and models query them in SQL.
import type { Feature } from '../../core/extensions.ts';
import { isTabular } from '../../core/table.ts';

const register: Feature = (offer) => {
  offer('tables', {
    open: async (documents) => (await import('./open-tables.ts')).openTables(documents),
  });
  offer('appStart', async ({ knowledge }) => {
    const { prepareTables, sparesData } = await import('./prepare-tables.ts');
    if (sparesData()) return;
    const { engine } = await import('./engine.ts');
    await prepareTables(knowledge, () => engine().prepare());
  });
  offer('documentView', {
    id: 'table',
    label: 'Table',
    fits: isTabular,
    load: () => import('./GridView.svelte'),
  });
};
export default register;
