// What the registry asks of the storage: one snapshot to read, one commit that is all or nothing.
import type { Bundle } from '../bundle.ts';
import type { ChangeRecord } from '../run-record.ts';
import type { Tool } from '../tool.ts';

/** A list of names kept beside the tools. */
export type Marked = 'removed-bundled' | 'disabled-builtin';

export interface Snapshot {
  /** Grows with every commit of any tab. */
  revision: number;
  /** As they lie there: whether one reads is not the store's to judge. */
  tools: unknown[];
  bundles: unknown[];
  marks: Record<Marked, readonly string[]>;
}

/** A removed or overwritten tool, until it is brought back or reaped. */
export interface RemovedTool {
  id: string;
  tool: Tool;
  /** ISO 8601. */
  removedAt: string;
  /** It went with its bundle, and comes back with it. */
  withBundle?: boolean;
}

export interface Commit {
  putTools?: readonly Tool[];
  /** Ids. */
  deleteTools?: readonly string[];
  putBundles?: readonly Bundle[];
  deleteBundles?: readonly string[];
  putRemoved?: readonly RemovedTool[];
  deleteRemoved?: readonly string[];
  changes?: readonly ChangeRecord[];
  marks?: Partial<Record<Marked, readonly string[]>>;
}

export interface ToolStore {
  read(): Promise<Snapshot>;
  revision(): Promise<number>;
  /**
   * Writes all of it in one transaction, if nobody has written since `revision`.
   * @returns the new revision, or undefined: somebody has, and nothing was written.
   * @throws Failure `conflict` when an address or a slug is taken, `unavailable` when the storage fails.
   */
  commit(revision: number, commit: Commit): Promise<number | undefined>;
  /** Runs `work` while no other tab is in its own: so that a second tab waits instead of losing. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Removed tools, latest first. */
  removed(): Promise<RemovedTool[]>;
  /** The changes to one tool address or bundle, latest first. */
  changes(of: string): Promise<ChangeRecord[]>;
  /** Calls back when another tab has changed something. Returns what stops it. */
  onChange(listener: () => void): () => void;
}

/** A tool's past: its versions (the one in front first), what was removed of it, and every change, latest first. */
export interface ToolHistory {
  versions: Tool[];
  removed: RemovedTool[];
  changes: ChangeRecord[];
}
