// Reasons of failed calls, and the setup that they ask for.
import { expect, it } from 'vitest';
import type { CallReport } from '../../../core/tool.ts';
import { failureOf, setupFor } from './call-failure.ts';

const reason = (outcome: CallReport['outcome']) =>
  failureOf({ outcome, args: {}, logs: [], milliseconds: 1 })?.message;

it('reads the reason from the error, or from a result that reports a failure', () => {
  expect(reason({ error: { code: 'timeout', message: 'too slow' } })).toBe('too slow');
  expect(reason({ result: { success: false, error: 'no token' } })).toBe('no token');
  expect(reason({ result: { ok: false, error: 'channel_not_found' } })).toBe('channel_not_found');
  expect(reason({ result: { success: true, error: 'none' } })).toBeUndefined();
  expect(reason({ result: { ok: false, status: 404 } })).toBeUndefined();
  expect(reason({ result: 'error' })).toBeUndefined();
  expect(failureOf(undefined)).toBeUndefined();
});

it('names the secret to save, and recognises other missing settings', () => {
  const setup = (message: string) => setupFor({ code: 'tool_error', message });
  expect(setup('Missing GitHub config: token is required, such as ${GITHUB_TOKEN}')).toEqual({
    secret: 'GITHUB_TOKEN',
  });
  expect(setup("GitHub API returned 401; check token in the tool's config")).toEqual({ secret: '' });
  expect(setup('Slack refused: channel_not_found')).toBeUndefined();
  expect(setupFor({ code: 'timeout', message: 'config' })).toBeUndefined();
});
