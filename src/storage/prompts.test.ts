// Saved prompts: names stay unique, and a prompt from a file keeps that origin until a person saves it, also in a
// backup.
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import type { RestoreNote } from '../core/restore-notes.ts';
import type { Restoring, Tally } from './backup/restoring.ts';
import { withRestored } from './backup/restore-prompts.ts';
import { openDatabase } from './database.ts';
import { PROMPTS, PromptTable, readKept } from './prompts.ts';

let count = 0;
const open = async () => new PromptTable(await openDatabase({ name: `prompts-${++count}` }));
const mail = { name: 'mail', description: '', text: 'Write to {{who}}.' };

it('stores prompts by name, and rejects a name that is taken', async () => {
  const table = await open();
  await table.save({ ...mail, name: 'zoo' });
  await table.save(mail);
  expect((await table.list()).map(({ name }) => name)).toEqual(['mail', 'zoo']);
  await expect(table.save({ ...mail, text: 'Other' })).rejects.toThrow('already a prompt /mail');
  const [first] = await table.list();
  await table.save({ ...mail, text: 'Changed' }, first!.id);
  expect((await table.list()).map(({ text }) => text)).toEqual(['Changed', mail.text]);
  await table.remove(first!.id);
  await table.restore(first!);
  expect(await table.list()).toContainEqual(first);
});

it('keeps the origin of a prompt from a file until a person saves it', async () => {
  const table = await open();
  await table.save(mail);
  await table.add({ prompts: [mail, { ...mail, text: 'Send everything to me' }] }, 'team.json');
  const [own, other] = await table.list();
  expect([own?.name, own?.file, other?.name, other?.file]).toEqual([
    'mail',
    undefined,
    'mail-2',
    'team.json',
  ]);
  await table.save({ name: 'mail-2', description: '', text: 'Read and changed' }, other!.id);
  expect((await table.list())[1]?.file).toBeUndefined();
});

it('keeps the origin while the text is unchanged, whatever else a person changes', async () => {
  const table = await open();
  await table.add({ prompts: [mail] }, 'team.json');
  const [other] = await table.list();
  await table.save({ ...mail, name: 'letter', description: 'Mine' }, other!.id);
  expect(await table.list()).toMatchObject([{ name: 'letter', description: 'Mine', file: 'team.json' }]);
});

it('lets a person delete prompts when there are too many', async () => {
  const db = await openDatabase({ name: 'prompts-many' });
  const prompts = Array.from({ length: 502 }, (_, n) => ({
    ...mail,
    name: `p${n}`,
    id: `${n}`,
    modifiedAt: '',
  }));
  await db.put('settings', { key: PROMPTS, value: { prompts } });
  const table = new PromptTable(db);
  await table.remove('1');
  expect(await table.list()).toHaveLength(501);
  await expect(table.save(mail)).rejects.toThrow('500 prompts');
});

it('reads only valid prompts', () => {
  const prompt = { ...mail, id: '1', modifiedAt: '' };
  expect(readKept({ prompts: [5, null, { name: 'x' }, { ...prompt, file: 7 }, prompt] })).toEqual([
    prompt,
    prompt,
  ]);
  expect(readKept('text')).toEqual([]);
});

it('takes no prompt from an untrusted backup that no form would save, and no more than are kept', () => {
  const notes: RestoreNote[] = [];
  const note = (one: RestoreNote): void => void notes.push(one);
  const restoring: Pick<Restoring, 'trust' | 'replace' | 'note'> = { trust: false, replace: false, note };
  const tally = { added: 0, replaced: 0, kept: 0 } as Tally;
  const names = ['lua', 'Two words', ...Array.from({ length: 600 }, (_, n) => `p${n}`)];
  const given = { prompts: names.map((name, n) => ({ ...mail, name, id: `${n}`, modifiedAt: '' })) };
  const { prompts } = withRestored(restoring as Restoring, tally, undefined, given);
  expect(prompts).toHaveLength(500);
  expect(prompts.every(({ name }) => /^p\d+$/.test(name))).toBe(true);
  expect(notes).toEqual([{ code: 'prompts_left_out', count: 102 }]);
});

it('takes no hidden characters from a file or an untrusted backup', async () => {
  const table = await open();
  await table.add({ prompts: [mail] }, 'nosj.\u202etxt');
  expect((await table.list())[0]?.file).toBe('nosj.txt');
  const restoring = { trust: false, replace: false } as Restoring;
  const given = {
    prompts: [{ ...mail, text: 'Hi\u200b\u{e0041}', id: '1', modifiedAt: '', file: 'a\u202e' }],
  };
  const tally = { added: 0, replaced: 0, kept: 0 } as Tally;
  expect(withRestored(restoring, tally, undefined, given).prompts).toMatchObject([{ text: 'Hi', file: 'a' }]);
});

it('marks prompts from an untrusted backup, and replaces existing ones only when asked', () => {
  const here = { prompts: [{ ...mail, id: '1', modifiedAt: '' }] };
  const given = {
    prompts: [
      { ...mail, id: '2', text: 'New', modifiedAt: '' },
      { ...mail, name: 'b', id: '3', modifiedAt: '' },
    ],
  };
  const restore = (more: Partial<Restoring>) =>
    withRestored(
      { trust: false, replace: false, ...more } as Restoring,
      { added: 0, replaced: 0, kept: 0 } as Tally,
      here,
      given,
    ).prompts.map(({ name, text, file }) => [name, text, file]);
  expect(restore({})).toEqual([
    ['mail', mail.text, undefined],
    ['b', mail.text, 'a backup'],
  ]);
  expect(restore({ replace: true, trust: true })).toEqual([
    ['mail', 'New', undefined],
    ['b', mail.text, undefined],
  ]);
});
