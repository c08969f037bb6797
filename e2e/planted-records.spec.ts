// A stranger's backup with chats, runs, feeds, profiles and collections in which any field is replaced: their screens
// work, and show what is left.
import type { Page } from 'playwright/test';
import { backupOf, restorable } from './support/restorable.ts';
import { expect, test } from './support/test.ts';

type Row = Record<string, unknown>;

const ODD: unknown[] = [null, 0, 'x', true, [], {}, [null], [7], { a: { b: null } }];

const id = (kind: number, at: number): string =>
  `0190${kind}000-0000-7000-8000-${String(at).padStart(12, '0')}`;

/** The record, with each field, also one level deeper, replaced in turn by each odd value. */
function variants(base: Row): Row[] {
  const made = [base];
  for (const [field, value] of Object.entries(base)) {
    if (field === 'type') continue;
    for (const odd of ODD) made.push({ ...base, [field]: odd });
    const inner: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof inner !== 'object' || inner === null) continue;
    for (const deeper of variants(inner as Row)) {
      made.push({ ...base, [field]: Array.isArray(value) ? [deeper] : deeper });
    }
  }
  return made;
}

const HIT = {
  ...{
    id: 'd',
    score: 1,
    source: 's',
    source_id: 'i',
    updated_at: '',
    snippet: 'lamp',
    marks: [[0, 4]],
    chunk: 0,
  },
  ...{ title: 'T', heading: 'H', page: 1 },
};
const BLOCK = {
  ...{ text: 'lamp', markdown: 'lamp', heading: '', start: 0, end: 4, mark: { start: 0, end: 4 } },
  document: { id: 'd', title: 'T', source: 's' },
  section: { markdown: 'lamp', start: 0, end: 4, complete: true },
};
const FOUND = { kind: 'text', answer: BLOCK, confidence: 0.9, near: { passages: [HIT], missing: ['x'] } };
const REPORT = {
  ...{ outcome: { result: { a: 1 } }, args: { a: 1 }, logs: [{ level: 'info', text: 'x' }], milliseconds: 1 },
  emitted: 'x',
};
const CALL = { operation: 'log', payload: '{}', at: 0, milliseconds: 1, sent: 2, received: 2 };
const PARTS: Row[] = [
  { type: 'text', text: 'hello' },
  { type: 'reasoning', text: 'hm', milliseconds: 5 },
  { type: 'tool', id: 't', name: 'bank', args: { a: 1 }, state: 'done', report: REPORT },
  {
    type: 'tool',
    id: 't',
    name: 'bank',
    args: {},
    state: 'failed',
    report: { ...REPORT, outcome: { error: { code: 'timeout', message: 'late' } } },
  },
  {
    type: 'tool',
    id: 't',
    name: 'run_script',
    args: { source: 'return 1', reason: 'x' },
    state: 'done',
    report: REPORT,
  },
  { type: 'notice', text: 'n', code: 'not_saved', percent: 5 },
  { type: 'citations', citations: [{ number: 1, verified: true, hit: HIT }] },
  { type: 'offers', offers: [{ name: 'x', description: '', args: {} }] },
  { type: 'answer', question: 'x', found: FOUND, options: { limit: 3 } },
  { type: 'error', error: { code: 'model_error', message: 'y' } },
  { type: 'summary', text: 'x', upTo: 'y', exchanges: 1 },
  { type: 'passages', query: 'x', hits: [HIT] },
  { type: 'suggestions', questions: ['x'] },
  { type: 'of a later version', a: 1 },
];

const at = new Date().toISOString();
const RUN = {
  tool: { id: 'x', name: 'bank', version: '1', bundle: 'b', kind: 'lua' },
  ...{ caller: { kind: 'user' }, status: 'ok', milliseconds: 1, size: 10 },
  approval: { answer: 'yes', scope: 'once', waited: 1 },
};
const DETAILS = {
  ...{
    args: { a: 1 },
    outcome: { result: 1 },
    logs: [{ level: 'info', text: 'x' }],
    trace: { hostCalls: [CALL] },
  },
  ...{ config: {}, emitted: 'x', cut: { result: 1 } },
};

/** A chat shows its last messages; earlier ones on request. */
const TO_A_CHAT = 10;

const CHATS = PARTS.flatMap((part) => {
  const all = variants(part);
  return Array.from({ length: Math.ceil(all.length / TO_A_CHAT) }, (_, at) =>
    all.slice(at * TO_A_CHAT, (at + 1) * TO_A_CHAT),
  );
}).map((parts, chat) => {
  const conversation = id(3, chat);
  const messages = parts.map((one, seq) => ({
    ...{ id: id(4, chat * 1000 + seq), conversation, seq, createdAt: at },
    ...{
      role: seq === 0 ? 'user' : 'assistant',
      parts: [{ type: 'text', text: `said ${chat}.${seq}.` }, one],
    },
    parent: seq === 0 ? null : id(4, chat * 1000 + seq - 1),
    ...(seq % 4 === 1 && { usage: ODD[chat % ODD.length], model: ODD[(chat + 3) % ODD.length] }),
    ...(seq % 4 === 2 && { mentions: ODD[chat % ODD.length], feedback: ODD[chat % ODD.length], ended: 7 }),
  }));
  const face = { id: conversation, title: `Chat ${chat}`, createdAt: at, modifiedAt: at };
  return { conversation: { ...face, ...(chat % 2 === 0 && { head: 7, forkedFrom: 'x' }) }, messages };
});
const RUNS = [
  ...variants(RUN).map((summary) => ({ summary, details: DETAILS })),
  ...variants(DETAILS).map((details) => ({ summary: RUN, details })),
].map(({ summary, details }, n) => ({
  summary: { ...summary, id: id(1, n), startedAt: at },
  details: { ...details, id: id(1, n) },
}));

type Kind = Parameters<typeof restorable>[0];

/** Restores all records that are not refused. @returns how many */
async function restore(page: Page, kind: Kind, records: readonly unknown[]): Promise<number> {
  const accepted = await restorable(kind, records);
  const file = Buffer.from(await (await backupOf(kind, accepted)).arrayBuffer());
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    await window.perilune.backup.restore(new Blob([bytes]));
  }, file.toString('base64'));
  return accepted.length;
}

test("a stranger's chats and runs open, whatever their records hold", async ({ app }) => {
  test.setTimeout(240_000);
  expect(await restore(app, 'conversations', CHATS)).toBe(CHATS.length);
  expect(await restore(app, 'runs', RUNS)).toBeGreaterThan(10);
  for (const [index, { conversation, messages }] of CHATS.entries()) {
    // Looks in each frame: asking from outside takes longer than a chat to open.
    const isShown = await app.evaluate(
      async ([hash, text]) => {
        location.hash = hash;
        for (const until = Date.now() + 30_000; Date.now() < until;) {
          if (document.querySelector('main')?.innerText.includes(text)) return true;
          await new Promise(requestAnimationFrame);
        }
        return false;
      },
      [`#/chat/${conversation.id}`, `said ${index}.${messages.length - 1}.`] as const,
    );
    expect(isShown, `chat ${index}: ${JSON.stringify(messages)}`).toBe(true);
  }
  await app.evaluate(() => void (location.hash = '#/runs'));
  await expect(app.getByRole('main').getByText('bank').first()).toBeVisible();
  const kept = await app.evaluate(async () => (await window.perilune.runs.list({ limit: 200 })).runs);
  expect(kept.length).toBeGreaterThan(5);
  for (const { id: run } of kept) {
    await app.evaluate((hash) => void (location.hash = hash), `#/runs/${run}`);
    await expect(app.getByRole('region', { name: 'Run it again' })).toBeVisible();
    await app.waitForTimeout(40);
  }
});

const MORE = Object.entries<{ record: Row; routes: string[] }>({
  remotes: {
    record: {
      ...{ id: 'r', name: 'r', engine: 'chroma', url: 'http://localhost:1', tenant: 't', database: 'd' },
      ...{ collection: 'c', use: 'off', createdAt: at },
    },
    routes: ['#/library', '#/settings'],
  },
  feeds: {
    record: {
      id: 'f',
      title: 'r',
      connector: 'rss',
      source: 'script:x',
      config: {},
      every: 60,
      createdAt: at,
    },
    routes: ['#/library/connectors', '#/library'],
  },
  profiles: {
    record: { id: 'p', name: 'P', description: '', kind: 'lua', text: 'x', createdAt: at, modifiedAt: at },
    routes: ['#/profiles', '#/chat'],
  },
  settings: {
    record: { key: 'settings', value: { theme: 'dark', model: {}, models: [], runs: {}, titles: true } },
    routes: ['#/settings', '#/chat'],
  },
}) as [Kind, { record: Row; routes: string[] }][];

test("a stranger's feeds, profiles, collections and settings open, whatever their records hold", async ({
  app,
}) => {
  for (const [kind, { record, routes }] of MORE) {
    const records = variants(record).map((one, n) => ({ ...one, ...('id' in record && { id: id(5, n) }) }));
    expect(await restore(app, kind, records), kind).toBeGreaterThan(3);
    for (const route of routes) {
      await app.goto('about:blank');
      await app.goto(`./${route}`);
      await app.evaluate(() => window.perilune.ready);
      await expect(app.getByRole('main').getByRole('heading').first(), `${kind} ${route}`).toBeVisible();
      await app.waitForTimeout(200);
    }
  }
});
