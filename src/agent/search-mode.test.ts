// Answers without a model: a computed figure cites its table as the library names it.
import { expect, it } from 'vitest';
import type { AgentEvent } from '../core/conversation.ts';
import { QUERY_TABLE } from '../core/table.ts';
import type { CallReport, ToolInfo } from '../core/tool.ts';
import { answerBySearch } from './search-mode.ts';
import { WORKSPACE } from './setting.ts';

it('cites the table by its file name, which decides its icon', async () => {
  const events: AgentEvent[] = [];
  const answering = answerBySearch({
    question: 'What are the total sales?',
    options: {},
    tools: [{ name: QUERY_TABLE, description: '', enabled: true, policy: 'allow' } as ToolInfo],
    setting: WORKSPACE,
    today: '2026-11-23',
    signal: new AbortController().signal,
    answer: () => Promise.reject(new Error('no document is asked')),
    call: async ({ name, args }) =>
      ({
        name,
        args,
        outcome: { result: { columns: ['total'], rows: [{ total: 7 }] } },
      }) as unknown as CallReport,
    compute: async () => ({
      ...{ sql: 'SELECT 1', document: 'd', title: 'Orders of May', of: 2 },
      ...{ source: 'files', source_id: 'may.csv' },
    }),
  });
  for await (const event of answering) events.push(event);
  expect(events.find(({ type }) => type === 'citations')).toMatchObject({
    citations: [
      { number: 1, hit: { id: 'd', title: 'Orders of May', source: 'files', source_id: 'may.csv' } },
    ],
  });
});
