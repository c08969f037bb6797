// A backup carries a person's secrets, and no sign-in of a tool.
import { expect, it } from 'vitest';
import { toolSignInName } from '../../core/ports/tool-sign-in.ts';
import { backupSecrets } from './backup-secrets.ts';

it('leaves sign-ins of tools on this device', async () => {
  const names = ['secret:API_KEY', 'tool_key', toolSignInName('folder-1')];
  const secrets = await backupSecrets({
    list: async (prefix) => names.filter((name) => name.startsWith(prefix)).map((name) => ({ name })),
    open: async (asked) => asked.map((name) => ({ name, value: 'v', hosts: undefined })),
  });
  expect(secrets.map(({ name }) => name)).toEqual(['secret:API_KEY', 'tool_key']);
});
