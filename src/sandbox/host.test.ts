// What the page answers a run, and what it refuses.
import { describe, expect, it } from 'vitest';
import type { SearchOptions } from '../core/document.ts';
import { Failure } from '../core/errors.ts';
import { DEFAULT_LIMITS as LIMITS } from '../core/limits.ts';
import type { HostCallDispatcher } from './host.ts';
import type { HostServices } from './capabilities.ts';
import type { Grants } from '../core/ports/grants.ts';
import { dispatcherFor, memoryFolders } from './dispatcher.test-support.ts';

function dispatcher(services: Partial<HostServices> = {}): HostCallDispatcher {
  const none = () => Promise.reject(new Failure('not_found', 'document not found: x'));
  return dispatcherFor({ services: { get: none, ...services } }).dispatcher;
}

/** Returns the JSON of an answer. */
async function json(answer: ReturnType<HostCallDispatcher['answer']>): Promise<string> {
  return (await answer).json;
}

describe('the host dispatcher', () => {
  it('passes on a search with valid options, drops the others, and defaults to keyword mode', async () => {
    const asked: [string, SearchOptions][] = [];
    const search: HostServices['search'] = (query, options) => {
      asked.push([query, options]);
      return Promise.resolve([]);
    };
    const one = dispatcher({ search });
    const ask = (payload: unknown) => json(one.answer('context.search', JSON.stringify(payload)));
    await ask({ query: 'a', mode: 'hybrid', limit: 3.7, source: 's', since: '2026' });
    await ask({ query: 'b', mode: 5, limit: 'many', source: {}, since: null, tool: 'forged' });
    expect(await ask({ query: '  ' })).toBe('[]');
    expect(asked).toEqual([
      ['a', { mode: 'hybrid', limit: 3, source: 's', since: '2026' }],
      ['b', { mode: 'keyword' }],
    ]);
  });

  it('knows three search modes', async () => {
    const answer = dispatcher().answer('context.search', '{"query":"a","mode":"magic"}');
    await expect(answer).rejects.toThrow('Unknown search mode: magic. Use keyword, semantic, or hybrid.');
  });

  it('lets the grantor of the capabilities answer first, or refuse', async () => {
    const seen: unknown[] = [];
    const before: NonNullable<Grants['before']> = async (operation, payload) => {
      seen.push([operation, payload]);
      if (operation === 'fs.write') throw new Failure('denied', 'not here');
      return operation === 'context.sources' ? { json: '"instead"' } : undefined;
    };
    const { dispatcher: one, files } = dispatcherFor({ grants: { before, writes: true } });
    expect(await json(one.answer('context.sources', '{}'))).toBe('"instead"');
    expect(await json(one.answer('fs.list', '{}'))).toBe('[]');
    await expect(one.answer('fs.write', '{"path":"a"}')).rejects.toMatchObject({ code: 'denied' });
    expect(await files.list('tool-1')).toEqual([]);
    expect(seen).toEqual([
      ['context.sources', {}],
      ['fs.list', {}],
      ['fs.write', { path: 'a' }],
    ]);
  });

  it('keeps files where the capabilities say', async () => {
    const store = memoryFolders();
    const { dispatcher: one, files } = dispatcherFor({ grants: { store, writes: true } });
    await one.answer('fs.write', '{"path":"a.txt"}', new TextEncoder().encode('text'));
    expect(await json(one.answer('fs.list', '{}'))).toContain('a.txt');
    await one.answer('fs.read', '{"path":"a.txt"}');
    expect([(await store.list('tool-1')).length, await files.list('tool-1')]).toEqual([1, []]);
    await one.answer('fs.delete', '{"path":"a.txt"}');
    expect(await store.list('tool-1')).toEqual([]);
  });

  it('passes on the failures of a service', async () => {
    await expect(dispatcher().answer('context.get', '{"id":"x"}')).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('refuses unknown operations, whatever their names', async () => {
    for (const operation of ['http.get', 'fs', 'constructor', '__proto__', 'toString', '']) {
      await expect(dispatcher().answer(operation, '{}')).rejects.toMatchObject({ code: 'unavailable' });
    }
  });

  it('refuses payloads that are not JSON objects', async () => {
    for (const payload of ['', '[', '[]', 'null', '5']) {
      await expect(dispatcher().answer('context.get', payload)).rejects.toMatchObject({
        code: 'bad_request',
      });
    }
  });

  it('limits the number of host calls', async () => {
    const one = dispatcher();
    for (let i = 0; i < LIMITS.hostCalls; i++) await one.answer('context.sources', '{}');
    await expect(one.answer('context.sources', '{}')).rejects.toMatchObject({ code: 'rate_limited' });
  });

  it('limits the number of open calls', async () => {
    let release = (): void => undefined;
    const gate = new Promise<[]>((resolve) => (release = () => resolve([])));
    const one = dispatcher({ sources: () => gate });
    const open = Array.from({ length: LIMITS.openCalls }, () => one.answer('context.sources', '{}'));
    await expect(one.answer('context.sources', '{}')).rejects.toMatchObject({ code: 'rate_limited' });
    release();
    expect(await Promise.all(open)).toHaveLength(LIMITS.openCalls);
    expect(await json(one.answer('context.sources', '{}'))).toBe('[]');
  });
});
