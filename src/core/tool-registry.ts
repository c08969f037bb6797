// A registry: a folder on this device, or an address, with a `registry.toml` that lists tools, connectors and agents to
// install.
import type { FolderHandle } from './local-link.ts';

/** The stored record. Exactly one of `address`, `handle` and `files` is set. */
export interface ToolRegistry {
  id: string;
  /** From its manifest; otherwise its folder or host. */
  name: string;
  /** The address of its folder, ending in `/`, or of a ZIP. */
  address?: string;
  /** The folder on this device, read each time. */
  handle?: FolderHandle;
  /** A copy of its texts by path, in browsers that can't keep a folder. */
  files?: ReadonlyMap<string, Uint8Array>;
  /** Not browsed. */
  off?: true;
}

/** Tells where an installed tool came from, as in `Upstream.url`. */
export function registryUrl({ id, address }: Pick<ToolRegistry, 'id' | 'address'>): string {
  return address ?? `registry:${id}`;
}
