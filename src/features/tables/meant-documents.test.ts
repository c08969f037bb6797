// Which tables a question is about.
import { expect, it } from 'vitest';
import { GUIDE_SOURCE } from '../../core/answer.ts';
import { ATTACHED_SOURCE, type DocumentMeta } from '../../core/document.ts';
import { meantDocuments } from './meant-documents.ts';

function library(...metas: Partial<DocumentMeta>[]) {
  const documents = metas.map((meta, i) => ({
    id: `d${i}`,
    source: 'files',
    source_id: `file${i}.csv`,
    title: `File ${i}`,
    metadata: { format: 'csv' },
    ...meta,
  })) as DocumentMeta[];
  return {
    list: async ({ limit, offset }: { limit: number; offset: number }) => ({
      documents: documents.slice(offset, offset + limit),
      total: documents.length,
    }),
    open: () => Promise.reject(new Error('not asked')),
  };
}

const ids = async (...given: Parameters<typeof meantDocuments>) =>
  (await meantDocuments(...given)).map(({ id }) => id);

it('uses the document named by id, title or file name', async () => {
  const some = library({}, { source_id: 'reports/Sales 2026.csv', title: 'Sales' });
  for (const document of ['d1', 'Sales', 'sales 2026.csv', 'sales_2026'])
    expect(await ids(some, { document })).toEqual(['d1']);
  await expect(meantDocuments(some, { document: 'remote:r1:x' })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('uses those the SQL names, the only one, or asks', async () => {
  const some = library({}, {}, { metadata: { format: 'pdf' } });
  expect(await ids(some, { sql: 'SELECT * FROM file1 JOIN File0' })).toEqual(['d0', 'd1']);
  expect(await ids(library({}), { sql: 'SELECT 1 FROM data' })).toEqual(['d0']);
  await expect(meantDocuments(some, { sql: 'SELECT 1 FROM data' })).rejects.toMatchObject({
    code: 'bad_request',
  });
  await expect(meantDocuments(library(), {})).rejects.toMatchObject({ code: 'not_found' });
});

it("finds a chat's file by its id alone, and never the guide unless named", async () => {
  const some = library(
    { source: ATTACHED_SOURCE, title: 'Salaries', source_id: 'x/salaries.csv' },
    { source: GUIDE_SOURCE },
  );
  await expect(meantDocuments(some, { sql: 'SELECT * FROM salaries' })).rejects.toMatchObject({
    code: 'not_found',
  });
  await expect(meantDocuments(some, { document: 'Salaries' })).rejects.toMatchObject({ code: 'not_found' });
  await expect(meantDocuments(some, {})).rejects.toMatchObject({ code: 'not_found' });
  expect(await ids(some, { document: 'd0' })).toEqual(['d0']);
});
