// What is attached, and what goes to the review of tools.
import { expect, it, vi } from 'vitest';
import { Attachments } from './attachments.svelte.ts';

const reviewed: string[] = [];
vi.mock('../../studio/take-files.ts', () => ({
  withoutTools: async (files: readonly File[]) => {
    const tools = files.filter(({ name }) => name.endsWith('.lua'));
    reviewed.push(...tools.map(({ name }) => name));
    return files.filter((file) => !tools.includes(file));
  },
}));

const knowledge = {
  add: async ([{ path }]: [{ path: string }]) => ({ ids: [path], skipped: [] }),
  get: async (id: string) => ({ id, title: id }),
};
const attachments = () =>
  new Attachments({ knowledge } as unknown as ConstructorParameters<typeof Attachments>[0]);
const script = () => new File(['tool = {}'], 'main.lua');

it('sends a chosen tool to its review', async () => {
  expect((await attachments().take({ files: [script()] })).mentions).toEqual([]);
  expect(reviewed).toEqual(['main.lua']);
});

it('attaches the resource of a server whatever it is called, and offers no tool of it', async () => {
  reviewed.length = 0;
  const fetch = async () => ({ files: [script()], title: 'git:main.lua' });
  const { mentions } = await attachments().take({ name: 'git:main.lua', fetch });
  expect([mentions.map(({ id }) => id), reviewed]).toEqual([['main.lua'], []]);
});
