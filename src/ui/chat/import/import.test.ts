// Chats out of the exports of other programs, and our own back again.
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../../core/conversation.ts';
import { MessageTree } from '../../../core/message-tree.ts';
import { jsonOf } from '../export/json-of.ts';
import { keepImported, importWords } from './keep-imported.ts';
import { readExport, readJson } from './read-export.ts';

const node = (
  id: string,
  parent: string | null,
  role: string,
  parts: unknown[],
  more = {},
): [string, unknown] => [
  id,
  {
    id,
    parent,
    message: {
      id,
      author: { role },
      create_time: 1_700_000_000,
      content: { content_type: 'text', parts },
      ...more,
    },
    children: [],
  },
];

const CHATGPT = [
  {
    conversation_id: 'c1',
    title: 'Tides',
    create_time: 1_700_000_000.5,
    update_time: 1_700_000_100,
    current_node: 'a2',
    mapping: Object.fromEntries([
      ['root', { id: 'root', parent: null, message: null, children: ['s'] }],
      node('s', 'root', 'system', ['']),
      node('q1', 's', 'user', ['Why?', { content_type: 'image_asset_pointer', asset_pointer: 'x' }]),
      node('a1', 'q1', 'assistant', ['Because.'], { metadata: { model_slug: 'gpt-4o' } }),
      node('a2', 'q1', 'assistant', ['The moon \uE200cite\uE202turn0search1\uE201.']),
      node('t1', 'a1', 'assistant', [''], {
        recipient: 'python',
        content: { content_type: 'code', text: 'print(1)' },
      }),
      node('t2', 't1', 'tool', [], {
        author: { role: 'tool', name: 'python' },
        content: { content_type: 'execution_output', text: '1' },
      }),
      node('a3', 't2', 'assistant', ['It is 1.']),
      node('q2', 'a3', 'user', ['Sure?']),
    ]),
  },
];

const OPEN_WEBUI = [
  {
    id: 'w1',
    title: 'Locks',
    created_at: 1_700_000_000,
    updated_at: 1_700_000_100,
    chat: {
      history: {
        currentId: 'b2',
        messages: {
          a: {
            id: 'a',
            parentId: null,
            childrenIds: ['b1', 'b2'],
            role: 'user',
            content: 'What?',
            timestamp: 1_700_000_000,
          },
          b1: {
            id: 'b1',
            parentId: 'a',
            role: 'assistant',
            content: 'First',
            model: 'llama',
            annotation: { rating: -1 },
          },
          b2: {
            id: 'b2',
            parentId: 'a',
            role: 'assistant',
            content:
              '<details type="reasoning" done="true">\n<summary>Thought</summary>\n> hm\n</details>\nSecond',
            files: [{ type: 'image' }],
          },
        },
      },
    },
  },
];

const texts = (messages: readonly Message[]): string[] =>
  messages.map(
    ({ role, parts }) =>
      `${role}: ${parts.map((part) => ('text' in part ? part.text : part.type)).join(' | ')}`,
  );

describe('a ChatGPT export', () => {
  it('comes with its branches, tool calls as text, and says what it lacks', () => {
    const { program, conversations, leftOut } = readJson(CHATGPT);
    const [{ conversation, messages } = { conversation: {} as Conversation, messages: [] }] = conversations;
    expect(program).toBe('ChatGPT');
    expect(conversation).toMatchObject({ title: 'Tides', modifiedAt: '2023-11-14T22:15:00.000Z' });
    const tree = new MessageTree(messages);
    expect(texts(tree.pathTo(conversation.head))).toEqual(['user: Why?', 'assistant: The moon .']);
    const other = tree.pathTo(messages.find(({ id }) => id.endsWith('q2'))?.id);
    expect(texts(other)).toEqual([
      'user: Why?',
      'assistant: Because. | *Call of python*\n\n```\nprint(1)\n``` | *Result of python*\n\n```\n1\n``` | It is 1.',
      'user: Sure?',
    ]);
    expect(messages.find(({ id }) => id.endsWith('a1'))?.model).toBe('gpt-4o');
    expect([...leftOut]).toEqual([['images', 1]]);
  });

  it('is found in its ZIP, and in the numbered parts of a large one', async () => {
    const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
    const second = [{ ...CHATGPT[0], conversation_id: 'c2' }];
    const zip = zipSync({
      'conversations-000.json': bytes(CHATGPT),
      'conversations-001.json': bytes(second),
      'chat.html': bytes(''),
    });
    const { conversations } = await readExport(new Blob([zip.slice()]));
    expect(conversations.map(({ conversation }) => conversation.id)).toEqual(['chatgpt-c1', 'chatgpt-c2']);
  });

  it('survives a tree that leads in a circle, or thousands deep', () => {
    const circle = [
      {
        id: 'x',
        title: '',
        mapping: Object.fromEntries([node('a', 'b', 'user', ['A']), node('b', 'a', 'assistant', ['B'])]),
      },
    ];
    expect(readJson(circle).conversations.flatMap(({ messages }) => messages)).toEqual([]);
    const deep = Array.from({ length: 5000 }, (_, at) =>
      node(`n${at}`, at === 0 ? null : `n${at - 1}`, at % 2 === 0 ? 'user' : 'assistant', [`${at}`]),
    );
    const [long] = readJson([{ id: 'y', title: 'y', mapping: Object.fromEntries(deep) }]).conversations;
    expect(long?.messages).toHaveLength(5000);
  });
});

describe('an Open WebUI export', () => {
  it('comes with its branches, thoughts and ratings', () => {
    const { program, conversations, leftOut } = readJson(OPEN_WEBUI);
    const [{ conversation, messages } = { conversation: {} as Conversation, messages: [] }] = conversations;
    expect(program).toBe('Open WebUI');
    expect(texts(new MessageTree(messages).pathTo(conversation.head))).toEqual([
      'user: What?',
      'assistant: hm | Second',
    ]);
    expect(messages.map(({ feedback, model }) => [feedback, model])).toContainEqual(['down', 'llama']);
    expect(messages.at(-1)?.parts[0]?.type).toBe('reasoning');
    expect([...leftOut]).toEqual([['images', 1]]);
  });
});

it('texts that open marks and folds without end take no time', () => {
  const gpt = (text: string) => ({
    mapping: {
      a: {
        parent: null,
        message: { author: { role: 'user' }, content: { content_type: 'text', parts: [text] } },
      },
    },
  });
  const web = (content: string) => ({
    chat: { history: { messages: { a: { role: 'assistant', content } } } },
  });
  const began = performance.now();
  for (const open of ['【†', '\uE200', '†【'] as const) readJson([gpt(open.repeat(20_000))]);
  for (const open of ['<details>', '<details><summary></summary>'] as const)
    readJson([web(open.repeat(20_000))]);
  const result = { author: { role: 'tool' }, content: { content_type: 'code', text: '` '.repeat(200_000) } };
  readJson([{ mapping: { a: { parent: null, message: result } } }]);
  expect(performance.now() - began).toBeLessThan(2_000);
});

describe('our own export', () => {
  const conversation: Conversation = {
    id: 'p',
    title: 'Mine',
    createdAt: '2026-01-01T00:00:00Z',
    modifiedAt: '2026-01-02T00:00:00Z',
    head: 'm2',
    model: { connection: 'expensive' },
    profile: 'theirs',
    profileArguments: { area: 'all that is secret' },
  };
  const messages: Message[] = [
    {
      id: 'm1',
      conversation: 'p',
      seq: 0,
      parent: null,
      role: 'user',
      parts: [{ type: 'text', text: 'Q' }],
      createdAt: '2026-01-01T00:00:00Z',
    },
    {
      id: 'm2',
      conversation: 'p',
      seq: 1,
      parent: 'm1',
      role: 'assistant',
      parts: [{ type: 'tool', id: 't', name: 'x', args: {}, state: 'done' }],
      createdAt: '2026-01-01T00:00:00Z',
      ended: 'answered',
      feedback: 'up',
    },
  ];

  it('comes back whole, but for what chooses a model or a profile, or speaks to one', () => {
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages }], '1')));
    const { model: _, profile: _p, profileArguments: _a, ...rest } = conversation;
    expect(read.conversations).toEqual([{ conversation: rest, messages }]);
  });

  it('comes without the mark by which a click runs a command again', () => {
    const marked = messages.map((message) => ({ ...message, byHand: true }));
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages: marked }], '1')));
    expect(read.conversations[0]?.messages).toEqual(messages);
  });

  it('leaves out a chat whose parts cannot be shown', () => {
    const broken = { ...messages[1], parts: [{ type: 'passages', hits: [{}] }] } as unknown as Message;
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages: [broken] }], '1')));
    expect(read.conversations).toEqual([]);
    expect([...read.leftOut.values()]).toEqual([1]);
  });
});

it('anything else is refused with what to choose', () => {
  for (const value of [null, [], {}, [1], 'x', { format: 'perilune-chats' }]) {
    expect(() => readJson(value)).toThrow(/holds no chats/);
  }
});

it('a second import adds nothing, and what was written here since stays', async () => {
  const kept = new Map<string, unknown>();
  const store = {
    get: (id: string) => Promise.resolve(kept.get(id) as Conversation | undefined),
    restore: (one: { conversation: Conversation }) =>
      Promise.resolve(void kept.set(one.conversation.id, one)),
  };
  const read = readJson(CHATGPT);
  const first = await keepImported(store, read, () => undefined);
  expect(first).toMatchObject({ added: 1, known: 0, messages: 4 });
  const before = kept.get('chatgpt-c1');
  expect(await keepImported(store, readJson(CHATGPT), () => undefined)).toMatchObject({ added: 0, known: 1 });
  expect(kept.get('chatgpt-c1')).toBe(before);
  expect(importWords('ChatGPT', first, read.leftOut)).toEqual([
    '1 chat with 4 messages came from ChatGPT.',
    'Left out: images (1).',
  ]);
});
