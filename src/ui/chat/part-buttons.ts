// Handles the buttons within a rendered text by one listener around it: copy code; sort, copy and export tables.
import { copyCode } from './copy-code.ts';

export function pressPart({ target }: Event): void {
  const button = (target as Element).closest<HTMLElement>('[data-copy], [data-table], [data-sort]');
  if (!button) return;
  if (button.dataset['copy'] !== undefined) void copyCode(button);
  else void pressTable(button);
}

async function pressTable(button: HTMLElement): Promise<void> {
  const { copyTable, saveTable, sortBy } = await import('../components/table-actions.ts');
  if (button.dataset['sort'] !== undefined) return sortBy(button.closest('th')!);
  const table = button.parentElement?.previousElementSibling?.querySelector('table');
  if (!table) return;
  if (button.dataset['table'] === 'copy') return copyTable(table, button);
  saveTable(table);
}
