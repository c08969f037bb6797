// perilune.connectors against a fake App.
import { describe, expect, it } from 'vitest';
import type { ScanOptions } from '../core/ports/scan.ts';
import { Failure } from '../core/errors.ts';
import type { ToolInfo } from '../core/tool.ts';
import { connectorApi } from './connector-api.ts';

const info = (name: string, kind: ToolInfo['kind']) => ({ name, kind }) as ToolInfo;

const COUNTS = { added: 1, changed: 0, unchanged: 2 };

function setUp() {
  const scans: [string, ScanOptions][] = [];
  const listed: unknown[] = [];
  const api = connectorApi(
    Promise.resolve({
      tools: {
        list: (options: object) => {
          listed.push(options);
          return [info('echo', 'lua'), info('feed', 'connector')];
        },
      } as never,
      scan: async (name, options) => {
        scans.push([name, options]);
        if (name === 'nobody') throw new Failure('not_found', 'no connector registered with name: nobody');
        return { documents: 1, chunks: 1, skipped: [], ids: ['d1'], items: [{ body: 'x' }], ...COUNTS };
      },
    }),
  );
  return { api, scans, listed };
}

describe('connectors', () => {
  it('are listed separately from tools', async () => {
    const { api, listed } = setUp();
    expect(await api.list()).toEqual([info('feed', 'connector')]);
    await api.list({ includeDisabled: true });
    expect(listed).toEqual([
      { connectors: true, includeDisabled: false },
      { connectors: true, includeDisabled: true },
    ]);
  });

  it('scan with the page as caller, and pass the options on', async () => {
    const { api, scans } = setUp();
    const { signal } = new AbortController();
    const report = await api.scan('feed', { config: { url: 'x' }, dryRun: true, signal });
    expect(report).toMatchObject({ documents: 1, items: [{ body: 'x' }], ...COUNTS });
    expect(scans).toMatchObject([
      ['feed', { config: { url: 'x' }, dryRun: true, signal, caller: { kind: 'page' } }],
    ]);
  });

  it('reject with the code of the error', async () => {
    const { api } = setUp();
    await expect(api.scan('nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(api.scan('feed', { config: 5 as never })).rejects.toMatchObject({ code: 'bad_request' });
  });
});
