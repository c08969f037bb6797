// Which tables inside texts may be added up.
import { expect, it } from 'vitest';
import type { TableInfo } from '../../core/table.ts';
import { ledgersIn } from './ledgers.ts';

const table = (title: string, name = 'lines'): TableInfo => ({
  ...{ title, name, document: 'd', rows: 2 },
  columns: [{ name: 'Amount', type: 'number' }],
});

it.each([
  ['Invoice 2025-17', '| Item | Amount |\n| Desk | 200 |', 1],
  ['Rechnung 17', 'Vielen Dank', 1],
  ['Invoice 2025-17', '| Item | Amount |\n| **Total** | 238 |', 0],
  ['Invoice 2025-17', 'VAT 19 %: 38', 0],
  ['Handbook', '| Years | Days |', 0],
  ['Billing guide', '| Plan | Price |', 0],
])('%s with %j', (title, body, count) => {
  expect(ledgersIn(body, [table(title)])).toHaveLength(count);
});
