// What waits to be looked at and installed, one after another: scripts with what lay beside them, and imports.
import type { LocalHandle } from '../../core/local-link.ts';
import type { Candidate, Placed } from './dropped-tools.ts';

/** Where it was opened, to stay linked to it. */
export interface LocalSource {
  handle: LocalHandle;
  name: string;
}

/** Files that become bundles together, or an address that somebody is about to name. */
export interface ImportRequest {
  /** Empty: an address is asked for, unless there is a link. */
  imports: readonly Placed<File>[];
  /** What stands in a link to a tool. */
  link?: string;
  /** The slug of the bundle that they are meant for. */
  into?: string;
  local?: LocalSource;
}

export type IncomingScript = Candidate & { local?: LocalSource };
export type Incoming = IncomingScript | ImportRequest;

class InstallQueue {
  #incoming = $state.raw<readonly Incoming[]>([]);

  get current(): Incoming | undefined {
    return this.#incoming[0];
  }

  /** How many come after the current one. */
  get waiting(): number {
    return Math.max(0, this.#incoming.length - 1);
  }

  add(incoming: readonly Incoming[]): void {
    this.#incoming = [...this.#incoming, ...incoming];
  }

  next(): void {
    this.#incoming = this.#incoming.slice(1);
  }

  /** Answers those that nobody will look at. */
  clear(): readonly Incoming[] {
    const dropped = this.#incoming;
    this.#incoming = [];
    return dropped;
  }
}

export const installQueue = new InstallQueue();
