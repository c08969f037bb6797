// What the caller of a run lets it do beyond computing. Every field that limits a run is required: a field left out would be no limit.
import type { Json } from '../../base/json.ts';
import type { Outbound } from '../outbound.ts';
import type { Taint } from '../taint.ts';
import type { Act, ToolResult } from '../call.ts';

/** Where the folders of tools are kept. A folder has the id of its tool; paths are checked before they get here. */
export interface FolderStore {
  read(folder: string, path: string): Promise<Uint8Array | undefined>;
  /** @throws Failure `too_large` when the file or the folder would be over its limit. */
  write(folder: string, path: string, bytes: Uint8Array): Promise<void>;
  list(folder: string): Promise<FileFacts[]>;
  /** @returns whether there was one. */
  remove(folder: string, path: string): Promise<boolean>;
}

export interface FileFacts {
  path: string;
  /** Bytes. */
  size: number;
  /** ISO 8601. */
  modified: string;
}

/** What the caller of a run lets it do. */
export interface Grants {
  /** Hosts it may reach: exact. */
  hosts: readonly string[];
  /** The id of its folder. */
  folder: string;
  /** Files that came with the script: readable, not writable. */
  files: Readonly<Record<string, string>>;
  /** May write to its folder without asking. */
  writes: boolean;
  /** Once it has read text that anybody may have written, it asks before it sends anything (design D11). */
  cautious: boolean;
  /** What may leave. */
  outbound: Outbound;
  /** What was read before the run. What the run reads is added to it. */
  taint: Taint;
  /** Asks a person. */
  approve(act: Act, signal: AbortSignal): Promise<boolean>;
  /** `tools.NAME{…}`. `onWaiting` says when a person is being asked. */
  callTool(
    name: string,
    args: Json,
    signal: AbortSignal,
    onWaiting: (waiting: boolean) => void,
  ): Promise<ToolResult>;
  /** It has no granted hosts: a person is asked about each request, wherever it goes. */
  asksToSend: boolean;
  /** Nobody has agreed to its being run yet: a person is asked about each request, whatever was read. */
  asksFirst: boolean;
  /** Hosts that access tokens may go to, besides those that they come from: the requests are data that a person has seen. */
  tokenHosts: readonly string[];
  /** Where its folder is kept; undefined: with those of the tools. */
  store: FolderStore | undefined;
  /** Sees each host call first; undefined: nothing does. */
  before: HostCallGuard | undefined;
}

export interface HostAnswer {
  /** JSON text. */
  json: string;
  bytes?: Uint8Array;
}

/** Answers a host call in place of the page, refuses it with a Failure, or lets it pass with undefined. */
export type HostCallGuard = (
  operation: string,
  payload: Readonly<Record<string, unknown>>,
  bytes: Uint8Array | undefined,
) => Promise<HostAnswer | undefined>;
