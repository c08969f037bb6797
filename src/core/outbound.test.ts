// Outbound control of a call that may read less of the library than its caller.
import { expect, it } from 'vitest';
import type { OutgoingRequest } from './call.ts';
import { Outbound } from './outbound.ts';

it('shares secrets and dry runs with calls of narrower library limits', () => {
  const noted: OutgoingRequest[] = [];
  const whole = new Outbound((request) => noted.push(request));
  const narrow = whole.within(['work']);
  const request = { method: 'GET', url: 'https://b.example/' } as OutgoingRequest;
  narrow.note(request);
  expect([narrow.isDry, noted]).toEqual([true, [request]]);
  // A secret held by either binds both.
  narrow.hold([{ name: 'KEY', hosts: ['a.example'] }]);
  expect(whole.allows('https://b.example')).toBe(false);
  whole.hold([{ name: 'OTHER', hosts: ['b.example'] }]);
  expect(narrow.allows('https://a.example')).toBe(false);
  expect(whole.limit).toBeUndefined();
});
