// Storage interface of the registry: one snapshot to read, one atomic commit.
import type { Bundle } from '../bundle.ts';
import type { ChangeRecord } from '../run-record.ts';
import type { Tool } from '../tool.ts';

/** A list of names stored beside the tools. */
export type Marked = 'removed-bundled' | 'disabled-builtin';

export interface Snapshot {
  /** Increases with every commit of any tab. */
  revision: number;
  /** As stored, unchecked: the store does not judge whether a record is readable. */
  tools: unknown[];
  bundles: unknown[];
  marks: Record<Marked, readonly string[]>;
}

/** A removed or overwritten tool, until it is restored or expires. */
export interface RemovedTool {
  id: string;
  tool: Tool;
  /** ISO 8601. */
  removedAt: string;
  /** Removed with its bundle, and restored with it. */
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
   * Writes everything in one transaction, unless another tab has written since `revision`.
   * @returns the new revision, or undefined when another tab has written, and nothing was changed.
   * @throws Failure `conflict` when an address or a slug is taken, `unavailable` when the storage fails.
   */
  commit(revision: number, commit: Commit): Promise<number | undefined>;
  /** Runs `work` under a lock shared by all tabs, so that a second tab waits instead of losing. */
  exclusive<T>(work: () => Promise<T>): Promise<T>;
  /** Returns removed tools, latest first. */
  removed(): Promise<RemovedTool[]>;
  /** Returns the changes to one tool address or bundle, latest first. */
  changes(of: string): Promise<ChangeRecord[]>;
  /** Calls back when another tab has changed something. Returns a function that unsubscribes. */
  onChange(listener: () => void): () => void;
}

/** History of a tool: its versions (the current one first), removed ones, and every change, latest first. */
export interface ToolHistory {
  versions: Tool[];
  removed: RemovedTool[];
  changes: ChangeRecord[];
}
