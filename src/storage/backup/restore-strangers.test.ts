// Records from a backup: a person's own are unchanged, untrusted ones lose what only a person here may decide,
// invalid ones are rejected.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { Conversation } from '../../core/conversation.ts';
import type { McpServer } from '../../core/mcp-server.ts';
import type { Profile } from '../../core/profile.ts';
import { openDatabase } from '../database.ts';
import type { RestoreNote } from '../../core/restore-notes.ts';
import { restoreProfiles } from './restore-profiles.ts';
import { restoreConversations } from './restore-records.ts';
import { restoreServers } from './restore-servers.ts';
import type { Parts, Restoring, RestoreTx, Tally } from './restoring.ts';

const AT = '2026-01-01T00:00:00.000Z';

const PROFILE: Profile = {
  ...{ id: 'p', name: 'Reader', description: '', kind: 'lua', text: 'Read.', createdAt: AT, modifiedAt: AT },
  model: { connection: 'default' },
  arguments: [{ name: 'area', description: '', required: true }],
  config: { area: 'style' },
};

const SERVER: McpServer = {
  ...{ id: 's', name: 'git', url: 'https://git.example/mcp', enabled: true, auth: 'bearer', createdAt: AT },
};

/** Its id decides whose bundle its tools are in. */
const FRESH = {
  id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
  createdAt: expect.stringMatching(/^20/) as string,
};

const CHAT: Conversation = {
  ...{ id: 'c', title: 'Locks', createdAt: AT, modifiedAt: AT, profile: 'p', temporary: true },
  model: { connection: 'expensive' },
  profileArguments: { area: 'style' },
};

interface Kind {
  store: 'profiles' | 'mcp_servers' | 'conversations';
  restore(restoring: Restoring, parts: Parts, tally: Tally): Promise<void>;
  /** As in the file. */
  record(kept: object): unknown;
  mine: object;
  strangers: object;
  notes: RestoreNote[];
  broken: object[];
}

const KINDS: Record<string, Kind> = {
  'a profile, which calls no tool that nobody named, chooses no model, and counts as someone else’s text': {
    ...{ store: 'profiles', restore: restoreProfiles, record: (kept) => kept },
    mine: PROFILE,
    strangers: { ...without(PROFILE, 'model'), tools: [], imported: true },
    notes: [{ code: 'profiles_without_tools' }],
    broken: [
      ...[{ kind: 'magic' }, { tools: [7] }, { sources: 'all' }, { id: 7 }],
      ...[{ arguments: 'all' }, { arguments: [{ name: 7 }] }, { config: { area: 7 } }, { config: 'all' }],
    ],
  },
  'a server of tools, which is switched off': {
    ...{ store: 'mcp_servers', restore: restoreServers, record: (kept) => kept },
    mine: SERVER,
    strangers: { ...SERVER, ...FRESH, enabled: false },
    notes: [{ code: 'servers_off' }],
    broken: [{ name: 'a__b' }, { url: 'javascript:1' }, { auth: 'magic' }, { id: 7 }],
  },
  'a chat, which chooses neither model nor profile': {
    ...{ store: 'conversations', restore: restoreConversations },
    record: (conversation) => ({ conversation, messages: [] }),
    mine: CHAT,
    strangers: without(CHAT, 'model', 'profile', 'profileArguments', 'temporary'),
    notes: [],
    broken: [{ title: 7 }, { id: 7 }, { profileArguments: { area: 7 } }],
  },
};

function without(record: object, ...fields: string[]): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !fields.includes(name)));
}

async function restored(
  { store, restore, record }: Kind,
  kept: object,
  trust: boolean,
  read: 'messages' | Kind['store'] = store,
) {
  const db = await openDatabase({ name: `restore-${crypto.randomUUID()}` });
  const notes: RestoreNote[] = [];
  const restoring: Restoring = {
    tx: db.transaction([store, 'messages'], 'readwrite') as unknown as RestoreTx,
    ...{ replace: false, clear: false, trust },
    outside: (work) => work,
    note: (note) => notes.push(note),
  };
  async function* parts() {
    yield [record(kept)];
  }
  try {
    await restore(restoring, parts(), { added: 0, replaced: 0, kept: 0 });
    return { kept: await db.getAll(read), notes };
  } finally {
    db.close();
  }
}

describe.each(Object.entries(KINDS))('%s', (_, kind) => {
  it('is unchanged from one’s own file', async () => {
    expect(await restored(kind, kind.mine, true)).toEqual({ kept: [kind.mine], notes: [] });
  });

  it('loses local decisions in an untrusted file', async () => {
    expect(await restored(kind, kind.mine, false)).toEqual({ kept: [kind.strangers], notes: kind.notes });
  });

  it.each(kind.broken)('is rejected with %j', async (wrong) => {
    await expect(restored(kind, { ...kind.mine, ...wrong }, true)).rejects.toMatchObject({
      code: 'bad_request',
    });
  });
});

it.each([true, false])(
  'lets an action taken by hand be repeated by a click from one’s own file only: %s',
  async (trust) => {
    const at = '2026-01-01T00:00:00Z';
    const message = {
      ...{ id: 'm', conversation: CHAT.id, seq: 0, role: 'user', createdAt: at, byHand: true },
      parts: [{ type: 'text', text: '/lua tools.post{}' }],
    };
    const chats = KINDS['a chat, which chooses neither model nor profile']!;
    const record = (conversation: object) => ({ conversation, messages: [message] });
    const { kept } = await restored({ ...chats, record }, CHAT, trust, 'messages');
    expect(kept).toEqual([trust ? message : without(message, 'byHand')]);
  },
);

describe('the address of a server in an untrusted file', () => {
  const kind = KINDS['a server of tools, which is switched off']!;

  it.each([
    'http://git.example/mcp',
    'http://8.8.8.8/mcp',
    'http://[2002:808:808::1]/mcp',
    'https://me:pw@git.example/mcp',
    'http://localhost.evil.example/mcp',
    'https://',
  ])('%s is left out with a note', async (url) => {
    const { kept, notes } = await restored(kind, { ...kind.mine, url }, false);
    expect(kept).toEqual([]);
    expect(notes).toEqual([{ code: 'servers_unsafe', names: ['git'] }]);
  });

  it.each([
    'https://git.example/mcp',
    'http://localhost:3000/mcp',
    'http://nas.lan/mcp',
    'http://192.168.1.2/mcp',
  ])('%s is kept, switched off', async (url) => {
    const { kept } = await restored(kind, { ...kind.mine, url }, false);
    expect(kept).toEqual([{ ...SERVER, ...FRESH, url, enabled: false }]);
  });
});
