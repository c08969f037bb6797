// The records of one or more kinds in the app's database, as sync sees them.
import type { Json } from '../../../base/json.ts';
import { isObject } from '../../../base/json.ts';
import { passageHash } from '../../../search/passage-hash.ts';
import type { Incoming, LocalRecord, Outcome } from '../engine/ports.ts';
import { canonical } from '../log/canonical.ts';

export interface RecordKind {
  readonly kinds: readonly string[];
  scan(kinds: readonly string[]): AsyncIterable<LocalRecord>;
  apply(changes: readonly Incoming[]): Promise<ReadonlyMap<string, Outcome>>;
}

/** Tells whether a record has changed. Not cryptographic, and fast enough inside a transaction. */
export function markOf(value: unknown): string {
  const text = canonical(value);
  return `${text.length}.${passageHash(text).join('.')}`;
}

export function idIn(key: string): string {
  return key.slice(key.indexOf('/') + 1);
}

/** A record whose value is at hand. */
export function localRecord(key: string, value: unknown, time?: string): LocalRecord {
  const ms = time === undefined ? Number.NaN : Date.parse(time);
  return {
    key,
    mark: markOf(value),
    ...(!Number.isNaN(ms) && { time: ms }),
    read: async () => value as Json,
  };
}

/** Returns the value as an object whose named fields are texts; undefined for anything else. */
export function withTexts<Field extends string>(
  value: unknown,
  ...fields: Field[]
): (Record<string, unknown> & Record<Field, string>) | undefined {
  if (!isObject(value) || !fields.every((field) => typeof value[field] === 'string')) return undefined;
  return value as Record<string, unknown> & Record<Field, string>;
}

/** Notifies this tab and all others, as the app's own writes do. */
export function announce(channel: string, message: unknown): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage(message);
  sender.close();
}
