// A connector with settings from its caller: they override its config, may name secrets, and are shown to a person.
import { expect, it } from 'vitest';
import { realRunner } from './real-runner.test-support.ts';
import { storedPages } from './stored-pages.test-support.ts';

const setUp = storedPages('connector-settings');

const NOTES = `
connector = { name = "notes", version = "1", config = { { name = "prefix", required = true }, { name = "size", default = 3 } } }
function connector.scan(config)
  return { { source_id = "1", body = config.prefix .. config.token .. tostring(config.last_scan), title = context.config.other } }
end
`;
const TOKEN = { name: 'TOKEN', value: 's3cret', hosts: [] };

async function scanned(policy: 'allow' | 'ask') {
  const page = await setUp({ runner: realRunner, secrets: [TOKEN] });
  await page.registry.install(NOTES, { policy, config: { prefix: 'old', other: 'kept' } });
  const settings = { prefix: 'new', token: '${TOKEN}' };
  const call = page.registry.call('notes', { last_scan: 'then' }, { caller: { kind: 'page' }, settings });
  return { page, call };
}

it('override its own config, and the secrets that they name are filled in', async () => {
  const { page, call } = await scanned('allow');
  const { outcome } = await call;
  expect(outcome.error).toBeUndefined();
  expect(page.calls[0]?.config).toEqual({ prefix: 'new', other: 'kept', token: '${TOKEN}' });
});

it('are shown in the question to a person, with secrets by name', async () => {
  const { page, call } = await scanned('ask');
  await expect.poll(() => page.approvals.pending.length).toBe(1);
  const [request] = page.approvals.pending;
  expect(request?.args).toMatchObject({ prefix: 'new', other: 'kept', token: '${TOKEN}', last_scan: 'then' });
  page.approvals.approve(request?.id ?? '', request?.digest ?? '');
  const { outcome } = await call;
  expect(outcome.error).toBeUndefined();
  expect(outcome.result).toMatchObject({ items: [{ body: expect.stringMatching(/^new.*then$/) as string }] });
});
