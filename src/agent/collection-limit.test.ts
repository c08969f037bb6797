// A chat limited to a collection: its searches, its prompt, and what its tools may read.
import { expect, it } from 'vitest';
import type { AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import type { GatherOptions } from '../core/context-passage.ts';
import type { Conversation, Mention } from '../core/conversation.ts';
import type { ResolvedProfile } from '../core/profile.ts';
import type { Outbound } from '../core/outbound.ts';
import type { ModelEvent, ModelRequest } from '../models/model.ts';
import { Agent } from './agent.ts';
import type { AgentDeps } from './agent-deps.ts';
import { MemoryConversations } from './memory-conversations.ts';
import { listedTool } from '../core/tools.test-support.ts';

const SEARCH = listedTool('search', {
  kind: 'builtin',
  bundle: 'builtin',
  builtin: true,
  origin: 'builtin',
  policy: 'allow',
});
const NOTHING: LibraryAnswer = { kind: 'none', answer: null, confidence: 0, passages: [] };

function bench(withModel: boolean, profile?: ResolvedProfile) {
  const gathered: GatherOptions[] = [];
  const answered: AnswerOptions[] = [];
  const limits: Outbound['limit'][] = [];
  const systems: string[] = [];
  let turns = 0;
  const conversations = new MemoryConversations();
  let ids = 0;
  const deps: AgentDeps = {
    model: async () =>
      withModel
        ? {
            id: 'scripted',
            async *stream(request: ModelRequest): AsyncGenerator<ModelEvent, void> {
              systems.push(request.system);
              turns += 1;
              if (turns === 1) {
                yield { type: 'call_started', key: 'c', name: 'search' };
                yield { type: 'call_finished', key: 'c', call: { id: 'c', name: 'search', arguments: '{}' } };
              } else yield { type: 'text', delta: 'Done.' };
              yield { type: 'finish', reason: 'stop' };
            },
          }
        : undefined,
    tools: {
      list: () => [SEARCH],
      find: async () => [],
      call: async (_name, _args, { outbound }) => {
        limits.push(outbound?.limit);
        return { outcome: { result: {} }, args: {}, logs: [], milliseconds: 1 };
      },
    },
    search: async () => [],
    gather: async (_question, options) => (gathered.push(options), []),
    answer: async (_question, options) => (answered.push(options), NOTHING),
    overview: async () => ({
      documents: 1,
      sources: [{ name: 'secret plans', documents: 1, kinds: [], languages: [] }],
      more: 0,
    }),
    collectionText: async (id) => `Instructions of ${id}.`,
    ...(profile && { profile: async () => profile }),
    conversations,
    newId: () => `id-${++ids}`,
    now: () => '2026-11-01T10:00:00.000Z',
  };
  const ask = async (begin: Partial<Conversation>, mentions: Mention[] = []): Promise<void> => {
    for await (const event of new Agent(deps).send('Where is the lantern?', { begin, mentions })) void event;
  };
  return { ask, gathered, answered, limits, systems };
}

it("answers without a model from the chat's collection, and from those that the question refers to", async () => {
  const { ask, answered } = bench(false);
  await ask({ collection: 'c1' }, [{ kind: 'collection', id: 'c2', title: 'Two' }]);
  await ask({}, [{ kind: 'collection', id: 'c2', title: 'Two' }]);
  await ask({});
  expect(answered.map(({ within }) => within)).toEqual([[['c1'], ['c2']], [['c2']], undefined]);
});

it('gives a model passages, instructions and tools of the collection, and mentions nothing else', async () => {
  const { ask, gathered, limits, systems } = bench(true);
  await ask({ collection: 'c1' });
  expect(gathered[0]?.within).toEqual([['c1']]);
  expect(systems[0]).toContain('Instructions of c1.');
  expect(systems[0]).not.toContain('secret plans');
  expect(limits).toEqual([{ within: [['c1']], documents: [] }]);
});

it.each([true, false])(
  'limits a chat to the collections of its profile (with a model: %s)',
  async (withModel) => {
    const { ask, gathered, answered, limits, systems } = bench(withModel, {
      name: 'P',
      collections: ['c1', 'c2'],
    });
    await ask({ profile: 'p' });
    expect((withModel ? gathered : answered)[0]?.within).toEqual([['c1', 'c2']]);
    if (!withModel) return;
    expect(systems[0]).not.toContain('secret plans');
    expect(limits).toEqual([{ within: [['c1', 'c2']], documents: [] }]);
  },
);

it("intersects a profile's collections with the chat's, and gives the chat's instructions", async () => {
  const { ask, limits, systems } = bench(true, { name: 'P', collections: ['c2'] });
  await ask({ profile: 'p', collection: 'c1' });
  expect(limits).toEqual([{ within: [['c1'], ['c2']], documents: [] }]);
  expect(systems[0]).toContain('Instructions of c1.');
});

it('finds nothing for a profile whose list of collections is empty', async () => {
  const { ask, gathered } = bench(true, { name: 'P', collections: [] });
  await ask({ profile: 'p' });
  expect(gathered[0]?.within).toEqual([[]]);
});
