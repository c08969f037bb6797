// The finder follows its list: new, changed, renamed, called and removed tools.
import { expect, it } from 'vitest';
import type { ToolInfo } from '../core/tool.ts';
import { ToolFinder } from './tool-finder.ts';
import { listedTool } from '../core/tools.test-support.ts';

const tool = (name: string, more: Partial<ToolInfo> = {}): ToolInfo =>
  listedTool(name, { id: `id of ${name}`, ...more });

function over(...list: ToolInfo[]) {
  const calls = new Map<string, string>();
  const state = { list, reads: 0 };
  const finder = new ToolFinder({
    list: () => {
      state.reads++;
      return state.list;
    },
    calledAt: ({ name }) => calls.get(name),
  });
  const names = (query: string): string[] => finder.find(query, { limit: 9 }).map(({ tool }) => tool.name);
  return { finder, state, calls, names };
}

it('returns the tools themselves, and how they were found', () => {
  const { finder } = over(tool('mail'), tool('radio'));
  expect(finder.find('mai', { limit: 5 })).toEqual([
    { tool: tool('mail'), score: expect.closeTo(0.8) as number, why: 'prefix' },
  ]);
});

it('reads the list once, and again only after a change', () => {
  const { finder, state, names } = over(tool('mail'));
  names('mail');
  state.list = [tool('mail'), tool('mailbox')];
  expect(names('mail')).toEqual(['mail']);
  expect(state.reads).toBe(1);
  finder.changed();
  expect(names('mail')).toEqual(['mail', 'mailbox']);
  state.list = [];
  finder.changed();
  expect(names('mail')).toEqual([]);
});

it('notices a new text, a new name, and a switch', () => {
  const { finder, state, names } = over(tool('mail'));
  names('mail');
  state.list = [tool('mail', { description: 'Paints.', modifiedAt: '2026-02-01T00:00:00Z' })];
  finder.changed();
  expect(names('paint something')).toEqual(['mail']);
  state.list = [tool('mail', { name: 'mine__mail', enabled: false, modifiedAt: '2026-02-01T00:00:00Z' })];
  finder.changed();
  expect(names('mine mail')).toEqual(['mine__mail']);
  expect(finder.find('mail', { limit: 9, allowed: ({ enabled }) => enabled })).toEqual([]);
});

it('ranks the last called tool first', () => {
  const { finder, calls, names } = over(tool('mail_a'), tool('mail_b'));
  expect(names('mail')).toEqual(['mail_a', 'mail_b']);
  calls.set('mail_b', '2026-03-01T00:00:00Z');
  finder.changed();
  expect(names('mail')).toEqual(['mail_b', 'mail_a']);
});
