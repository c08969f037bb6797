// The log of changes in words.
import { expect, it } from 'vitest';
import { changeText } from './change-labels.ts';

it('names the action, the version, who did it, and the fields', () => {
  const change = { id: '', at: '', subject: 'tool', of: 'b/s', name: 'greet' } as const;
  expect(changeText({ ...change, what: 'changed', by: 'user', version: '1.0', note: 'policy, hosts' })).toBe(
    'Version 1.0 changed by you: policy, hosts',
  );
  expect(changeText({ ...change, what: 'created', by: 'agent', version: '2', note: '' })).toBe(
    'Version 2 created by a model',
  );
  expect(changeText({ ...change, what: 'removed', by: 'page' })).toBe(
    'Tool removed by a script on this page',
  );
});
