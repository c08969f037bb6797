// A proposed tool as shown on its card.
import { expect, it } from 'vitest';
import type { Json } from '../../../base/json.ts';
import { proposalOf } from './proposal.ts';

const read = (result: Json) => proposalOf({ outcome: { result } });

it('tells a fix from a new tool, and counts its cases', () => {
  expect(read({ proposal: 'p1', name: 'calc', kind: 'fix', cases: 2 })).toEqual({
    id: 'p1',
    name: 'calc',
    kind: 'fix',
    cases: 2,
    problems: [],
  });
  expect(
    read({ proposal: 'p2', name: 'calc', kind: 'new', cases: [{}], problems: ['a', { message: 'b' }] }),
  ).toMatchObject({
    kind: 'new',
    cases: 1,
    problems: ['a', 'b'],
  });
});

it('tells a removal', () => {
  expect(read({ proposal: 'p3', name: 'calc', kind: 'removal', cases: 0 })?.kind).toBe('removal');
});

it('finds no proposal when there is none to open', () => {
  expect([read(null), read('p1'), read({ name: 'calc' }), proposalOf(undefined)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(proposalOf({ outcome: { error: { code: 'bad_request', message: 'no' } } })).toBeUndefined();
});
