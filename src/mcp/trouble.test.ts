// Tells errors that a server answers with from requests that got no answer.
import { ProtocolError } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { troubleOf } from './trouble.ts';

const about = { url: new URL('https://mcp.example/mcp'), name: 'git', hasSession: true };
const told = (error: unknown) => troubleOf(error, about, async () => 'unreachable');
const answer = (code: number, message: string, data?: unknown) =>
  told(ProtocolError.fromError(code, message, data));

it("reports a server's own words, whatever they resemble", async () => {
  for (const words of [
    'fetch failed',
    'Request timed out',
    'aborted',
    'too many redirects',
    'Failed to fetch',
  ]) {
    expect(await answer(-32603, words)).toMatchObject({
      code: 'unavailable',
      message: `mcp.example returned an error (-32603): ${words}`,
    });
  }
  expect(await answer(-32603, 'no', { status: 401 })).toMatchObject({ code: 'unavailable' });
  expect(await answer(-32602, 'no city')).toMatchObject({ code: 'bad_request', message: 'no city' });
  expect(await answer(-32601, 'no such tool')).toMatchObject({ code: 'not_found' });
});

it('explains a request without an answer', async () => {
  for (const message of ['fetch failed', 'Failed to fetch', 'Load failed'])
    expect(await told(new TypeError(message))).toMatchObject({ message: 'unreachable' });
  expect(await told(Object.assign(new Error('HTTP 401'), { status: 401 }))).toMatchObject({ code: 'denied' });
});

it('names the page that a server wants to be opened first', async () => {
  const page = (url: string) => ({ mode: 'url', message: 'Sign in', elicitationId: '1', url });
  const told = await answer(-32042, 'visit', {
    elicitations: [page('https://pay.example/x'), page('javascript:alert(1)')],
  });
  expect(told).toMatchObject({
    code: 'denied',
    message:
      'mcp.example needs you to open a page first: https://pay.example/x – do that, then call the tool again',
  });
  expect(await answer(-32042, 'visit', { elicitations: [page('javascript:alert(1)')] })).toMatchObject({
    message: 'mcp.example returned an error (-32042): visit',
  });
});
