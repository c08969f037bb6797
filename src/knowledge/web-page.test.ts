// Pages from addresses: with a real server, behind the browser's CORS rule where that is tested.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fetchWebPage, toWebAddress } from './web-page.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    if (pathname === '/moved') response.writeHead(302, { location: '/guide/tides' }).end();
    else if (pathname === '/missing') response.writeHead(404).end();
    else if (pathname === '/private') response.writeHead(403).end();
    else if (pathname === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => response.destroy());
    } else {
      response.setHeader('content-type', searchParams.get('type') ?? 'text/html');
      response.setHeader('last-modified', 'Wed, 05 Nov 2025 10:00:00 GMT');
      response.end(Buffer.from(searchParams.get('body') ?? '<p>Tides</p>', 'latin1'));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const place = { origin: 'http://localhost:4173', online: true };

it('accepts an address without a scheme, drops credentials and the fragment, and rejects other schemes', () => {
  expect(toWebAddress(' example.org/a#b ')?.href).toBe('https://example.org/a');
  expect(toWebAddress('https://me:secret@example.org/')?.href).toBe('https://example.org/');
  expect(toWebAddress('http://localhost:80/x')?.href).toBe('http://localhost/x');
  for (const none of ['', 'two words', 'word', 'javascript:alert(1)', 'ftp://example.org/', 'mailto:a@b.org'])
    expect(toWebAddress(none), none).toBeUndefined();
});

it('requests a file on GitHub at its raw address', () => {
  expect(toWebAddress('https://github.com/o/r/blob/main/docs/a.md#intro')?.href).toBe(
    'https://raw.githubusercontent.com/o/r/main/docs/a.md',
  );
});

it('names a page by its type, and identifies it by the requested address', async () => {
  const read: number[] = [];
  const { file, path, given } = await fetchWebPage(`${origin}/moved`, {
    place,
    onBytes: (n) => read.push(n),
  });
  expect([file.name, file.type, await file.text()]).toEqual(['tides.html', 'text/html', '<p>Tides</p>']);
  expect(path).toBe(`${new URL(origin).host}/moved`);
  expect(given).toEqual({
    source: 'web',
    source_id: `${origin}/moved`,
    source_url: `${origin}/guide/tides`,
    updated_at: 'Wed, 05 Nov 2025 10:00:00 GMT',
  });
  expect(read.at(-1)).toBe(12);
});

it("prefers the server's content type to the address's extension, unless it is generic", async () => {
  const nameOf = async (path: string, type: string): Promise<string> =>
    (await fetchWebPage(`${origin}${path}?type=${encodeURIComponent(type)}`, { place })).file.name;
  expect(await nameOf('/view.php', 'text/html; charset=utf-8')).toBe('view.html');
  expect(await nameOf('/download', 'application/pdf')).toBe('download.pdf');
  expect(await nameOf('/README.md', 'text/plain; charset=utf-8')).toBe('README.md');
  expect(await nameOf('/paper.pdf', 'application/octet-stream')).toBe('paper.pdf');
  expect(await nameOf('/', 'text/html')).toBe('localhost.html');
});

it('converts an encoding that the server declares to Unicode', async () => {
  const { file } = await fetchWebPage(
    `${origin}/a?type=${encodeURIComponent('text/html; charset=iso-8859-1')}&body=%E9t%E9`.replace(
      /%E9/g,
      encodeURIComponent('é'),
    ),
    { place },
  );
  expect(await file.text()).toContain('été');
  expect(new Uint8Array(await file.arrayBuffer()).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
});

it('reports an unavailable page with reason and advice', async () => {
  const why = (path: string): Promise<string> =>
    fetchWebPage(path, { place }).then(
      () => 'read',
      (error: Error) => error.message,
    );
  expect(await why(`${origin}/missing`)).toMatch(/no page at this address \(404\)/);
  expect(await why(`${origin}/private`)).toMatch(/sign in.*save the page as a file/);
  expect(await why(`${origin}/broken`)).toMatch(/closed the connection early/);
  expect(await why('http://localhost:1/')).toMatch(/localhost:1 cannot be reached/);
  expect(await why('no address')).toMatch(/not a web address/);
});

it('tells a server that forbids access from a missing one, and reports offline and plain http', async () => {
  const asked: string[] = [];
  // Like a browser: without permission the answer is unavailable, while a request that needs none passes.
  const cors: typeof fetch = async (url, options) => {
    asked.push(`${options?.method ?? 'GET'} ${options?.mode ?? 'cors'}`);
    if (options?.mode !== 'no-cors') throw new TypeError('Failed to fetch');
    return fetch(url, { method: 'HEAD' });
  };
  const why = (url: string, place: { origin: string; online: boolean }): Promise<string> =>
    fetchWebPage(url, { fetch: cors, place }).then(
      () => 'read',
      (error: Error) => error.message,
    );
  expect(await why(origin, place)).toMatch(/does not allow other pages to read it \(CORS\).*Ctrl\+S/);
  expect(asked).toEqual(['GET cors', 'HEAD no-cors']);
  expect(await why('https://example.org/', { ...place, online: false })).toMatch(/offline/);
  expect(await why('http://example.org/', { origin: 'https://app.example', online: true })).toMatch(
    /Try https:\/\/example\.org/,
  );
});

it('can be stopped', async () => {
  await expect(fetchWebPage(origin, { place, signal: AbortSignal.abort() })).rejects.toHaveProperty(
    'name',
    'AbortError',
  );
});

it('waits for a server that keeps sending, but not for a silent one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    let sender!: ReadableStreamDefaultController<Uint8Array>;
    const slow: typeof fetch = async (_, options) => {
      const body = new ReadableStream<Uint8Array>({ start: (controller) => void (sender = controller) });
      options?.signal?.addEventListener('abort', () => sender.error(options.signal?.reason));
      return new Response(body);
    };
    const send = async (): Promise<void> => {
      await vi.advanceTimersByTimeAsync(20_000);
      sender.enqueue(new TextEncoder().encode('word '));
      // Until it has been read.
      await new Promise((resolve) => setImmediate(resolve));
    };
    const whole = fetchWebPage('https://example.org/a.txt', { fetch: slow, place });
    for (let i = 0; i < 4; i++) await send();
    sender.close();
    expect((await whole).file.size).toBe(20);
    const broken = fetchWebPage('https://example.org/a.txt', { fetch: slow, place }).catch(
      (error: Error) => error.message,
    );
    await send();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(await broken).toContain('closed the connection early');
  } finally {
    vi.useRealTimers();
  }
});
