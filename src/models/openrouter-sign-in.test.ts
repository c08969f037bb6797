// Signing in with OpenRouter: the request, and which returns are accepted or ignored.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { beginSignIn, belongsTo, finishSignIn, STATE_PARAMETER } from './openrouter-sign-in.ts';

const PAGE = 'https://example.org/app/?x=1#/settings/model';
const NOW = 1_000_000;

const back = (state: string, code?: string): URLSearchParams =>
  new URLSearchParams({ [STATE_PARAMETER]: state, ...(code !== undefined && { code }) });

it("sends the hash of a secret, and the app's address with a state", async () => {
  const { pending, address } = await beginSignIn(PAGE, NOW, 'chat-1');
  const { origin, pathname, searchParams } = new URL(address);
  expect(`${origin}${pathname}`).toBe('https://openrouter.ai/auth');
  expect(searchParams.get('callback_url')).toBe(
    `https://example.org/app/?${STATE_PARAMETER}=${pending.state}`,
  );
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  const hash = createHash('sha256').update(pending.verifier).digest('base64url');
  expect(searchParams.get('code_challenge')).toBe(hash);
  expect(address).not.toContain(pending.verifier);
  expect(pending.verifier).toMatch(/^[\w-]{43}$/);
  expect(pending.chat).toBe('chat-1');
  expect((await beginSignIn(PAGE, NOW)).pending.state).not.toBe(pending.state);
});

it('ignores a return when no sign-in of this tab is pending', async () => {
  const { pending } = await beginSignIn(PAGE, NOW);
  expect(belongsTo(back(pending.state, 'c'), pending, NOW + 1000)).toBe(true);
  expect(belongsTo(back(pending.state, 'c'), undefined, NOW)).toBe(false);
  expect(belongsTo(new URLSearchParams({ code: 'c' }), pending, NOW)).toBe(false);
  expect(belongsTo(back(pending.state, 'c'), pending, NOW + 3_600_001)).toBe(false);
  expect(belongsTo(back(pending.state, 'c'), { state: pending.state }, NOW)).toBe(false);
  fc.assert(
    fc.property(fc.string(), (state) => {
      fc.pre(state !== pending.state);
      expect(belongsTo(back(state, 'c'), pending, NOW)).toBe(false);
    }),
  );
});

it('exchanges the code and the secret for a key, without cookies, referrer or redirects', async () => {
  const { pending } = await beginSignIn(PAGE, NOW);
  let sent: [unknown, RequestInit | undefined] | undefined;
  const key = await finishSignIn(back(pending.state, 'the-code'), pending, async (input, init) => {
    sent = [input, init];
    return Response.json({ key: 'sk-or-v1-1' });
  });
  expect(key).toBe('sk-or-v1-1');
  expect(sent?.[0]).toBe('https://openrouter.ai/api/v1/auth/keys');
  expect(sent?.[1]).toMatchObject({
    method: 'POST',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
  });
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
    code: 'the-code',
    code_verifier: pending.verifier,
    code_challenge_method: 'S256',
  });
});

it.each([
  ['a refusal', async () => Response.json({ error: 'Invalid code' }, { status: 403 }), 'status 403'],
  ['an answer without a key', async () => Response.json({}), 'did not return a key'],
  ['an answer that is not JSON', async () => new Response('<html>'), 'did not return a key'],
  ['no network', async () => Promise.reject(new TypeError('failed')), 'reach OpenRouter'],
])('explains what to do after %s', async (_, send, words) => {
  const { pending } = await beginSignIn(PAGE, NOW);
  await expect(finishSignIn(back(pending.state, 'c'), pending, send)).rejects.toThrow(words);
  await expect(finishSignIn(back(pending.state), pending, send)).rejects.toThrow('were not signed in');
});
