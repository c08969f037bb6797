// Notices about a model that has not answered yet.
import { expect, it } from 'vitest';
import { waitingNotice } from './model-notices.ts';

it('names the pause after too many requests, and otherwise the silence', () => {
  const retry = waitingNotice({ type: 'waiting', seconds: 8, retry: true });
  expect(retry).toMatchObject({ code: 'asked_to_wait', passing: true });
  expect(retry.text).toContain('asks to wait: next try in 8 s');
  expect(waitingNotice({ type: 'waiting', seconds: 10 }).text).toMatch(/Still waiting.*10 seconds/);
});
