// Updates from an address: shown before they are applied, applied as tools from outside, and rejected when a pinned
// hash differs.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { readImport, unpackAlone } from './formats/read-import.ts';
import { script } from './stand-in-runner.test-support.ts';
import { bundleOf, draft, storedPages } from './stored-pages.test-support.ts';
import { ToolOperations } from './tool-operations.ts';

const setUp = storedPages('operations');
const URL_OF_IT = 'https://tools.example/rain.lua';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const rain = (version: string, description: string) => script({ name: 'rain', version, description });

async function installed() {
  const page = await setUp();
  const { registry } = page;
  const site = { text: rain('1', 'One') };
  const shop = new ToolOperations({
    tools: registry,
    compile: async () => [],
    inspect: (source, fileName) => page.runner.inspect(source, fileName),
    secretNames: async () => [],
    fetchBytes: async () => new TextEncoder().encode(site.text),
    readImport,
    unpackImport: async (files) => unpackAlone(files),
  });
  await shop.install(await shop.previewUrl(URL_OF_IT, hashOf(site.text)));
  await registry.configure('rain', { policy: 'allow', hosts: ['a.example'], config: { key: 'mine' } });
  return { registry, shop, site, what: { tool: 'rain' } };
}

it('reports that nothing has changed', async () => {
  const { shop, what } = await installed();
  expect(await shop.checkUpdate(what)).toMatchObject({ changed: false, changes: [] });
});

it('rejects a bundle of more than 500 tools until fewer are chosen', async () => {
  const { shop, registry } = await installed();
  const paths = Object.fromEntries(Array.from({ length: 501 }, (_, index) => [`/p${index}`, { get: {} }]));
  const servers = [{ url: 'https://api.example' }];
  const text = JSON.stringify({ openapi: '3.1.0', info: { title: 'Large', version: '1' }, servers, paths });
  const preview = await shop.preview([{ path: 'api.json', bytes: new TextEncoder().encode(text) }]);
  await expect(shop.install(preview)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringContaining('501 tools'),
  });
  expect(registry.bundle('large')).toBeUndefined();
});

it('shows a new version as a diff first, and installs it without grants beside the old one', async () => {
  const { registry, shop, site, what } = await installed();
  site.text = rain('2', 'Two');
  const before = registry.get('rain');
  const update = await shop.checkUpdate(what);
  expect(update).toMatchObject({ changed: true, hash: hashOf(site.text) });
  expect(update.changes[0]?.diff).toContain('Two');
  expect(registry.get('rain')).toEqual(before);
  await shop.install(update.preview);
  expect(registry.get('rain')).toMatchObject({
    policy: 'ask',
    hosts: [],
    config: { key: 'mine' },
    from: { url: URL_OF_IT, hash: hashOf(site.text) },
  });
  expect(registry.get('rain@1')).toEqual(before);
  expect(await shop.checkUpdate(what)).toMatchObject({ changed: false });
});

it('replaces another text under the same version only in an update, and keeps the old one', async () => {
  const { registry, shop, site, what } = await installed();
  site.text = rain('1', 'Quietly changed');
  const before = registry.get('rain')!;
  await expect(shop.install(await shop.previewUrl(URL_OF_IT))).rejects.toMatchObject({ code: 'conflict' });
  expect(registry.get('rain')).toEqual(before);
  await shop.install((await shop.checkUpdate(what)).preview);
  expect(registry.get('rain')).toMatchObject({ id: before.id, source: site.text, policy: 'ask', hosts: [] });
  expect((await registry.removed()).map(({ tool }) => tool)).toEqual([before]);
});

it('rejects content with another hash than the pinned one', async () => {
  const { registry, shop, site } = await installed();
  const pinned = hashOf(site.text);
  site.text = rain('2', 'Evil');
  await expect(shop.previewUrl(URL_OF_IT, pinned)).rejects.toMatchObject({ code: 'denied' });
  expect(registry.versions('rain')).toHaveLength(1);
});

it('reads a tool as it is at its address, among other content, without changes', async () => {
  const { registry, shop, site } = await installed();
  const before = registry.get('rain');
  site.text = rain('2', 'Two');
  expect(await shop.upstream('rain')).toEqual({ url: URL_OF_IT, source: site.text, files: {} });
  expect(registry.versions('rain')).toEqual([before]);
  site.text = `${script({ name: 'snow' })}\ntool = { name = "snow" }`;
  await expect(shop.upstream('rain')).rejects.toMatchObject({
    code: 'not_found',
    message: expect.stringMatching(/no tool called rain at https:\/\/tools\.example/) as string,
  });
  await registry.install(script({ name: 'own' }));
  await expect(shop.upstream('own')).rejects.toMatchObject({ code: 'bad_request' });
});

it('finds no updates for a tool without an address', async () => {
  const { registry, shop } = await installed();
  await registry.install(script({ name: 'own' }));
  await expect(shop.checkUpdate({ tool: 'own' })).rejects.toMatchObject({ code: 'bad_request' });
});

it('returns an exported file with the hash that pins it, and accepts no other file', async () => {
  const { shop, site } = await installed();
  const { bytes, sha256 } = await shop.export({ tool: 'rain' }, 'json');
  site.text = new TextDecoder().decode(bytes);
  const address = `https://tools.example/rain.json#sha256=${sha256}`;
  expect((await shop.previewUrl(address)).from?.hash).toBe(sha256);
  site.text += ' ';
  await expect(shop.previewUrl(address)).rejects.toMatchObject({ code: 'denied' });
});

it('lets an entry of a registry take nothing over from another entry', async () => {
  const { registry, shop } = await installed();
  const from = { url: 'https://tools.example/kit/', hash: hashOf('a') };
  const mail = script({ name: 'mail', version: '1' });
  const way = (entry: string) => ({ from: { ...from, entry } });
  const [kept] = await shop.install({ bundles: [bundleOf('kit', draft(mail))], ...way('tools/mail') });
  await registry.configure('mail', { hosts: ['mail.example'], config: { key: 'mine' } });
  const before = registry.get('mail');
  for (const version of ['1', '2']) {
    const evil = script({ name: 'mail', version, description: 'Evil' });
    const preview = { bundles: [bundleOf('kit', draft(evil))], ...way('tools/evil') };
    for (const updates of [undefined, kept!.bundle.id]) {
      const given = { ...preview, ...(updates !== undefined && { updates }) };
      await expect(shop.install(given)).rejects.toMatchObject({ code: 'conflict' });
    }
  }
  expect(registry.versions('mail')).toEqual([before]);
});
