// fs.*: a tool's own folder, its shipped files, and the approval before anything is written.
import { describe, expect, it } from 'vitest';
import { dispatcherFor, memoryFolders, type DispatcherOptions } from '../dispatcher.test-support.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function folder(options: DispatcherOptions = {}) {
  const { dispatcher, asked, files } = dispatcherFor(options);
  const call = (operation: string, payload: object, body?: Uint8Array) =>
    dispatcher.answer(operation, JSON.stringify(payload), body);
  return {
    asked,
    files,
    write: (path: string, text: string) => call('fs.write', { path }, bytes(text)),
    read: async (path: string) => new TextDecoder().decode((await call('fs.read', { path })).bytes),
    remove: (path: string) => call('fs.delete', { path }),
    patch: (path: string, diff: string) => call('fs.patch', { path, diff }),
    search: async (text: string, dir?: string) =>
      JSON.parse((await call('fs.search', { text, dir })).json) as { path: string; line: number }[],
    list: async (dir?: string, glob?: string) =>
      (JSON.parse((await call('fs.list', { dir, glob })).json) as { path: string; type: string }[]).map(
        ({ path, type }) => (type === 'file' ? path : `${path}/`),
      ),
  };
}

describe('writing and deleting', () => {
  it('ask for approval, show what is written where, and change nothing when refused', async () => {
    const { write, remove, read, asked } = folder({ grants: { files: { 'a.txt': 'old' } } });
    await expect(write('./a.txt', 'new')).rejects.toMatchObject({
      code: 'denied',
      message: 'fs.write: a.txt: it was not approved',
    });
    await expect(remove('a.txt')).rejects.toMatchObject({ code: 'denied' });
    expect(await read('a.txt')).toBe('old');
    expect(asked).toEqual([
      { kind: 'write', path: 'a.txt', text: 'new' },
      { kind: 'delete', path: 'a.txt', text: '' },
    ]);
  });

  it('proceed after an approval, or without one when granted', async () => {
    const yes = folder({ allow: true });
    await yes.write('a.txt', 'x');
    expect([await yes.read('a.txt'), yes.asked.length]).toEqual(['x', 1]);
    const granted = folder({ grants: { writes: true } });
    await granted.write('a.txt', 'y');
    await granted.remove('a.txt');
    await expect(granted.read('a.txt')).rejects.toMatchObject({ code: 'not_found' });
    expect(granted.asked).toEqual([]);
  });

  it("pause the run's clock during an approval", async () => {
    const { dispatcher } = dispatcherFor({ allow: true });
    const clock: string[] = [];
    await dispatcher.answer('fs.write', '{"path":"a"}', bytes('x'), {
      hold: () => clock.push('hold'),
      release: () => clock.push('release'),
    });
    expect(clock).toEqual(['hold', 'release']);
  });

  it('never write a secret to a file, in any spelling (F66)', async () => {
    const secrets = [{ name: 'KEY', value: 'canary-1234', hosts: [] }];
    const { write, files } = folder({ secrets, grants: { writes: true } });
    for (const text of ['x canary-1234 y', btoa('user:canary-1234'), 'canary%2D1234']) {
      await expect(write('a.txt', text)).rejects.toMatchObject({
        code: 'denied',
        message: 'fs.write: a.txt: the text holds the secret KEY; keep it out of files',
      });
    }
    expect(await files.list('tool-1')).toEqual([]);
  });

  it('show only the beginning of a long text', async () => {
    const { write, asked } = folder();
    await write('a.txt', 'x'.repeat(1_000_000)).catch(() => undefined);
    expect(asked[0]).toMatchObject({ text: `${'x'.repeat(100_000)}… (1000000 bytes in all)` });
  });
});

describe('reading and listing', () => {
  const files = { 'data.json': '{}', 'lib/words.lua': '', 'lib/deep/x.lua': '' };

  it('prefer a written file to a shipped one', async () => {
    const { write, read } = folder({ grants: { files, writes: true } });
    expect(await read('data.json')).toBe('{}');
    await write('data.json', '[1]');
    expect(await read('data.json')).toBe('[1]');
  });

  it('list one directory at a time, by name, filtered by a glob', async () => {
    const { write, list } = folder({ grants: { files, writes: true } });
    await write('notes/a.txt', 'a');
    await write('notes/b.md', 'b');
    expect(await list()).toEqual(['data.json', 'lib/', 'notes/']);
    expect(await list('.')).toEqual(['data.json', 'lib/', 'notes/']);
    expect(await list('notes')).toEqual(['notes/a.txt', 'notes/b.md']);
    expect(await list('notes', '*.md')).toEqual(['notes/b.md']);
    expect(await list('lib', 'w?rds.*')).toEqual(['lib/words.lua']);
    expect(await list('nowhere')).toEqual([]);
  });

  it('match a hostile glob quickly', async () => {
    const { list } = folder({ grants: { files: { ['a'.repeat(250)]: '' } } });
    expect(await expectWithin(1000, () => list('', `${'*a'.repeat(100)}*b`))).toEqual([]);
  });

  it('refuse to delete shipped files', async () => {
    const { remove } = folder({ grants: { files, writes: true } });
    await expect(remove('data.json')).rejects.toMatchObject({ code: 'denied' });
    await expect(remove('nothing')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('cap the size of one answer', async () => {
    const { read, write } = folder({ grants: { writes: true }, limits: { answer: 3 } });
    await write('a', '1234');
    await expect(read('a')).rejects.toMatchObject({ code: 'too_large' });
  });

  it("see only the tool's own folder, whatever the payload says (A13)", async () => {
    const one = dispatcherFor({ grants: { folder: 'tool-1', writes: true } });
    await one.files.write('tool-2', 'secret.txt', bytes('theirs'));
    const payload = JSON.stringify({
      path: 'secret.txt',
      folder: 'tool-2',
      tool: 'tool-2',
      grants: { writes: true },
    });
    await expect(one.dispatcher.answer('fs.read', payload)).rejects.toMatchObject({ code: 'not_found' });
    await expect(one.dispatcher.answer('fs.read', '{"path":"../tool-2/secret.txt"}')).rejects.toMatchObject({
      code: 'denied',
    });
  });
});

describe('searching and patching', () => {
  it('finds text in shipped and written files, and in one folder', async () => {
    const { write, search } = folder({ grants: { writes: true, files: { 'a/x.txt': 'moon' } } });
    await write('b.txt', 'sun\nMOON');
    expect(await search('moon')).toEqual([
      { path: 'a/x.txt', line: 1, text: 'moon' },
      { path: 'b.txt', line: 2, text: 'MOON' },
    ]);
    expect(await search('moon', 'a')).toHaveLength(1);
    await expect(search('moon', '../a')).rejects.toMatchObject({ code: 'denied' });
  });

  it('asks for a patch as for a write, with the whole new text', async () => {
    const { patch, read, asked } = folder({ allow: true, grants: { files: { 'a.txt': 'one\ntwo\n' } } });
    await patch('a.txt', '@@ -2,1 +2,1 @@\n-two\n+2\n');
    expect(await read('a.txt')).toBe('one\n2\n');
    expect(asked).toEqual([{ kind: 'write', path: 'a.txt', text: 'one\n2\n' }]);
    await expect(patch('../a.txt', '')).rejects.toMatchObject({ code: 'denied' });
  });

  it('always asks before a change of a project folder, and shows the diff', async () => {
    const change = { folder: 'site', what: 'changed' as const, diff: '@@' };
    const store = { ...memoryFolders(), propose: async () => change };
    const { write, remove, asked } = folder({ grants: { writes: true, store } });
    await expect(write('a.txt', 'new')).rejects.toMatchObject({ code: 'denied' });
    await expect(remove('a.txt')).rejects.toMatchObject({ code: 'denied' });
    expect(asked).toEqual([
      { kind: 'write', path: 'a.txt', text: '', change },
      { kind: 'delete', path: 'a.txt', text: '', change },
    ]);
  });
});
