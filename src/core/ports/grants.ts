// What the caller lets a run do beyond computing. Every field that limits a run is required, because a missing one
// would mean no limit.
import type { Outbound } from '../outbound.ts';
import type { Taint } from '../taint.ts';
import type { Act, FileChange } from '../call.ts';
import type { CallTool } from './call-tool.ts';
import type { SignInTarget } from './tool-sign-in.ts';

/** Storage of the tools' folders. A folder has the id of its tool; paths are already checked. */
export interface FolderStore {
  read(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** @throws Failure `too_large` when the file or the folder would exceed its limit. */
  write(folder: string, path: string, bytes: Uint8Array): Promise<void>;
  list(folder: string): Promise<FileFacts[]>;
  /**
   * In a project folder: returns a change for the person who decides, before it is made. Absent: changes are not
   * shown as differences.
   * @param bytes undefined: the file is deleted
   */
  propose?(path: string, bytes: Uint8Array | undefined): Promise<FileChange>;
  /** @returns whether it existed. */
  remove(folder: string, path: string): Promise<boolean>;
}

export interface FileFacts {
  path: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** What the caller lets a run do. */
export interface Grants {
  /** Hosts it may reach, matched exactly. */
  hosts: readonly string[];
  /** Id of its folder. */
  folder: string;
  /** Files that came with the script: readable, not writable. */
  files: Readonly<Record<string, string>>;
  /** May write to its folder without asking. */
  writes: boolean;
  /** After reading untrusted text, it asks before it sends anything (design D11). */
  cautious: boolean;
  /** What may leave. */
  outbound: Outbound;
  /** What was read before the run. The run adds what it reads. */
  taint: Taint;
  /** Asks a person. */
  approve(act: Act, signal: AbortSignal): Promise<boolean>;
  callTool: CallTool;
  /** It has no granted hosts: each request to any host needs approval. */
  asksToSend: boolean;
  /** The run itself is not approved yet: each request needs approval, regardless of taint. */
  asksFirst: boolean;
  /** Further hosts that access tokens may be sent to, besides their own: a person has seen these requests. */
  tokenHosts: readonly string[];
  /** Where a person signs in for an HTTP tool, from its definition; undefined: it can't use a sign-in. */
  signIn: (() => Promise<SignInTarget | undefined>) | undefined;
  /** Where its folder is stored; undefined: with those of the tools. */
  store: FolderStore | undefined;
  /** Sees each host call first; undefined: none does. */
  before: HostCallGuard | undefined;
}

export interface HostAnswer {
  /** JSON text. */
  json: string;
  bytes?: Uint8Array;
}

/** Answers a host call in place of the page, rejects it with a Failure, or returns undefined to let it pass. */
export type HostCallGuard = (
  operation: string,
  payload: Readonly<Record<string, unknown>>,
  bytes: Uint8Array | undefined,
) => Promise<HostAnswer | undefined>;
