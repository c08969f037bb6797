// HTTP tools that a person signed in for: the page adds the token, and no script, record or other host gets it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { Failure } from '../../core/errors.ts';
import { Outbound } from '../../core/outbound.ts';
import type { SignInTarget } from '../../core/ports/tool-sign-in.ts';
import type { Secret } from '../../core/secrets.ts';
import type { Tool } from '../../core/tool.ts';
import { HttpTrial, ReplyServer } from './http-trial.test-support.ts';
import { httpToolSpec, readHttpSpec } from './http-spec.ts';
import { signInTarget } from './sign-in-target.ts';

const server = new ReplyServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

let refused: (string | undefined)[] = [];
const signIn: SignInTarget = {
  ...{
    key: 'tool-1',
    name: 'me',
    authorizeUrl: 'https://login.example/',
    tokenUrl: 'https://login.example/t',
  },
  ...{ clientId: 'c', credentials: 'body', hosts: [] },
};
let trial: HttpTrial;
beforeEach(() => {
  server.seen.length = 0;
  server.reply = ({ headers }) => ({
    type: 'application/json',
    body: JSON.stringify({ got: headers.authorization }),
  });
  refused = [];
  trial = new HttpTrial({
    accessToken: async (_target, before) => {
      refused.push(before);
      return { value: before === undefined ? 'token-one' : 'token-two', hosts: [server.host] };
    },
  });
});

const auth = {
  ...{ type: 'oauth2', grant: 'authorizationCode', authorizeUrl: 'https://login.example/authorize' },
  ...{ tokenUrl: 'https://login.example/token', clientId: '${CLIENT_ID}', clientSecret: '${CLIENT_SECRET}' },
};
const spec = (): Json => ({ name: 'me', request: { url: `${server.origin}/me` }, auth });

it('sends the token of the sign-in, and records none', async () => {
  server.reply = () => ({ type: 'application/json', body: '{"ok":true}' });
  const { result, records } = await trial.run(spec(), { signIn });
  expect(result).toEqual({ ok: true });
  expect(server.only.headers.authorization).toBe('Bearer token-one');
  expect(JSON.stringify(records)).not.toContain('token-one');
});

it('sends a new token once when the service refuses the first', async () => {
  server.reply = ({ headers }) =>
    headers.authorization === 'Bearer token-two' ? { type: 'text/plain', body: 'hi' } : { status: 401 };
  expect((await trial.run(spec(), { signIn })).result).toBe('hi');
  expect(refused).toEqual([undefined, 'token-one']);
  server.reply = () => ({ status: 401 });
  server.seen.length = 0;
  expect((await trial.run(spec(), { signIn })).message).toContain('http status 401');
  expect(server.seen.length).toBe(2);
});

it('asks for no token in read-only mode, where nothing is sent', async () => {
  const outbound = new Outbound().inReadOnly('everywhere');
  expect((await trial.run(spec(), { signIn, outbound })).message).toContain('read-only mode is on');
  expect([refused, server.seen]).toEqual([[], []]);
});

it('hides a token that a server repeats', async () => {
  const { records } = await trial.run(spec(), { signIn });
  expect(JSON.stringify(records)).not.toContain('token-one');
  expect(Buffer.from(records[0]?.answer?.bytes ?? '', 'base64').toString()).toContain(
    '[secret access token]',
  );
});

describe('a token', () => {
  const script = (url: string): string =>
    `tool = {} function tool.execute() return http.request{ url = "${url}", sign_in = true }.status end`;

  it('is not for a script without a sign-in', async () => {
    const { code, message } = await trial.script(script(server.origin), { hosts: [server.host] });
    expect([code, message]).toEqual([
      'denied',
      expect.stringContaining('only the definition of an HTTP tool'),
    ]);
    expect(server.seen).toEqual([]);
  });

  it('goes to no other host, even a granted one', async () => {
    const other = new ReplyServer();
    await other.start();
    const { code, message } = await trial.script(script(other.origin), { hosts: [other.host], signIn });
    await other.stop();
    expect([code, other.seen]).toEqual(['denied', []]);
    expect(message).toContain(`the sign-in is for ${server.host}, not for ${other.host}`);
  });

  it('is missing where nobody can sign in', async () => {
    const { code, message } = await new HttpTrial().run(spec(), { signIn });
    expect([code, message]).toEqual(['unavailable', expect.stringContaining('possible only in the app')]);
  });
});

describe('a definition', () => {
  const tool = (config: Tool['config']) =>
    ({ kind: 'http', source: JSON.stringify(spec()), folder: 'f', name: 'me', config }) as const;
  const vault =
    (secrets: Secret[]) =>
    async (names: string[]): Promise<Secret[]> =>
      secrets.filter(({ name }) => names.includes(name));

  it('asks for the host of its requests only', () => {
    expect(httpToolSpec(readHttpSpec(JSON.stringify(spec()))).hosts).toEqual([server.host]);
  });

  it('gets its client from config and secrets', async () => {
    const reveal = vault([{ name: 'KEY', value: 's3cret', hosts: ['login.example'] }]);
    const found = await signInTarget(tool({ CLIENT_ID: 'c-1', CLIENT_SECRET: '${KEY}' }), reveal);
    expect(found).toMatchObject({ key: 'f', clientId: 'c-1', clientSecret: 's3cret', hosts: [server.host] });
  });

  it('names what is missing, and sends no secret to a host that it is not for', async () => {
    const reveal = vault([{ name: 'KEY', value: 's3cret', hosts: ['elsewhere.example'] }]);
    await expect(signInTarget(tool({ CLIENT_SECRET: 'x' }), reveal)).rejects.toThrow('CLIENT_ID is not set');
    const bound = signInTarget(tool({ CLIENT_ID: 'c', CLIENT_SECRET: '${KEY}' }), reveal);
    await expect(bound).rejects.toBeInstanceOf(Failure);
    await expect(bound).rejects.toThrow('may not be sent to login.example');
  });

  it('puts no secret into the address of a sign-in page that it is not for', async () => {
    const reveal = vault([{ name: 'KEY', value: 's3cret', hosts: ['login.example'] }]);
    const elsewhere = { ...auth, authorizeUrl: 'https://evil.example/', scope: '${SCOPE}' };
    const source = JSON.stringify({ ...(spec() as object), auth: elsewhere });
    const target = (config: Tool['config']) => signInTarget({ ...tool(config), source }, reveal);
    const refusal = 'KEY may not be sent to evil.example';
    await expect(target({ CLIENT_ID: '${KEY}', CLIENT_SECRET: 'x', SCOPE: 'y' })).rejects.toThrow(refusal);
    await expect(target({ CLIENT_ID: 'c', CLIENT_SECRET: '${KEY}', SCOPE: '${KEY}' })).rejects.toThrow(
      refusal,
    );
    expect(await target({ CLIENT_ID: 'c', CLIENT_SECRET: '${KEY}', SCOPE: 'y' })).toMatchObject({
      ...{ clientId: 'c', clientSecret: 's3cret', scope: 'y' },
    });
  });

  it.each([
    [{ authorizeUrl: undefined }, 'auth.authorizeUrl: is missing'],
    [{ authorizeUrl: 'https://${where}/' }, 'auth.authorizeUrl: must be a fixed address'],
    [{ tokenUrl: 'https://${where}/' }, 'auth.tokenUrl: must be a fixed address'],
    [{ clientId: '${id}' }, 'auth.clientId: parameters are not allowed here'],
  ])('is refused with %j', (change, problem) => {
    const bad = {
      ...(spec() as object),
      auth: { ...auth, ...change },
      parameters: { type: 'object', properties: { id: { type: 'string' }, where: { type: 'string' } } },
    };
    expect(() => readHttpSpec(JSON.stringify(bad))).toThrow(problem);
  });
});
