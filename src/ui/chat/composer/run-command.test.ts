// Commands: their effects, their refusals, and that nothing unread is ever approved.
import { describe, expect, it } from 'vitest';
import type { Message, Part } from '../../../core/conversation.ts';
import { Failure } from '../../../core/errors.ts';
import type { PendingApproval } from '../approvals.svelte.ts';
import { runCommand, type CommandPlace } from './run-command.ts';
import { commandIn } from './typed.ts';

function waiting(id: string, name: string, conversation = 'c1', call = `call-${id}`): PendingApproval {
  return { id, name, caller: { kind: 'agent', conversation, call } } as unknown as PendingApproval;
}

const QUESTION: Message = {
  id: 'm1',
  conversation: 'c1',
  seq: 0,
  role: 'user',
  parts: [{ type: 'text', text: 'Hello' }],
  createdAt: '',
};

function place(given: { view?: Partial<CommandPlace['view']>; pending?: PendingApproval[] } = {}) {
  const did: string[] = [];
  const kept: { question: string; parts: Part[]; id: string | undefined }[] = [];
  const ran: { source: string; conversation: string }[] = [];
  const at: CommandPlace = {
    app: {
      knowledge: {
        search: async (query, options) => {
          did.push(`search ${query} in ${String(options?.sources)}`);
          return query === 'nothing' ? [] : [{ id: 'd1' } as never];
        },
      },
      conversations: { put: async ({ id, project }) => void did.push(`put ${id} ${project}`) },
      scripts: async () => ({
        touches: () => Promise.reject(new Error('not asked for')),
        dryRun: () => Promise.reject(new Error('not asked for')),
        run: async (source, conversation) => {
          ran.push({ source, conversation });
          if (source === 'broken') throw new Failure('unavailable', 'the sandbox could not be started');
          return { outcome: { result: 42 }, args: { source }, logs: [], milliseconds: 1 };
        },
        reset: async (conversation) => void did.push(`reset ${conversation}`),
      }),
      servers: async () =>
        ({
          list: async () => [{ id: 's', name: 'weather', enabled: true }],
          content: async () => ({
            prompts: async () => [
              { name: 'greet', arguments: [] },
              { name: 'Plan.b', arguments: [{ name: 'city', required: true }] },
              {
                name: 'trip',
                description: 'Plans',
                arguments: [
                  { name: 'city', required: true },
                  { name: 'days', required: false },
                ],
              },
            ],
            prompt: async (name: string, args: object) => ({
              text: `${name} ${JSON.stringify(args)}`,
              notes: [],
            }),
          }),
        }) as never,
      agent: {
        compact: async () => ({
          answer: 'm2',
          summary: { type: 'summary', text: 'It was about tides.', upTo: 'm2', exchanges: 3 },
        }),
      },
    },
    approvals: {
      pending: given.pending ?? [],
      editedOf: ({ id }) => (id === 'b' ? 'return 1' : undefined),
      approve: (request, scope) => void did.push(`approve ${request.id} ${scope}`),
      deny: (request) => void did.push(`deny ${request.id}`),
    },
    fork: async (message) => void did.push(`fork ${message}`),
    view: {
      id: 'c1',
      running: false,
      messages: [QUESTION],
      addExchange: async (question, parts, more) => void kept.push({ question, parts, id: more?.id }),
      setReadOnly: async (on) => void did.push(`read-only ${on}`),
      addPart: async (message, part) => void did.push(`add ${part.type} to ${message}`),
      ...given.view,
    },
    mentions: [],
    isSeen: (id) => id !== 'new',
    byPerson: true,
    usePrompt: (found) =>
      void did.push(
        'get' in found ? `fill ${found.name} ${JSON.stringify(found.initial)}` : `use ${found.text}`,
      ),
    openTools: (query) => void did.push(`tools ${query}`),
    accept: () => void did.push('accepted'),
    signal: new AbortController().signal,
  };
  const type = (text: string, more: Partial<CommandPlace> = {}): Promise<string | undefined> =>
    runCommand(commandIn(text)!, { ...at, ...more });
  return { type, did, kept, ran };
}

it('sends nothing and keeps the text of an unknown command', async () => {
  const { type, did, kept } = place();
  expect(await type('/summon a model')).toContain('There is no command /summon.');
  expect(await type('/')).toContain('Type / to list commands');
  expect([did, kept]).toEqual([[], []]);
});

describe('/lua', () => {
  it('runs the script as written, and keeps call and result', async () => {
    const { type, kept, ran } = place();
    expect(await type('/lua local a = 6\nreturn a * 7')).toBeUndefined();
    expect(ran).toEqual([{ source: 'local a = 6\nreturn a * 7', conversation: 'c1' }]);
    expect(kept).toMatchObject([
      {
        question: '/lua local a = 6\nreturn a * 7',
        parts: [{ type: 'tool', name: 'lua_run_script', state: 'done', report: { outcome: { result: 42 } } }],
      },
    ]);
  });

  it("starts a conversation under the id that owns the script's state", async () => {
    const { type, kept, ran } = place({ view: { id: undefined, messages: [] } });
    await type('/lua return 1');
    expect(kept[0]!.id).toBe(ran[0]!.conversation);
    expect(kept[0]!.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('stores a new chat with a project folder first, so that the script finds it', async () => {
    const conversation = { project: 'p1' };
    const { type, did, ran } = place({ view: { id: undefined, messages: [], conversation } });
    await type('/lua return 1');
    expect(did).toContain(`put ${ran[0]!.conversation} p1`);
  });

  it('reports what failed before it ran', async () => {
    const { type, kept } = place();
    expect(await type('/lua broken')).toBe('The sandbox could not be started.');
    expect(await type('/lua')).toContain('Add a script after the command');
    expect(kept).toEqual([]);
  });

  it('reset deletes the state', async () => {
    const { type, did } = place();
    await type('/lua reset');
    expect(did).toEqual(['reset c1', 'accepted']);
    expect(await place({ view: { id: undefined } }).type('/lua reset')).toContain('Nothing has run');
  });
});

describe('/readonly', () => {
  it('switches the mode of the chat on and off', async () => {
    const { type, did } = place();
    expect(await type('/readonly')).toContain('Read-only mode is on');
    const on = place({ view: { conversation: { readOnly: true } } });
    expect(await on.type('/readonly')).toBe('Read-only mode is off in this chat.');
    expect([did, on.did]).toEqual([
      ['read-only true', 'accepted'],
      ['read-only false', 'accepted'],
    ]);
  });

  it('is not switched off by a script', async () => {
    const { type, did } = place({ view: { conversation: { readOnly: true } } });
    expect(await type('/readonly', { byPerson: false })).toContain('a script cannot switch');
    expect(did).toEqual([]);
  });
});

describe('a prompt of a server', () => {
  it.each([
    ['/weather:greet', 'use greet {}'],
    ['/Weather:Plan.b  Bern, by train', 'use Plan.b {"city":"Bern, by train"}'],
    ['/weather:Plan.b', 'fill weather:Plan.b {}'],
    ['/weather:trip Bern', 'fill weather:trip {"city":"Bern"}'],
  ])('is put into the question, or asks for its arguments: %s', async (text, done) => {
    const { type, did, kept } = place();
    expect(await type(text)).toBeUndefined();
    expect(did).toEqual(['accepted', done]);
    expect(kept).toEqual([]);
  });

  it.each([
    ['/moon:greet', 'There is no MCP server called moon.'],
    ['/weather:nothing', 'The server weather has no prompt nothing.'],
  ])('that is not there changes nothing and says so: %s', async (text, sentence) => {
    const { type, did } = place();
    expect(await type(text)).toContain(sentence);
    expect(did).toEqual([]);
  });
});

describe('/tool', () => {
  const pending = [waiting('other', 'send', 'c2'), waiting('a', 'weather'), waiting('b', 'send')];

  it.each([
    ['/tool run', 'approve a once'],
    ['/tool approve', 'approve a once'],
    ['/tool skip', 'deny a'],
    ['/tool cancel', 'deny a'],
    ['/tool run b', 'approve b once'],
    ['/tool run call-b', 'approve b once'],
    ['/tool skip send', 'deny b'],
  ])('%s answers the oldest approval of this chat, or the named one', async (text, expected) => {
    const { type, did } = place({ pending });
    await type(text);
    expect(did).toEqual([expected, 'accepted']);
  });

  it('answers no approval of another chat', async () => {
    const { type, did } = place({ pending: [waiting('other', 'send', 'c2')] });
    expect(await type('/tool run')).toBe('No call in this chat is waiting for you.');
    expect(await type('/tool run other')).toBe('No waiting call in this chat is named other.');
    expect(await place({ pending, view: { id: undefined } }).type('/tool run')).toContain('No call');
    expect(did).toEqual([]);
  });

  it('accepts a yes only from a real user event, and a no from anyone', async () => {
    const { type, did } = place({ pending: [waiting('a', 'send')] });
    expect(await type('/tool run', { byPerson: false })).toContain('a script cannot approve');
    expect(did).toEqual([]);
    await type('/tool skip', { byPerson: false });
    expect(did).toEqual(['deny a', 'accepted']);
  });

  it('approves nothing that has only just appeared, but denies it', async () => {
    const { type, did } = place({ pending: [waiting('new', 'send')] });
    expect(await type('/tool run')).toContain('asked a moment ago');
    expect(did).toEqual([]);
    await type('/tool skip');
    expect(did).toEqual(['deny new', 'accepted']);
  });

  it('says that an edited script runs', async () => {
    expect(await place({ pending }).type('/tool run a')).toBe('Running weather.');
    expect(await place({ pending }).type('/tool run b')).toBe('Running send with your changes.');
  });

  it('asks for the choice when there are several', async () => {
    expect(await place({ pending }).type('/tool')).toBe('Type /tool run or /tool skip.');
    expect(await place({ pending }).type('/tool maybe')).toBe('Type /tool run or /tool skip.');
  });
});

it('/search keeps its results from the mentioned sources', async () => {
  const { type, did, kept } = place();
  await type('/search backup plans', { mentions: [{ kind: 'source', id: 'notes', title: 'notes' }] });
  await type('/search nothing');
  expect(did[0]).toBe('search backup plans in notes');
  expect(kept).toMatchObject([
    { question: '/search backup plans', parts: [{ type: 'passages', query: 'backup plans' }] },
    { question: '/search nothing', parts: [{ type: 'notice', code: 'nothing_found' }] },
  ]);
  expect(await type('/search')).toContain('Add search words');
});

it('/compact keeps the summary in the last answer it covers, /fork copies, /tools opens, /help lists', async () => {
  const { type, did, kept } = place();
  await type('/compact');
  await type('/fork');
  await type('/tools weather');
  await type('/help');
  expect(did).toEqual([
    'accepted',
    'add summary to m2',
    'accepted',
    'fork m1',
    'accepted',
    'tools weather',
    'accepted',
  ]);
  expect(kept[0]).toMatchObject({ question: '/help', parts: [{ type: 'text' }] });
});

it('changes nothing in a chat that is being answered or is empty', async () => {
  const running = place({ view: { running: true } });
  expect(await running.type('/fork')).toContain('An answer is still streaming');
  expect(await running.type('/compact')).toContain('An answer is still streaming');
  const empty = place({ view: { id: undefined, messages: [] } });
  expect(await empty.type('/fork')).toContain('nothing to copy');
  expect(await empty.type('/compact')).toContain('nothing to summarize');
  expect([...running.did, ...empty.did]).toEqual([]);
});
