// Untrusted chats and runs, record by record. e2e/planted-records.spec.ts checks that their screens open whatever
// they contain.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../core/conversation.ts';
import { fittingConversation, fittingMessage, isRun } from './record-shapes.ts';

const AT = '2026-05-01T10:00:00.000Z';
const HIT = {
  ...{ id: 'd', score: 1, source: 's', source_id: 'i', updated_at: AT, snippet: 'lamp', chunk: 0 },
  ...{ marks: [[0, 4]] as [number, number][], heading: 'H', page: 2 },
};
const REPORT = {
  ...{ outcome: { result: null }, args: {}, logs: [], milliseconds: 1, emitted: '', run: 'r' },
  trace: { hostCalls: [], secrets: ['KEY'], failure: { code: 'timeout' as const } },
};
const BLOCK = {
  ...{ text: 'a', markdown: 'a', heading: '', start: 0, end: 1 },
  document: { id: 'd', title: 't', source: 's' },
  section: { markdown: 'a', start: 0, end: 1, complete: true },
};
const PARTS: Part[] = [
  { type: 'text', text: '' },
  { type: 'reasoning', text: 'hm' },
  { type: 'tool', id: '1', name: 'a', args: {}, state: 'done', report: REPORT },
  {
    ...{ type: 'tool', id: '2', name: 'a', args: {}, state: 'failed', logs: [{ level: 'info', text: 'x' }] },
    report: { ...REPORT, outcome: { error: { code: 'denied', message: 'no', details: { host: 'x' } } } },
  },
  { type: 'summary', text: '', upTo: 'm', exchanges: 2 },
  { type: 'answer', question: 'q', found: { kind: 'none', answer: null, confidence: 0 } },
  {
    ...{ type: 'answer', question: 'q' },
    found: { kind: 'text', answer: BLOCK, confidence: 1, near: { passages: [HIT], missing: [] } },
  },
  { type: 'passages', query: '', hits: [HIT] },
  { type: 'offers', offers: [{ name: 'a', description: '', args: {} }] },
  { type: 'suggestions', questions: ['q'] },
  { type: 'citations', citations: [{ number: 1, verified: false }] },
  { type: 'notice', text: 'n', code: 'reading', percent: 1 },
  { type: 'error', error: { code: 'unavailable', message: '' } },
];

const message = (parts: unknown[], more: object = {}): Message =>
  ({ ...{ id: 'm', conversation: 'c', seq: 0, role: 'user', createdAt: AT, parts }, ...more }) as Message;

describe('a message', () => {
  it('of Perilune stays unchanged', () => {
    const whole = message(PARTS, {
      ...{ parent: null, model: 'm', ended: 'answered', usage: { input: 1, output: 2 }, feedback: 'up' },
      ...{ mentions: [{ kind: 'source', id: 's', title: 'S' }], digest: 'summary' },
    });
    expect(fittingMessage(whole)).toEqual(whole);
  });

  it('keeps its valid mentions and pictures when others are invalid', () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const picture = {
      kind: 'picture',
      id: 'p',
      title: 'P',
      type: 'image/png',
      data: png,
      width: 1,
      height: 1,
    };
    const attached = { kind: 'document', id: 'd', title: 'D', attached: true };
    const huge = Buffer.from(png, 'base64');
    // The PNG header then claims 65,535 × 65,535 pixels, whatever the record says.
    huge.writeUInt32BE(65_535, 16);
    huge.writeUInt32BE(65_535, 20);
    const mentions = [
      attached,
      picture,
      { ...picture, id: 'bomb', data: huge.toString('base64') },
      { ...picture, id: 'script', type: 'image/svg+xml' },
      { ...picture, id: 'address', data: 'https://example.org/x.png' },
      { ...picture, id: 'text', data: 'aGVsbG8=' },
      { ...attached, id: 'odd', attached: 'yes' },
      { kind: 'hologram', id: 'h', title: 'H' },
      attached,
      null,
    ];
    expect(fittingMessage(message([], { mentions })).mentions).toEqual([attached, picture]);
    expect(fittingMessage(message([], { mentions: [null] }))).not.toHaveProperty('mentions');
  });

  it('loses every invalid part and field, and nothing else', () => {
    const odd = fc.oneof(
      fc.constantFrom<unknown>(null, 7, true, [null], { a: 1 }, Number.NaN),
      fc.json().map((text): unknown => JSON.parse(text)),
    );
    const broken = fc.constantFrom<[Part['type'], string]>(
      ['text', 'text'],
      ['tool', 'name'],
      ['tool', 'args'],
      ['tool', 'state'],
      ['tool', 'report'],
      ['passages', 'hits'],
      ['offers', 'offers'],
      ['citations', 'citations'],
      ['error', 'error'],
      ['answer', 'found'],
      ['suggestions', 'questions'],
      ['summary', 'exchanges'],
    );
    fc.assert(
      fc.property(
        broken,
        odd,
        fc.constantFrom('usage', 'mentions', 'feedback', 'parent'),
        ([type, field], value, of) => {
          const part = PARTS.find((one) => one.type === type)!;
          const fits = sameKind((part as Record<string, unknown>)[field], value);
          fc.pre(!fits);
          const given = message(
            [
              { type: 'text', text: 'a' },
              { ...part, [field]: value },
            ],
            { [of]: { x: value } },
          );
          const kept = fittingMessage(given);
          expect(kept.parts).toEqual([{ type: 'text', text: 'a' }]);
          expect(kept).not.toHaveProperty(of);
        },
      ),
    );
  });

  it('of a later version loses the parts unknown here', () => {
    expect(fittingMessage(message([{ type: 'hologram' }, { type: 'constructor' }])).parts).toEqual([]);
  });
});

/** Tells whether both have the same type, so the value may be valid. */
function sameKind(before: unknown, value: unknown): boolean {
  if (Array.isArray(before)) return Array.isArray(value) && value.length === 0;
  if (typeof before === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof before === typeof value;
}

it("drops a chat's branch that isn't an id", () => {
  const chat = { id: 'c', title: '', createdAt: AT, modifiedAt: AT };
  expect(fittingConversation({ ...chat, head: 7, forkedFrom: 'x' } as never)).toEqual(chat);
});

describe('a run', () => {
  const summary = {
    ...{ id: 'r', startedAt: AT, status: 'ok', milliseconds: 1, size: 1 },
    ...{ tool: { id: 't', name: 'a', version: '1', bundle: 'b', kind: 'lua' }, caller: { kind: 'user' } },
  };
  const details = { id: 'r', args: {}, outcome: { result: 1 }, logs: [], trace: { hostCalls: [] } };

  it('of Perilune is valid for every kind of caller', () => {
    const first = { kind: 'agent', conversation: 'c', call: '1' };
    for (const caller of [
      ...[{ kind: 'user' }, { kind: 'page' }, { kind: 'schedule', feed: 'f' }, first],
      { kind: 'tool', name: 'a', depth: 1, first },
    ]) {
      expect(isRun({ ...summary, caller }, details)).toBe(true);
    }
  });

  it.each([
    [{ milliseconds: null }, {}],
    [{ tool: {} }, {}],
    [{ caller: { kind: 'god' } }, {}],
    [{ approval: 'yes' }, {}],
    [{}, { outcome: {} }],
    [{}, { logs: [null] }],
    [{}, { trace: { hostCalls: [{}] } }],
    [{}, { args: 7 }],
  ])('does not with %j and %j', (one, more) => {
    expect(isRun({ ...summary, ...one }, { ...details, ...more })).toBe(false);
  });
});
