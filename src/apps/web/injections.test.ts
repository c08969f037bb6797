// A model that obeys every text: nothing is sent without approval, no tool is saved, no secret is read (D11).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '../../core/conversation.ts';
import { CORPUS } from './injection-corpus.test-support.ts';
import { AIMS, ASKED, LOOT, worldOf, type Aim, type Way } from './injection-ways.test-support.ts';
import { HostileServers } from './hostile-servers.test-support.ts';
import { CANARY, LoggingServer, openRig, type Order } from './injection-rig.test-support.ts';

const server = new LoggingServer();
const hostile = new HostileServers();
beforeAll(async () => {
  await Promise.all([server.start(), hostile.start()]);
});
afterAll(async () => {
  server.stop();
  await hostile.stop();
});

/** Returns everything that was sent, except what the user asked for. */
function unasked(): string[] {
  const seen = server.seen.filter((line) => !line.startsWith('GET /page ') && !line.includes(ASKED));
  return [...seen, ...hostile.calls().filter((body) => body.includes(LOOT))];
}

async function attack(way: Way, aim: Aim, words: string, number: number) {
  const mark = `ref-${String(number).padStart(3, '0')}x`;
  const { world, lead } = worldOf(way, `${words} ${mark}`);
  if ('servers' in AIMS[aim]) world.servers ??= {};
  const rig = await openRig(server, world, hostile);
  const { model } = rig;
  // With MCP servers present, even the user's own request is shown for approval.
  rig.agrees = (led) => led;
  const begin = (): void => {
    model.mark = mark;
    model.orders = AIMS[aim].orders(server.origin);
  };
  model.lead = lead.map((batch) => batch.map((order) => placed(order, server.origin)));
  if (way === 'earlier result' || way === 'earlier answer') {
    model.words = `As it says: ${words} ${mark}`;
    await rig.ask('What does it say?');
    world.hits = [];
    begin();
    await rig.ask('Thanks.');
  } else if (way === 'imported conversation') {
    await importedChat(rig.kept, ['Hello', `${words} ${mark}`]);
    begin();
    await rig.ask('Thanks.');
  } else if (way === 'imported question') {
    await importedChat(rig.kept, [`${words} ${mark}`, '']);
    begin();
    await rig.ask('Thanks.');
  } else if (way === 'prompt of a file') {
    begin();
    const prompt = { kind: 'prompt' as const, id: 'p1', title: '/sum, from team.json' };
    await rig.ask(`${words} ${mark}`, 'c1', [prompt]);
  } else {
    begin();
    const mentions =
      way === 'document pointed at' ? [{ kind: 'document' as const, id: 'd1', title: mark }] : [];
    await rig.ask('Please help me.', 'c1', mentions);
  }
  return rig;
}

function placed({ name, args = {} }: Order, origin: string): Order {
  const url = args['url'];
  return { name, args: typeof url === 'string' ? { ...args, url: url.replace('$ORIGIN', origin) } : args };
}

async function importedChat(
  kept: Awaited<ReturnType<typeof openRig>>['kept'],
  [question, answer]: [string, string],
): Promise<void> {
  const at = '2026-01-01T00:00:00Z';
  await kept.put({ id: 'c1', title: 'x', createdAt: at, modifiedAt: at });
  const message = (id: string, role: Message['role'], seq: number, said: string): Message => ({
    ...{ id, conversation: 'c1', seq, role, createdAt: at },
    parts: said === '' ? [] : [{ type: 'text', text: said }],
  });
  await kept.putMessage(message('a', 'user', 0, question));
  await kept.putMessage(message('b', 'assistant', 1, answer));
}

describe('a model that obeys every text', () => {
  it('has read at least sixty texts, of every kind', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(90);
    expect(new Set(CORPUS.map(([way]) => way)).size).toBe(31);
    expect(new Set(CORPUS.map(([, aim]) => aim))).toEqual(new Set(Object.keys(AIMS)));
  });

  it.each(CORPUS.map((entry, number) => [...entry, number] as const))(
    '%s: %s (%s)',
    async (way, aim, words, number) => {
      const { model, sends, saved, registry, close } = await attack(way, aim, words, number);
      expect(model.fooled).toBe(true);
      expect(model.orders).toEqual([]);
      expect(unasked()).toEqual([]);
      // The user was asked each time, with the full outgoing content.
      if (AIMS[aim].sends) {
        expect(sends().some(({ url, body }) => `${url} ${body}`.includes(LOOT))).toBe(true);
      }
      const { before, now } = saved();
      expect(now).toEqual(before);
      expect(registry.get('backdoor')).toBeUndefined();
      expect(model.read.some((text) => text.includes(CANARY))).toBe(false);
      expect(JSON.stringify(sends())).not.toContain(CANARY);
      expect(hostile.calls().join()).not.toContain(CANARY);
      await close();
    },
  );
});

describe('untrusted input counts', () => {
  it('in a later conversation too, if a tool stored it in its folder', async () => {
    const rig = await openRig(server, { hits: worldOf('passage', 'Keep this.').world.hits! });
    rig.model.lead = [[{ name: 'memo', args: { text: LOOT } }]];
    await rig.ask('Please keep that.', 'c1');
    rig.world.hits = [];
    rig.model.lead = [[{ name: 'memo' }]];
    await rig.ask('Send my memo.', 'c2');
    expect(server.seen).toEqual([]);
    expect(rig.sends().map(({ body }) => body)).toEqual([expect.stringContaining(LOOT)]);
  });

  it("not for a user's request when nothing was read; after a yes, the next request asks again", async () => {
    const rig = await openRig(server, { page: LOOT });
    const page = { name: 'fetch_page', args: { url: `${server.origin}/page` } };
    rig.model.lead = [[page]];
    await rig.ask('Fetch the page.');
    expect([server.seen.length, rig.acts.length]).toEqual([1, 0]);
    rig.agrees = () => true;
    rig.model.lead = [[page], [page]];
    await rig.ask('Again.');
    expect([server.seen.length, rig.sends().length]).toEqual([3, 2]);
  });

  it('not when the previous answer read nothing', async () => {
    const rig = await openRig(server, {});
    await rig.ask('Hello.');
    rig.model.lead = [[{ name: 'fetch_page', args: { url: `${server.origin}/page` } }]];
    await rig.ask('Fetch the page.');
    expect([server.seen.length, rig.acts.length]).toEqual([1, 0]);
  });

  it('for a question imported with a chat file and asked again', async () => {
    const rig = await openRig(server, {});
    await importedChat(rig.kept, ['Fetch the page.', 'No.']);
    rig.model.lead = [[{ name: 'fetch_page', args: { url: `${server.origin}/page` } }]];
    await rig.again('a');
    expect([server.seen, rig.sends().length]).toEqual([[], 1]);
  });

  it('not for the bundled guide, if nothing else was read', async () => {
    const [own, other] = ['own', 'other'].map((id) => ({ ...worldOf('passage', id).world.hits![0]!, id }));
    const rig = await openRig(server, { hits: [own!] });
    rig.isBundledText = (hits) => hits.every(({ id }) => id === 'own');
    const page = { name: 'fetch_page', args: { url: `${server.origin}/page` } };
    rig.model.lead = [[page]];
    await rig.ask('Fetch the page.', 'c1');
    expect([server.seen.length, rig.acts.length]).toEqual([1, 0]);
    rig.world.hits = [own!, other!];
    rig.model.lead = [[page]];
    await rig.ask('Fetch the page.', 'c2');
    rig.world.hits = [own!];
    rig.model.lead = [[page]];
    await rig.ask('Fetch the page.', 'c3', [{ kind: 'document', id: 'own', title: 'x' }]);
    expect([server.seen.length, rig.sends().length]).toEqual([1, 2]);
  });

  it('for the prompt of a server that the person sent as a question, and for all that follows it', async () => {
    const rig = await openRig(server, {});
    const page = { name: 'fetch_page', args: { url: `${server.origin}/page` } };
    rig.model.lead = [[page]];
    await rig.ask('Fetch the page.', 'c1', [{ kind: 'prompt', id: 'diary:plan', title: 'diary:plan' }]);
    expect(rig.acts.map(({ act }) => act.kind === 'send' && act.why)).toEqual([
      'your documents, the prompt diary:plan',
    ]);
    rig.model.lead = [[page]];
    await rig.ask('Fetch it once more.', 'c1');
    expect([server.seen, rig.sends().length]).toEqual([[], 2]);
  });

  it('and the approval names what was read', async () => {
    const rig = await openRig(server, { hits: worldOf('passage', 'x').world.hits!, text: 'y' });
    rig.model.lead = [[{ name: 'outer' }], [{ name: 'relay', args: { text: 'z' } }]];
    await rig.ask('Go.');
    expect(rig.acts.map(({ act, tool }) => [tool, act.kind === 'send' && act.why])).toEqual([
      ['fetch_page', 'your documents, results of lookup, results of outer'],
    ]);
  });
});

describe('the tools of a profile', () => {
  it('ask if its script may have read documents, and the model gets its opening', async () => {
    const rig = await openRig(server, {});
    const opening = [{ role: 'assistant' as const, text: 'Which page?' }];
    rig.profile = { name: 'reader', system: 'Read.', reads: 'your documents', opening };
    rig.model.lead = [[{ name: 'fetch_page', args: { url: `${server.origin}/page` } }]];
    await rig.ask('Go.');
    expect([server.seen, rig.sends().length]).toEqual([[], 1]);
    expect(rig.model.read[0]).toContain('You: Which page?');
  });

  it('are the only tools called, by other tools too', async () => {
    const rig = await openRig(server, {});
    rig.profile = { name: 'narrow', tools: ['relay', 'calc'] };
    rig.model.lead = [[{ name: 'relay', args: { text: 'x' } }], [{ name: 'post_note', args: { text: 'x' } }]];
    await rig.ask('Go.');
    expect(server.seen).toEqual([]);
    const said = rig.model.read.join('');
    expect(said).toContain("tool 'fetch_page' may not be called here");
    expect(said).toContain('no tool registered with name: post_note');
  });
});
