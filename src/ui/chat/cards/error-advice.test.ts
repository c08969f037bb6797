// What is said beside an error.
import { expect, it } from 'vitest';
import { adviceFor } from './error-advice.ts';

it('says where a host is allowed, and nothing to a no of the person', () => {
  const refused =
    "host 'x.example' is not granted; to allow it, add x.example to the hosts in the tool's settings";
  expect(adviceFor('denied', refused)).toContain('studio');
  expect(adviceFor('denied', "the call of tool 'x' was not approved")).toBeUndefined();
});

it('says nothing of a call that a person stopped, or of what its own script says', () => {
  expect(adviceFor('cancelled', 'stopped')).toBeUndefined();
  expect(adviceFor('tool_error', 'no such city')).toBeUndefined();
});
