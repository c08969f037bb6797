// Downloads for an import, from a real server on this machine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBytes } from './fetch-bytes.ts';

let server: Server;
let base = '';
let sent: string | undefined;

beforeAll(async () => {
  server = createServer((request, response) => {
    sent = request.headers.cookie ?? request.headers.authorization;
    if (request.url === '/missing') response.writeHead(404).end('no');
    else if (request.url === '/empty') response.end();
    else if (request.url === '/away') response.writeHead(302, { location: '/fine' }).end();
    else if (request.url === '/endless') {
      const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
      response.on('close', () => clearInterval(timer));
    } else if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      setTimeout(() => response.destroy(), 20);
    } else response.end('tool = {}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a file for an import', () => {
  it('arrives with all its bytes, and is requested without user data', async () => {
    expect(new TextDecoder().decode(await fetchBytes(`${base}/fine`, 100))).toBe('tool = {}');
    expect(new TextDecoder().decode(await fetchBytes(`${base}/away`, 100))).toBe('tool = {}');
    expect(await fetchBytes(`${base}/empty`, 100)).toEqual(new Uint8Array());
    expect(sent).toBeUndefined();
  });

  it('that never ends is given up at the limit', async () => {
    await expect(fetchBytes(`${base}/endless`, 10_000)).rejects.toMatchObject({ code: 'too_large' });
  });

  it('that is missing or unreachable is reported as such', async () => {
    await expect(fetchBytes(`${base}/missing`, 100)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('returned status 404'),
    });
    await expect(fetchBytes(`${base}/broken`, 100)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('was incomplete'),
    });
    await expect(fetchBytes('http://127.0.0.1:1/x', 100)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('could not be read'),
    });
  });
});
