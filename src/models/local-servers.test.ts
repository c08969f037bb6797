// The search for local model servers distinguishes four states, and requests only lists of models.
import { describe, expect, it, vi } from 'vitest';
import { findLocalServers, localAccess, type LocalAccess } from './local-servers.ts';
import { adviceLine, KNOWN_SERVERS } from './server-advice.ts';

const ORIGIN = 'https://perilune.example';
const signal = new AbortController().signal;

/** A fake browser in which these ports answer; a port that `refuses` answers only requests without CORS. */
function surroundings(
  ports: Record<number, object | 'refuses' | 'page'>,
  access: LocalAccess[] = [undefined],
) {
  const asked: { url: string; init: RequestInit }[] = [];
  const states = [...access];
  return {
    asked,
    origin: ORIGIN,
    access: async () => (states.length > 1 ? states.shift() : states[0]),
    fetch: (async (input, init = {}) => {
      asked.push({ url: String(input), init });
      const answer = ports[Number(new URL(String(input)).port)];
      if (answer === undefined || (answer === 'refuses' && init.mode !== 'no-cors')) {
        throw new TypeError('Failed to fetch');
      }
      if (answer === 'refuses') return Response.error();
      return answer === 'page' ? new Response('<!doctype html>') : Response.json(answer);
    }) as typeof fetch,
  };
}

function list(owner: string, ...ids: string[]) {
  return { object: 'list', data: ids.map((id) => ({ id, owned_by: owner })) };
}

describe('model servers on this computer', () => {
  it('are found, refuse this page, or are not there', async () => {
    const place = surroundings({ 11434: 'refuses', 1234: list('organization_owner', 'qwen', 'gemma') });
    const { servers } = await findLocalServers(signal, place);
    expect(servers.slice(0, 2)).toMatchObject([
      { name: 'LM Studio', state: 'found', models: ['qwen', 'gemma'], baseUrl: 'http://localhost:1234/v1' },
      { name: 'Ollama', state: 'refuses', models: [] },
    ]);
    expect(servers.slice(2).every(({ state }) => state === 'absent')).toBe(true);
    expect(servers.map(({ baseUrl }) => new URL(baseUrl).port).sort()).toEqual(
      KNOWN_SERVERS.flatMap(({ ports }) => ports.map(String)).sort(),
    );
  });

  it("that refuse this page come with advice for every system, including this page's origin", async () => {
    const { servers } = await findLocalServers(signal, surroundings({ 11434: 'refuses' }));
    const lines = servers[0]?.advice?.commands ?? [];
    expect(lines.map(({ system }) => system)).toEqual(['Mac', 'Windows', 'Linux']);
    for (const { line } of lines) expect(line).toContain(`OLLAMA_ORIGINS`);
    for (const { line } of lines) expect(line).toContain(ORIGIN);
    for (const port of [8080, 8000])
      expect(adviceLine(`http://localhost:${port}/v1`, ORIGIN)).toContain(ORIGIN);
  });

  it('are recognised by the owner that they name, whatever their port', async () => {
    const { servers } = await findLocalServers(signal, surroundings({ 8080: list('vllm', 'm') }));
    expect(servers[0]).toMatchObject({ name: 'vLLM', tools: expect.stringMatching(/--tool-call-parser/) });
  });

  it('exclude other programs that listen at their port', async () => {
    const { servers } = await findLocalServers(
      signal,
      surroundings({ 8000: 'page', 8080: { heartbeat: 1 } }),
    );
    expect(servers.filter(({ state }) => state === 'found')).toEqual([]);
  });

  it('are asked only for lists, without keys and cookies', async () => {
    const place = surroundings({ 11434: list('library', 'm') });
    await findLocalServers(signal, place);
    for (const { url, init } of place.asked) {
      expect(url).toMatch(/^http:\/\/localhost:\d+\/v1\/models$/);
      expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
      expect(init.headers ?? init.method ?? init.body).toBeUndefined();
    }
  });

  it('are reported as blocked by a permission of the browser, in its state after the search', async () => {
    const place = surroundings({}, ['prompt', 'denied']);
    expect((await findLocalServers(signal, place)).access).toBe('denied');
  });

  it('need no permission on a page of this computer', async () => {
    vi.stubGlobal('navigator', { permissions: { query: async () => ({ state: 'denied' }) } });
    for (const page of ['localhost', 'app.localhost', '127.0.0.1', '[::1]']) {
      expect(await localAccess(page)).toBeUndefined();
    }
    expect(await localAccess('example.com')).toBe('denied');
    expect(await localAccess('localhost.example.com')).toBe('denied');
    vi.unstubAllGlobals();
  });

  it('are no longer searched for after a stop', async () => {
    const stopped = AbortSignal.abort();
    await expect(findLocalServers(stopped, surroundings({}))).rejects.toMatchObject({ name: 'AbortError' });
  });
});
