// Running a profile's script; the results are tested with the profiles.
import { expect, it } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import type { Profile } from '../core/profile.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import { resolveProfile } from './profile-scripts.ts';

const PROFILE: Profile = {
  ...{ id: 'p', name: 'slow', description: '', kind: 'lua', text: 'agent = {}' },
  ...{ createdAt: '', modifiedAt: '' },
};

it('ends when its answer is aborted', async () => {
  const runner: Pick<ToolRunner, 'run'> = {
    run: ({ signal, args }) =>
      new Promise((resolve) =>
        signal?.addEventListener('abort', () => {
          const error = { code: 'cancelled', message: 'stopped' } as const;
          resolve({ outcome: { error }, args: args as JsonObject, logs: [], milliseconds: 1 });
        }),
      ),
  };
  const stop = new AbortController();
  const resolving = resolveProfile(runner, PROFILE, undefined, stop.signal);
  stop.abort();
  await expect(resolving).rejects.toThrow(/stopped/);
});
