// tools.NAME{…}: what another tool gets, and what comes back.
import { expect, it } from 'vitest';
import type { Json } from '../../core/json.ts';
import type { Grants } from '../powers.ts';
import { deskFor } from '../desk.test-support.ts';

const PAYLOAD = '{"name":"other","args":{"n":1}}';

it('passes the arguments on, and the result back', async () => {
  const asked: [string, Json][] = [];
  const callTool: Grants['callTool'] = async (name, args) => {
    asked.push([name, args]);
    return { result: { sum: 2 } };
  };
  const { desk } = deskFor({ grants: { callTool } });
  expect((await desk.answer('tool.call', PAYLOAD)).json).toBe('{"sum":2}');
  expect(asked).toEqual([['other', { n: 1 }]]);
});

it('raises what the other tool failed with, under its code', async () => {
  const callTool: Grants['callTool'] = async () => ({
    error: { code: 'disabled', message: 'it is off', details: { since: 1 } },
  });
  const { desk } = deskFor({ grants: { callTool } });
  await expect(desk.answer('tool.call', PAYLOAD)).rejects.toMatchObject({
    code: 'disabled',
    message: 'tools.other: it is off',
  });
  expect(desk.detailsOf('disabled')).toEqual({ since: 1 });
  expect(desk.detailsOf('denied')).toBeUndefined();
});

it('gives the other tool the name of a secret, not its value (F66)', async () => {
  let got: Json = null;
  const callTool: Grants['callTool'] = async (_, args) => ({ result: (got = args) });
  const secrets = [{ name: 'KEY', value: 'canary-1234', hosts: [] }];
  const { desk } = deskFor({ grants: { callTool }, secrets });
  const args = { token: 'canary-1234', header: btoa('user:canary-1234'), plain: 'x' };
  await desk.answer('tool.call', JSON.stringify({ name: 'other', args }));
  expect(got).toEqual({ token: '[secret KEY]', header: expect.stringContaining('[secret KEY]'), plain: 'x' });
});

it('stops the clock while a person is asked about the other tool, and starts it again however it ends', async () => {
  const clock: string[] = [];
  const steady = { hold: () => clock.push('hold'), release: () => clock.push('release') };
  const callTool: Grants['callTool'] = async (_name, _args, _signal, onWaiting) => {
    onWaiting(true);
    onWaiting(true);
    throw new Error('lost');
  };
  const { desk } = deskFor({ grants: { callTool } });
  await expect(desk.answer('tool.call', PAYLOAD, undefined, steady)).rejects.toThrow('lost');
  expect(clock).toEqual(['hold', 'release']);
});
