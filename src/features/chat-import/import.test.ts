// Imports chats from other apps' exports, and from our own.
import { zipSync } from 'fflate';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Conversation, Message } from '../../core/conversation.ts';
import { MessageTree } from '../../core/message-tree.ts';
import { Failure } from '../../core/errors.ts';
import { jsonOf } from '../../ui/chat/export/json-of.ts';
import type { Imported } from './imported.ts';
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
  it('imports branches, and tool calls as text, and says what was left out', () => {
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

  it('imports newer content: thoughts, canvas, calls, errors, files, and hidden instructions', () => {
    const content = (content_type: string, more: object, outer: object = {}): object => ({
      content: { content_type, ...more },
      ...outer,
    });
    const mapping = Object.fromEntries([
      ['client-created-root', { id: 'client-created-root', message: null, parent: null, children: ['u0'] }],
      node('u0', 'client-created-root', 'user', [], {
        ...content('user_editable_context', { user_profile: 'Who I am', user_instructions: 'Be brief' }),
        metadata: { is_visually_hidden_from_conversation: true, is_user_system_message: true },
      }),
      node('u1', 'u0', 'user', [], {
        ...content('multimodal_text', {
          parts: [
            { content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1', width: 1, height: 1 },
            { content_type: 'audio_transcription', text: 'Said aloud.' },
            { content_type: 'real_time_user_audio_video_asset_pointer', audio_asset_pointer: {} },
            'Written.',
          ],
        }),
        metadata: { attachments: [{ id: 'file-1', name: 'plan.pdf' }] },
      }),
      ['t', { ...(node('t', 'u1', 'assistant', [])[1] as object), children: ['r'] }],
      node('r', 't', 'assistant', [], {
        ...content('reasoning_recap', { content: 'Thought for 8s' }),
        metadata: { reasoning_status: 'reasoning_ended', finished_duration_sec: 8 },
      }),
      node('c', 'r', 'assistant', [], {
        ...content('code', {
          language: 'json',
          text: JSON.stringify({ name: 'Plan', type: 'code/python', content: 'print(1)' }),
        }),
        recipient: 'canmore.create_textdoc',
      }),
      node('ct', 'c', 'tool', ['Created.'], { author: { role: 'tool', name: 'canmore.create_textdoc' } }),
      node('e', 'ct', 'tool', [], {
        author: { role: 'tool', name: 'web' },
        ...content('system_error', { name: 'ToolError', text: 'Not reached.' }),
      }),
      node('b', 'e', 'tool', [], {
        author: { role: 'tool', name: 'browser' },
        ...content('tether_browsing_display', { result: 'A page.', summary: null }),
      }),
      node('a', 'b', 'assistant', ['Done 【3†source】.'], { metadata: { model_slug: 'gpt-5-thinking' } }),
      node('x', 'a', 'assistant', [], content('something_new', { parts: [] })),
    ]);
    const thoughts = mapping['t'] as { message: { content: unknown } };
    thoughts.message.content = {
      content_type: 'thoughts',
      thoughts: [{ summary: 'Looking', content: 'At the plan.', chunks: [], finished: true }],
    };
    const { conversations, leftOut } = readJson([
      { title: 'New', create_time: 1.7e9, mapping, current_node: 'a', conversation_id: 'n' },
      { not: 'a chat' },
    ]);
    const [question, answer] = conversations[0]!.messages;
    expect(texts([question!])).toEqual(['user: Said aloud. | Written.']);
    expect(answer?.parts.map((part) => ('text' in part ? part.text : part.type))).toEqual([
      'Looking\n\nAt the plan.',
      '*Plan*\n\n```python\nprint(1)\n```',
      '*Result of canmore.create textdoc*\n\n```\nCreated.\n```',
      '*Result of web*\n\n```\nNot reached.\n```',
      '*Result of browser*\n\n```\nA page.\n```',
      'Done .',
    ]);
    expect(answer?.parts[0]).toMatchObject({ type: 'reasoning', milliseconds: 8000 });
    expect(Object.fromEntries(leftOut)).toEqual({
      images: 1,
      recordings: 1,
      files: 1,
      'parts of type “something_new”': 1,
      'chats that could not be read': 1,
    });
  });

  it('is found in its ZIP file, and in the numbered parts of a large one', async () => {
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

  it('survives circular trees, and trees thousands of nodes deep', () => {
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
  it('imports branches, thoughts and ratings', () => {
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

describe('other data of Open WebUI', () => {
  const chat = (messages: Record<string, object>, currentId: string): object => ({
    id: 'w2',
    user_id: 'me',
    title: 'Beside',
    chat: { models: ['a', 'b'], history: { messages, currentId }, messages: [], params: {}, files: [] },
    share_id: null,
    archived: false,
    meta: { tags: ['x'] },
  });
  const question = {
    id: 'q',
    parentId: null,
    childrenIds: ['a', 'b'],
    role: 'user',
    content: 'Q',
    models: ['a', 'b'],
  };
  const said = (more: object): object => ({
    parentId: 'q',
    childrenIds: [],
    role: 'assistant',
    done: true,
    ...more,
  });

  it('becomes text where possible: sources, a merged answer, calls, errors, breaks', () => {
    const args = '&quot;{\\&quot;n\\&quot;: 1}&quot;';
    const messages = {
      q: question,
      a: said({
        id: 'a',
        model: 'llama',
        modelIdx: 0,
        content: `Before\n<details type="tool_calls" done="true" id="c" name="add" arguments="${args}" result="&quot;2 &lt; 3&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\nAfter`,
        sources: [
          { source: { name: 'plan.pdf' }, document: ['text'], metadata: [{}] },
          { source: { name: 'plan.pdf' } },
        ],
        statusHistory: [{ action: 'web_search', done: true }],
        merged: { status: true, content: 'Both say so.' },
      }),
      b: said({ id: 'b', content: 'Hal', done: false, error: { content: 'Out of memory' } }),
    };
    const { conversations } = readJson(chat(messages, 'b'));
    const [first] = conversations;
    expect(texts(first!.messages.slice(1))).toEqual([
      'assistant: Before | *Call of add*\n\n```\n{"n": 1}\n```\n\n*Result of add*\n\n```\n2 < 3\n``` | After | *Merged answer*\n\nBoth say so. | *Sources: plan.pdf*',
      'assistant: Hal | error',
    ]);
    expect(first?.messages.map(({ ended }) => ended)).toEqual([undefined, 'answered', 'stopped']);
    expect(first?.conversation.head).toBe('openwebui-w2-b');
  });

  it('is read from a ZIP file with many other files', async () => {
    const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
    const zip = zipSync({
      'chat-export-1.json': bytes([chat({ q: question }, 'q')]),
      'more/chat-export-2.json': bytes(OPEN_WEBUI),
      'settings.json': bytes({ theme: 'dark' }),
    });
    const { program, conversations } = await readExport(new Blob([zip.slice()]));
    expect([program, conversations.length]).toEqual(['Open WebUI', 2]);
    const none = zipSync({ 'settings.json': bytes({}) });
    await expect(readExport(new Blob([none.slice()]))).rejects.toThrow(/contains no readable chats/);
  });

  it('takes no more memory than a ZIP file declares, and refuses one that declares too much', async () => {
    const bomb = (says: number): Blob => {
      const zip = zipSync({ 'conversations.json': new Uint8Array(20_000_000) });
      const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
      for (let at = 0; at < zip.length - 4; at++) {
        if (view.getUint32(at, true) === 20_000_000) view.setUint32(at, says, true);
      }
      return new Blob([zip.slice()]);
    };
    await expect(readExport(bomb(2_000_000_000))).rejects.toMatchObject({ code: 'too_large' });
    await expect(readExport(bomb(1000))).rejects.toMatchObject({ code: 'bad_request' });
  });
});

it('no file content makes reading fail, or creates a message that cannot be stored', () => {
  const key = fc.constantFrom(
    ...[
      'mapping',
      'message',
      'author',
      'role',
      'content',
      'content_type',
      'parts',
      'parent',
      'children',
      'metadata',
    ],
    ...[
      'attachments',
      'thoughts',
      'text',
      'recipient',
      'chat',
      'history',
      'messages',
      'currentId',
      'parentId',
      'files',
    ],
    ...[
      'sources',
      'source',
      'name',
      'merged',
      'error',
      'done',
      'annotation',
      'rating',
      'title',
      'id',
      'timestamp',
      'a',
      'b',
    ],
  );
  const word = fc.constantFrom(
    ...[
      'user',
      'assistant',
      'tool',
      'system',
      'text',
      'multimodal_text',
      'code',
      'thoughts',
      'reasoning_recap',
      'a',
      'b',
    ],
    ...[
      'canmore.create_textdoc',
      '{"content":"x"}',
      '<details type="tool_calls" name="x">y</details>',
      '',
      '__proto__',
    ],
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'large', withCrossShrink: true },
      word,
      fc.constantFrom(null, true, 0, -1, 1.7e9, 1e300),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 6 }),
    ),
  }));
  const outer = fc.oneof(
    tree.map((mapping) => [{ mapping }]),
    fc
      .dictionary(key, tree)
      .map((mapping) => [{ mapping: { a: mapping, b: { parent: 'a', message: mapping } } }]),
    fc
      .dictionary(key, tree)
      .map((one) => ({ chat: { history: { messages: { a: one, b: { parentId: 'a', ...one } } } } })),
    tree.map((messages) => [{ chat: { messages } }, messages]),
  );
  /** A refusal counts as an answer. */
  const read = (file: unknown): Imported['conversations'] => {
    try {
      return readJson(file).conversations;
    } catch (error) {
      if (error instanceof Failure) return [];
      throw error;
    }
  };
  const unaskable = { valueOf: 1, toString: 1 };
  const rated = { role: 'assistant', content: 'x', annotation: { rating: unaskable }, timestamp: unaskable };
  expect(read({ chat: { history: { messages: { a: rated } } } })).toHaveLength(1);
  fc.assert(
    fc.property(outer, (file) => {
      for (const { conversation, messages } of read(file)) {
        expect(new Set(messages.map(({ seq }) => seq)).size).toBe(messages.length);
        for (const { id, conversation: of, parts, createdAt } of messages) {
          expect([typeof id, of, Number.isNaN(Date.parse(createdAt))]).toEqual([
            'string',
            conversation.id,
            false,
          ]);
          for (const part of parts) if ('text' in part) expect(typeof part.text).toBe('string');
        }
      }
    }),
    { numRuns: 2000 },
  );
});

it('reads texts with endless unclosed marks and blocks in linear time', () => {
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

  it('imports completely, except what chooses a model or a profile, or instructs one', () => {
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages }], '1')));
    const { model: _, profile: _p, profileArguments: _a, ...rest } = conversation;
    expect(read.conversations).toEqual([{ conversation: rest, messages }]);
  });

  it('drops the mark that lets one click repeat a command', () => {
    const marked = messages.map((message) => ({ ...message, byHand: true }));
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages: marked }], '1')));
    expect(read.conversations[0]?.messages).toEqual(messages);
  });

  it('drops parts and fields that no screen can show, and keeps the rest', () => {
    const odd = fc.json().map((text): unknown => JSON.parse(text));
    const text = { type: 'text', text: 'kept' } as const;
    const broken = fc.oneof(
      fc.record({ type: fc.constant('tool'), id: odd, name: fc.constant('x'), args: odd, report: odd }),
      odd.map((outcome) => ({
        type: 'tool',
        id: '1',
        name: 'x',
        args: {},
        state: 'done',
        report: { outcome, args: {}, logs: [] },
      })),
      fc.record({ type: fc.constant('passages'), hits: fc.array(odd, { minLength: 1 }) }),
      fc.record({ type: odd }),
    );
    fc.assert(
      fc.property(fc.array(broken, { maxLength: 3 }), (parts) => {
        const first = { ...messages[0], parts: [text, ...parts], mentions: [7] } as unknown as Message;
        const read = readJson(JSON.parse(jsonOf([{ conversation, messages: [first] }], '1')));
        expect(read.conversations[0]!.messages).toEqual([{ ...messages[0], parts: [text] }]);
        expect(read.leftOut.get('parts that could not be read') ?? 0).toBe(parts.length);
      }),
    );
  });

  it('restores the data behind answers without a model', () => {
    const parts: Message['parts'] = [
      { type: 'answer', question: 'q', found: { kind: 'none', answer: null, confidence: 0 } },
      { type: 'suggestions', questions: ['q'] },
    ];
    const answered = [{ ...messages[0]!, parts }];
    const read = readJson(JSON.parse(jsonOf([{ conversation, messages: answered }], '1')));
    expect(read.conversations[0]!.messages).toEqual(answered);
  });
});

it('refuses other files, and says what to choose', () => {
  for (const value of [null, [], {}, [1], 'x', { format: 'perilune-chats' }]) {
    expect(() => readJson(value)).toThrow(/contains no readable chats/);
  }
});

it('adds nothing on a second import, and keeps what was written here since', async () => {
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
