// The queue of scripts (with files next to them), imports and library packs, reviewed and installed one by one.
import type { App } from '../../apps/web/app.ts';
import type { LocalHandle } from '../../core/local-link.ts';
import type { Candidate, Placed } from './dropped-tools.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
export type ImportPreview = Awaited<ReturnType<ToolOperations['preview']>>;

/** Where it was opened, so that it can stay linked. */
export interface LocalSource {
  handle: LocalHandle;
  name: string;
}

/** Files that become bundles together, or an address to be entered. */
export interface ImportRequest {
  /** Empty: asks for an address, unless one of the next two is set. */
  imports: readonly Placed<File>[];
  /** The content of a share link. */
  link?: string;
  /** An import that was read elsewhere, and what to call it. */
  ready?: { preview: ImportPreview; name: string };
  /** Slug of the target bundle. */
  into?: string;
  local?: LocalSource;
}

export type IncomingScript = Candidate & { local?: LocalSource };

/** A library pack to be opened. */
export interface PackRequest {
  pack: File;
}

export type Incoming = IncomingScript | ImportRequest | PackRequest;

class InstallQueue {
  #incoming = $state.raw<readonly Incoming[]>([]);

  get current(): Incoming | undefined {
    return this.#incoming[0];
  }

  /** Number of items after the current one. */
  get waiting(): number {
    return Math.max(0, this.#incoming.length - 1);
  }

  add(incoming: readonly Incoming[]): void {
    this.#incoming = [...this.#incoming, ...incoming];
  }

  next(): void {
    this.#incoming = this.#incoming.slice(1);
  }

  /** Returns the items that nobody will review. */
  clear(): readonly Incoming[] {
    const dropped = this.#incoming;
    this.#incoming = [];
    return dropped;
  }
}

export const installQueue = new InstallQueue();
