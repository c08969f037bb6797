// Tools from an address: what is downloaded, what is rejected, and what an update would change.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { applyPatch } from 'diff';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { compareUpstream, installSource, namesake, textsOf, type ToolTexts } from './from-url.ts';
import { readImport } from './read-import.ts';
import { bytesOf } from './import-limits.ts';

const LUA = bytesOf('tool = {}');
const HASH = createHash('sha256').update(LUA).digest('hex');
const answers =
  (bytes: Uint8Array, asked: string[] = []) =>
  (url: string): Promise<Uint8Array> => {
    asked.push(url);
    return Promise.resolve(bytes);
  };

describe('an address', () => {
  it('returns its content, hashed and named, requested without the fragment', async () => {
    const asked: string[] = [];
    const source = await installSource(
      `https://example.com/a/weather.lua?x=1#sha256=${HASH}`,
      answers(LUA, asked),
    );
    expect(asked).toEqual(['https://example.com/a/weather.lua?x=1']);
    expect(source).toEqual({
      url: 'https://example.com/a/weather.lua?x=1',
      bytes: LUA,
      hash: HASH,
      files: [{ path: 'weather.lua', bytes: LUA }],
    });
    expect((await readImport(source.files))[0]?.tools[0]?.fileName).toBe('weather.lua');
  });

  it.each([
    ['https://example.com/download?id=1', zipSync({ 'a.lua': LUA }), 'download.zip'],
    ['https://example.com/', LUA, 'download.lua'],
    ['https://example.com/raw/tool', bytesOf('---\nname: x'), 'tool.skill'],
    ['https://example.com/api/v1', bytesOf('{"openapi": "3.0.0"}'), 'v1.json'],
    ['https://example.com/%2e%2e%2fevil.lua', LUA, '---evil.lua'],
    ['http://localhost:8080/x.zip', LUA, 'x.zip'],
    ['http://127.0.0.1/..', LUA, 'download.lua'],
  ])('gets the right file name for %s', async (url, bytes, path) => {
    expect((await installSource(url, answers(bytes))).files[0]?.path).toBe(path);
  });

  it.each([
    ['http://example.com/x.lua', 'https addresses'],
    ['ftp://example.com/x.lua', 'https addresses'],
    ['data:text/plain,tool', 'https addresses'],
    ['javascript:alert(1)', 'https addresses'],
    ['x.lua', 'is not an address'],
    ['https://user:word@example.com/x.lua', 'must not contain a user name'],
    ['https://example.com/x.lua#sha256=abc', '64 hexadecimal digits'],
  ])('is rejected before any download: %s', async (url, why) => {
    const asked: string[] = [];
    await expect(installSource(url, answers(LUA, asked))).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining(why),
    });
    expect(asked).toEqual([]);
  });

  it('with another hash than the pinned one returns nothing', async () => {
    const other = HASH.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    const url = 'https://example.com/x.lua';
    await expect(installSource(`${url}#sha256=${other}`, answers(LUA))).rejects.toMatchObject({
      code: 'denied',
      details: { hash: HASH, expected: other },
    });
    await expect(installSource(url, answers(LUA), other)).rejects.toMatchObject({ code: 'denied' });
    await expect(installSource(`${url}#sha256=${HASH}`, answers(LUA), other)).rejects.toMatchObject({
      code: 'denied',
    });
    expect((await installSource(url, answers(LUA), HASH.toUpperCase())).hash).toBe(HASH);
  });

  it('with too much data returns nothing', async () => {
    const huge = new Uint8Array(40 * 1024 * 1024 + 1);
    await expect(installSource('https://example.com/x.zip', answers(huge))).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});

describe('the check for updates', () => {
  const now = (texts: ToolTexts, hash = 'new'): { hash: string; texts: ToolTexts } => ({ hash, texts });

  it('shows what would change, text by text', () => {
    const change = compareUpstream(
      now({ 'a.lua': 'one\ntwo\nthree\n', 'b.lua': 'gone\n', 'same.lua': 'x' }, 'old'),
      now({ 'a.lua': 'one\n2\nthree\n', 'c.lua': 'here\n', 'same.lua': 'x' }),
    );
    expect(change).toMatchObject({ changed: true, hash: 'new' });
    expect(change.changes.map(({ path, what }) => [path, what])).toEqual([
      ['a.lua', 'changed'],
      ['b.lua', 'removed'],
      ['c.lua', 'added'],
    ]);
    expect(change.changes[0]?.diff).toContain('@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n');
  });

  it('reports no changes when only the archive changed, or nothing', () => {
    expect(compareUpstream(now({ 'a.lua': 'x' }, 'old'), now({ 'a.lua': 'x' }))).toEqual({
      changed: false,
      hash: 'new',
      changes: [],
    });
    expect(compareUpstream(now({ constructor: 'x' }), now({})).changes).toHaveLength(1);
    expect(compareUpstream(now({}), now({ toString: 'x' })).changes).toMatchObject([{ what: 'added' }]);
  });

  it('returns diffs that turn the old text into the new one', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', '-x', '+y', '')).map((all) => all.join('\n'));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const { changes } = compareUpstream(now({ f: before }, 'old'), now({ f: after }));
        if (before === after) expect(changes).toEqual([]);
        else expect(applyPatch(before, changes[0]?.diff ?? '')).toBe(after);
      }),
    );
  });

  it('ends quickly even for texts with nothing in common', () => {
    const text = (word: string): string =>
      Array.from({ length: 10_000 }, (_, line) => `${word} ${line}`).join('\n');
    const [change] = compareUpstream(now({ f: text('a') }, 'old'), now({ f: text('b') })).changes;
    expect(change?.diff.split('\n').filter((line) => /^[-+][ab] /.test(line))).toHaveLength(20_000);
  });

  it('recognizes a tool by the name in its source', () => {
    const source = 'tool = { name = "weather" }';
    const draft = { kind: 'lua' as const, fileName: 'download.lua', source, files: { 'lib/x.lua': 'x' } };
    const installed = { kind: 'lua', name: 'weather', source, files: { 'lib/x.lua': 'x' } };
    expect(textsOf([draft])).toEqual({ 'weather.lua': source, 'weather/lib/x.lua': 'x' });
    expect(textsOf([installed])).toEqual(textsOf([draft]));
    const http = { kind: 'http' as const, fileName: 'x.http.json', source: '{"name":"y"}', files: {} };
    expect(Object.keys(textsOf([http, http]))).toEqual(['y.http.json', 'y (2).http.json']);
  });
});

it('finds a tool in an import by the name it declares; the last version counts', () => {
  const draft = (kind: ToolDraft['kind'], fileName: string, source: string): ToolDraft => ({
    ...{ kind, fileName, source, files: {}, config: {}, tags: [] },
  });
  const one = draft('lua', 'any.lua', 'tool = { name = "rain", version = "1" }');
  const two = draft('lua', 'other.lua', 'tool = { name = "rain", version = "2" }');
  const nameless = draft('lua', 'snow.lua', 'tool = {}');
  const http = draft('http', 'x.http.json', '{ "name": "hail" }');
  const all = [one, two, nameless, http];
  expect(['rain', 'snow', 'hail', 'x', 'any'].map((name) => namesake(all, name))).toEqual([
    two,
    nameless,
    http,
    undefined,
    undefined,
  ]);
});
