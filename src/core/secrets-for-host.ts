// Values of stored secrets for one host: only secrets that exist and may be sent there. Pure.
import { Failure } from './errors.ts';
import { canonicalHost } from './hosts.ts';
import type { Secret } from './secrets.ts';

/**
 * Returns values by name.
 * @param host of the address that receives them, with its port if any
 * @param reveal reads them from the vault
 * @throws Failure `unavailable` when one is missing or the vault is locked, `denied` when one is limited to other
 *   hosts
 */
export async function secretsForHost(
  host: string,
  names: readonly string[],
  reveal: (names: string[]) => Promise<Secret[]>,
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const target = canonicalHost(host);
  const found = new Map((await reveal([...names])).map((secret) => [secret.name, secret]));
  return new Map(
    names.map((name) => {
      const secret = found.get(name);
      if (!secret) {
        throw new Failure('unavailable', `The secret ${name} is missing. Add it under Settings, Secrets.`);
      }
      if (secret.hosts.length > 0 && !secret.hosts.some((allowed) => canonicalHost(allowed) === target)) {
        throw new Failure(
          'denied',
          `The secret ${name} may not be sent to ${String(target)}. Allow that host under Settings, Secrets.`,
        );
      }
      return [name, secret.value];
    }),
  );
}
