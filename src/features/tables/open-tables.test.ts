// What a model learns when its SQL names something that does not exist.
import { expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { explained } from './open-tables.ts';

it('names the tables and columns when SQL names an unknown one', () => {
  const column = (name: string) => ({ name, type: 'text' as const });
  const sales = {
    name: 'sales',
    document: '1',
    title: 'Sales',
    columns: [column('city'), column('sum')],
    rows: 2,
  };
  const staff = { ...sales, name: 'staff', columns: [column('name')] };
  const error = new Failure('bad_request', 'no such column: sale');
  expect((explained(error, [sales, staff]) as Failure).message).toBe(
    'no such column: sale. The tables are sales (city, sum); staff (name). The first one is also called data',
  );
  const other = new Failure('timeout', 'too slow');
  expect(explained(other, [sales])).toBe(other);
});
