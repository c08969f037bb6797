// The tools of a project folder, called like any tool: which run at once, which show a diff, which are refused.
import { beforeEach, expect, it } from 'vitest';
import type { Act, Caller } from '../../core/call.ts';
import { Taint } from '../../core/taint.ts';
import { MODEL, openRig, type Rig } from '../../apps/web/code-mode.test-support.ts';
import { mapFolder } from './map-folder.ts';
import { ProjectFiles } from './project-files.ts';
import { projectTools } from './project-tools.ts';

let rig: Rig;
let disk: Map<string, Uint8Array>;

beforeEach(async () => {
  disk = new Map([
    ['src/a.js', new TextEncoder().encode('let a = 1;\nlet b = 2;\n')],
    ['notes.md', new TextEncoder().encode('Moon notes\n')],
  ]);
  const files = new ProjectFiles(
    'site',
    mapFolder('site', disk, async () => undefined),
  );
  rig = await openRig();
  for (const builtin of projectTools(async (chat) => (chat === 'chat-1' ? files : undefined)))
    rig.tools.offer(builtin);
});

const textAt = (path: string) => new TextDecoder().decode(disk.get(path));

function call(
  name: string,
  args: object,
  { caller = MODEL, taint = new Taint() }: { caller?: Caller; taint?: Taint } = {},
) {
  return rig.tools.call(name, args, { caller, taint }).then(({ outcome }) => outcome);
}

it('lists, reads and searches immediately, and taints the answer', async () => {
  const taint = new Taint();
  expect(await call('fs_list', { dir: 'src' }, { taint })).toEqual({
    result: { folder: 'site', files: [{ path: 'src/a.js', size: 22 }] },
  });
  expect(taint.sources).toEqual(['files of the project folder']);
  expect(await call('fs_read', { path: './notes.md' })).toEqual({
    result: { path: 'notes.md', text: 'Moon notes\n', lines: 2 },
  });
  expect(await call('fs_read', { path: 'src/a.js', line: 2 })).toMatchObject({
    result: { text: 'let b = 2;\n', line: 2 },
  });
  expect(await call('fs_search', { text: 'MOON' })).toEqual({
    result: { matches: [{ path: 'notes.md', line: 1, text: 'Moon notes' }] },
  });
  expect(rig.asked).toEqual([]);
});

it.each([
  ['fs_write', { path: 'src/a.js', text: 'let a = 3;\n' }, '-let a = 1;\n-let b = 2;\n+let a = 3;'],
  [
    'fs_patch',
    { path: 'src/a.js', diff: '@@ -1,1 +1,1 @@\n-let a = 1;\n+let a = 3;\n' },
    '-let a = 1;\n+let a = 3;',
  ],
  ['fs_delete', { path: 'src/a.js' }, '-let a = 1;\n-let b = 2;'],
])('%s shows the change, and makes it only after a yes', async (name, args, diff) => {
  const before = textAt('src/a.js');
  expect((await call(name, args)).error).toMatchObject({ code: 'denied' });
  expect(textAt('src/a.js')).toBe(before);
  const [act] = rig.asked as (Act & { change?: { folder: string; diff: string } })[];
  expect(act?.change?.folder).toBe('site');
  expect(act?.change?.diff).toContain(diff);
  rig.person.answer = () => true;
  expect((await call(name, args)).error).toBeUndefined();
  expect(rig.recorded.map(({ approval }) => approval?.answer)).toEqual(['no', 'yes']);
  if (name === 'fs_delete') expect(disk.has('src/a.js')).toBe(false);
  else expect(textAt('src/a.js')).toContain('let a = 3;');
});

it('refuses without asking what leads outside, does not fit, or is not in this chat', async () => {
  rig.person.answer = () => true;
  expect((await call('fs_write', { path: '../x', text: '' })).error?.code).toBe('denied');
  expect((await call('fs_patch', { path: 'notes.md', diff: '@@ -1 +1 @@\n-no\n+x\n' })).error?.code).toBe(
    'conflict',
  );
  expect((await call('fs_read', { path: 'gone.md' })).error?.code).toBe('not_found');
  const elsewhere: Caller = { kind: 'agent', conversation: 'chat-2', call: '1' };
  for (const caller of [elsewhere, { kind: 'page' } as Caller]) {
    expect((await call('fs_read', { path: 'notes.md' }, { caller })).error?.message).toContain(
      'this chat has no project folder',
    );
  }
  expect(rig.asked).toEqual([]);
});

it('refuses changes in read-only mode without asking', async () => {
  rig.readOnlyChats.add('chat-1');
  const { error } = await call('fs_write', { path: 'notes.md', text: 'x' });
  expect(error?.message).toContain('read-only mode is on in this chat and refuses writing');
  expect((await call('fs_read', { path: 'notes.md' })).error).toBeUndefined();
  expect(rig.asked).toEqual([]);
});
