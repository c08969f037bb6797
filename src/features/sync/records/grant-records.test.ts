// Permissions of tools on two devices with the app's own database: they are synced only if chosen, sealed with
// the passphrase of the secrets, and apply only to the text they were granted for.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toBase64 } from '../../../base/base64.ts';
import type { Json } from '../../../base/json.ts';
import type { Tool } from '../../../core/tool.ts';
import { tool } from '../../../storage/backup/backup.test-support.ts';
import { newIdentity, recipientOf, seal } from '../../../storage/age-files.ts';
import { MemoryStore } from '../stores/memory-store.test-support.ts';
import { AppDevice } from './app-device.test-support.ts';
import { DEFAULT_GROUPS, kindsOf, withGroup } from './app-records.ts';

const PASSPHRASE = 'another long passphrase';
const HOST = 'api.example.com';
const FREE = { hosts: [], writes: false, policy: 'ask' } as const;
let store: MemoryStore;
let a: AppDevice;
let b: AppDevice;

beforeEach(async () => {
  store = new MemoryStore();
  a = await AppDevice.open('Laptop', store);
  b = await AppDevice.open('Phone', store);
});
afterEach(() => {
  for (const { vault, db } of [a, b]) {
    vault.close();
    db.close();
  }
});

const put = (device: AppDevice, one: Tool) => device.db.put('tools', one);
const change = async (device: AppDevice, more: Partial<Tool>): Promise<void> => {
  await put(device, { ...(await there(device)), ...more });
};
const there = async (device: AppDevice): Promise<Tool> => (await device.db.get('tools', 'greet'))!;

async function both(): Promise<void> {
  for (let round = 0; round < 3; round += 1) for (const device of [a, b]) await device.sync();
}

/** The second device enters the passphrase that the first one has set. */
async function share(): Promise<void> {
  await a.seal.create(PASSPHRASE, 'a long passphrase', 1);
  await a.sync();
  await b.sync({ kinds: kindsOf(DEFAULT_GROUPS) });
  await b.seal.open(PASSPHRASE);
  await both();
}

/** Keys of the permissions in the log, as the phone knows them. */
const keysOf = (device: AppDevice): string[] => device.keys('grant/');

describe('permissions of a tool', () => {
  it('stay on their device unless a person says otherwise', async () => {
    await put(a, tool('greet'));
    await a.seal.create(PASSPHRASE, 'a long passphrase', 1);
    expect(DEFAULT_GROUPS).not.toContain('grants');
    for (const device of [a, b, a]) {
      await device.sync({ kinds: kindsOf([...DEFAULT_GROUPS, 'secrets'], await device.seal.state()) });
    }
    expect(await there(b)).toMatchObject(FREE);
    expect(keysOf(b)).toEqual([]);
  });

  it('wait with the tools, and while the passphrase is missing', () => {
    expect(kindsOf(['tools', 'grants'], 'open')).toContain('grant');
    expect(kindsOf(['tools', 'grants'], 'closed')).not.toContain('grant');
    expect(kindsOf(['tools', 'grants'], 'none')).not.toContain('grant');
    expect(kindsOf(['grants'], 'open')).not.toContain('grant');
    expect(withGroup(['tools', 'secrets', 'grants'], 'secrets', false)).toEqual(['tools']);
    expect(withGroup(['secrets', 'grants'], 'grants', false)).toEqual(['secrets']);
  });

  it('arrive with the tool, which keeps its origin; approvals of outside callers stay', async () => {
    await put(a, tool('greet', { origin: 'imported', policy: 'allow' }));
    await share();
    expect(await there(b)).toMatchObject({
      origin: 'imported',
      hosts: [HOST],
      writes: true,
      policy: 'allow',
      approved: 'digest',
    });
    expect(await there(b)).not.toHaveProperty('approvedOutside');
    expect((await there(a)).approvedOutside).toEqual({ browser: 'digest' });
  });

  it('are revoked everywhere, one by one', async () => {
    await put(a, tool('greet', { hosts: [HOST, 'other.example'], policy: 'allow' }));
    await share();
    await change(b, { hosts: ['other.example'], writes: false, policy: 'ask' });
    await both();
    expect(await there(a)).toMatchObject({ hosts: ['other.example'], writes: false, policy: 'ask' });
  });

  it('revoked on one device stay so when another device grants something else meanwhile', async () => {
    await put(a, tool('greet', { hosts: [HOST] }));
    await share();
    await change(b, { hosts: [] });
    await change(a, { hosts: [HOST, 'other.example'], config: { key: 'changed' } });
    await both();
    for (const device of [a, b]) expect((await there(device)).hosts).toEqual(['other.example']);
  });

  it('never let a tool run that another device has denied', async () => {
    await put(a, tool('greet', { policy: 'allow' }));
    await share();
    await change(b, { policy: 'deny' });
    await both();
    for (const device of [a, b]) expect((await there(device)).policy).toBe('deny');
  });

  it('are not sent again without a change', async () => {
    await put(a, tool('greet'));
    await share();
    const before = [...store.files.keys()].filter((path) => path.startsWith('log/')).length;
    await both();
    expect([...store.files.keys()].filter((path) => path.startsWith('log/'))).toHaveLength(before);
  });

  it('are sealed again with a new passphrase, and none is lost', async () => {
    await put(a, tool('greet'));
    await share();
    await a.seal.create('a third long passphrase', undefined, 1);
    await a.sync();
    await b.sync({ kinds: kindsOf(DEFAULT_GROUPS) });
    expect(await b.seal.state()).toBe('closed');
    await b.seal.open('a third long passphrase');
    await both();
    for (const device of [a, b]) expect(await there(device)).toMatchObject({ hosts: [HOST], writes: true });
  });

  it('end with the text: an edit starts without, and takes what is granted to it then', async () => {
    await put(a, tool('greet', { policy: 'allow' }));
    await share();
    await change(a, { source: 'another text', ...FREE, hosts: [] });
    await both();
    expect(await there(b)).toMatchObject({ source: 'another text', ...FREE });
    // Edited and granted between two syncs.
    await change(a, { source: 'a third text', hosts: ['other.example'] });
    await both();
    expect(await there(b)).toMatchObject({ source: 'a third text', hosts: ['other.example'], writes: false });
  });
});

describe('a permission never widens', () => {
  const granted = async (): Promise<{ key: string; value: Json }[]> =>
    Promise.all(keysOf(b).map(async (key) => ({ key, value: (await b.valuesOf(key))[0]! })));
  const apply = (changes: readonly { key: string; value: Json }[]) =>
    b.apply(changes.map((one) => ({ ...one, mark: undefined })));

  beforeEach(async () => {
    await put(a, tool('greet', { policy: 'allow', origin: 'imported' }));
    await share();
  });

  it.each<[string, Partial<Tool>]>([
    ['another text', { source: 'another text' }],
    ['another file', { files: { 'lib/words.lua': 'return {}' } }],
    ['another origin', { origin: 'user' }],
    ['another kind', { kind: 'http' }],
  ])('a tool with %s', async (_, more) => {
    const changes = await granted();
    expect(changes).toHaveLength(4);
    const { approved: _a, ...rest } = await there(b);
    await put(b, { ...rest, ...FREE, hosts: [], ...more });
    await apply(changes);
    expect(await there(b)).toMatchObject({ ...FREE, ...more });
    expect(await there(b)).not.toHaveProperty('approved');
  });

  it('a tool here that another device says is from elsewhere', async () => {
    await change(a, { origin: 'user', hosts: [], writes: false, policy: 'ask' });
    for (const device of [a, b]) await device.sync({ kinds: kindsOf(['tools']) });
    expect(await there(b)).toMatchObject({ ...FREE, origin: 'user' });
  });

  it('another text under the key that its own permission would have', async () => {
    const before = await granted();
    await change(b, { source: 'another text', ...FREE, hosts: [HOST] });
    await b.sync();
    const own = keysOf(b).filter((key) => !before.some((one) => one.key === key));
    expect(own).not.toEqual([]);
    await change(b, { hosts: [] });
    await apply(own.flatMap((key) => before.map(({ value }) => ({ key, value }))));
    expect(await there(b)).toMatchObject(FREE);
  });

  it('another tool', async () => {
    await put(b, { ...tool('other'), ...FREE, hosts: [], source: (await there(b)).source });
    await apply((await granted()).map(({ key, value }) => ({ key: key.replace('greet', 'other'), value })));
    expect(await b.db.get('tools', 'other')).toMatchObject(FREE);
  });

  it('a tool that comes with the app', async () => {
    const changes = await granted();
    await put(b, { ...(await there(b)), ...FREE, hosts: [], origin: 'bundled' });
    await apply(changes);
    expect(await there(b)).toMatchObject(FREE);
  });

  it('a tool by a value that is not sealed, or sealed by someone else', async () => {
    const [{ key } = { key: '' }] = await granted();
    const before = await there(b);
    const plain = { format: 1, tool: 'greet', host: 'evil.example' };
    const bytes = new TextEncoder().encode(JSON.stringify(plain));
    const sealed = toBase64(await seal(bytes, [await recipientOf(await newIdentity())]));
    for (const value of [plain, { sealed }, { sealed: 'moon' }, null, 'moon'] as Json[]) {
      await apply([
        { key: 'grant/greet/0123456789', value },
        { key: 'grant/greet', value },
        { key: `${key}0`, value },
      ]);
    }
    expect(await there(b)).toEqual(before);
  });

  it('a tool that the person changed meanwhile', async () => {
    const [one] = await granted();
    await change(b, { ...FREE, hosts: [] });
    // It expects the permission that was here.
    await b.apply([{ ...one!, mark: 'the mark of before' }]);
    expect(await there(b)).toMatchObject({ hosts: [], writes: false, policy: 'ask' });
  });
});
