// Advice next to an error.
import { expect, it } from 'vitest';
import { toEndpoint } from '../../../models/endpoint.ts';
import { fromStatus } from '../../../models/errors.ts';
import { adviceFor, leadsToSettings } from './error-advice.ts';

it('says where to allow a host, and nothing after a no', () => {
  const refused =
    "host 'x.example' is not granted; to allow it, add x.example to the hosts in the tool's settings";
  expect(adviceFor('denied', refused)).toContain('studio');
  expect(adviceFor('denied', "the call of tool 'x' was not approved")).toBeUndefined();
});

it("is empty for a call the user stopped, and for the script's own errors", () => {
  expect(adviceFor('cancelled', 'stopped')).toBeUndefined();
  expect(adviceFor('tool_error', 'no such city')).toBeUndefined();
});

it('links to the settings when a message names them or no server answers, and only then', () => {
  const refused = fromStatus(
    401,
    {},
    undefined,
    toEndpoint({ baseUrl: 'https://m.example/v1', model: 'm' }, 'k'),
  );
  expect(leadsToSettings(refused.toData())).toBe(true);
  expect(leadsToSettings({ code: 'unavailable', message: 'Nothing answers at localhost:1.' })).toBe(true);
  expect(
    leadsToSettings({ code: 'rate_limited', message: 'm.example is refusing requests for now (429).' }),
  ).toBe(false);
});
