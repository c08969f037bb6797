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

it.each([
  [
    'What time is it?',
    { date: '2026-11-23', weekday: 'Monday', time: '19:05', text: '19:05 on …' },
    '19:05 Uhr am 2026-11-23',
  ],
  ['What day is it today?', { date: '2026-11-23', weekday: 'Monday', text: 'Monday, …' }, '2026-11-23'],
  ['How many days until Christmas?', { from: 'a', to: 'b', days: 32, text: '32 days' }, '32 days'],
  [
    'How many weeks until Christmas?',
    { from: '2026-11-23', to: '2026-12-25', days: 32, span: { days: 4, weeks: 4 }, text: '4 weeks …' },
    '**4 weeks, 4 days**\n\n2026-11-23 – 2026-12-25',
  ],
])('tells a day and a time as the interface does: %s', async (question, result, said) => {
  const events: AgentEvent[] = [];
  const parameters = { type: 'object', properties: {} };
  const tool = { name: 'date_calculator', origin: 'bundled', kind: 'lua', hosts: [], parameters };
  const answering = answerBySearch({
    question,
    options: {},
    tools: [
      { ...tool, description: '', enabled: true, policy: 'allow', userCallable: true } as unknown as ToolInfo,
    ],
    setting: {
      ...WORKSPACE,
      moment: (date, time) => (time === undefined ? date : `${time} Uhr am ${date}`),
      span: (parts, days) => ({
        length: parts.map(({ count, unit }) => `${count} ${unit}`).join(', '),
        days: days.join(' – '),
      }),
    },
    today: '2026-11-23',
    signal: new AbortController().signal,
    answer: () => Promise.reject(new Error('no document is asked')),
    call: async ({ name, args }) => ({ name, args, outcome: { result } }) as unknown as CallReport,
  });
  for await (const event of answering) events.push(event);
  expect(events[0]).toEqual({ type: 'text', delta: said });
});
