// Restores registries from a backup: those at addresses, since a folder exists on one device only. Those of an
// untrusted file are switched off.
import { UNSEEN } from '../../base/unseen.ts';
import { registryUrl, type ToolRegistry } from '../../core/tool-registry.ts';
import { MOST_REGISTRIES, readRegistries } from '../registries.ts';
import { verdict, type Restoring, type Tally } from './restoring.ts';

/** @returns what a backup has of the stored record */
export function portableRegistries(value: unknown): { registries: ToolRegistry[] } {
  return { registries: readRegistries(value).flatMap((registry) => portable(registry) ?? []) };
}

/** @param here the present record @returns the restored one */
export function withRestoredRegistries(restoring: Restoring, tally: Tally, here: unknown, given: unknown) {
  const registries = readRegistries(here);
  let off = 0;
  for (const one of readRegistries(given)) {
    const arriving = portable(one);
    if (!arriving) continue;
    const at = registries.findIndex((known) => registryUrl(known) === registryUrl(arriving));
    if (at < 0 && registries.length >= MOST_REGISTRIES) continue;
    // Someone else's file replaces none of the person's own.
    if (at >= 0 && !restoring.trust) tally.kept += 1;
    else if (verdict(restoring, tally, at >= 0)) {
      if (!restoring.trust) off += 1;
      const id = registries[at]?.id ?? freeId(one.id, registries);
      const name = restoring.trust ? one.name : one.name.replaceAll(UNSEEN, '');
      registries.splice(at < 0 ? registries.length : at, 1, {
        ...arriving,
        ...{ id, name },
        ...(!restoring.trust && { off: true }),
      });
    }
  }
  if (off > 0) restoring.note({ code: 'registries_off' });
  return { registries };
}

function portable({ id, name, address, off }: ToolRegistry): ToolRegistry | undefined {
  if (address === undefined || !/^https?:/.test(address) || !URL.canParse(address)) return undefined;
  return { id, name, address, ...(off && { off }) };
}

function freeId(id: string, registries: readonly ToolRegistry[]): string {
  return registries.some((one) => one.id === id) ? crypto.randomUUID() : id;
}
