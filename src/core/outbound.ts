// Controls what a call may send, and how much of the library it may read. It is passed on to every nested call. Every
// sender requires one, so no way out is forgotten: it decides whether anything leaves at all, and which hosts the
// secrets in play allow.
//
// - In a dry run nothing leaves: requests are noted instead.
// - In read-only mode, it refuses calls that send or write.
// - A secret can be bound to hosts. Once a call, a nested call or its caller holds such a secret, each request to
//   another host is first shown to a person: it may contain the secret in an unrecognised encoding.
import { originOfAddress, originsOf } from './hosts.ts';
import type { LibraryLimit } from './library-limit.ts';
import { refusedByReadOnly, type ReadOnly } from './read-only.ts';
import type { Secret } from './secrets.ts';
import type { Act, OutgoingRequest } from './call.ts';

type HeldSecret = Pick<Secret, 'name' | 'hosts'>;

export class Outbound {
  readonly #note: ((request: OutgoingRequest) => void) | undefined;
  #readOnly: ReadOnly | undefined;
  #held = new Map<string, { name: string; hosts: readonly string[]; origins: readonly string[] }>();

  /** The readable part of the library; undefined: all of it. */
  readonly limit: LibraryLimit | undefined;

  /** @param note for a dry run: receives the requests that would be sent */
  constructor(note?: (request: OutgoingRequest) => void, limit?: LibraryLimit) {
    this.#note = note;
    this.limit = limit;
  }

  /**
   * Returns an Outbound with the same secrets in play, limited to these collections. An empty list contains no
   * documents, not even attachments of the chat.
   */
  within(collections: readonly string[]): Outbound {
    return this.#copy({ within: [...(this.limit?.within ?? []), collections], documents: [] });
  }

  /** Returns an Outbound with the same secrets in play, in read-only mode. */
  inReadOnly(mode: ReadOnly): Outbound {
    const stricter = this.#copy(this.limit);
    stricter.#readOnly = mode;
    return stricter;
  }

  /** True in read-only mode. A dry run needs no refusal: nothing happens in it. */
  get isReadOnly(): boolean {
    return this.#readOnly !== undefined && !this.isDry;
  }

  /**
   * Refuses an action in read-only mode.
   * @param what such actions, as a plural: `requests`
   * @throws Failure `denied`
   */
  refuse(what: string): void {
    if (this.#readOnly && !this.isDry) throw refusedByReadOnly(this.#readOnly, what);
  }

  /** True in a dry run, where nothing may leave. */
  get isDry(): boolean {
    return this.#note !== undefined;
  }

  /** Replaces sending in a dry run. */
  note(request: OutgoingRequest): void {
    this.#note?.(request);
  }

  /** Puts secrets in play. Secrets without hosts can be sent wherever the tool may send. */
  hold(secrets: readonly HeldSecret[]): void {
    for (const { name, hosts } of secrets) {
      if (hosts.length === 0) continue;
      this.#held.set(JSON.stringify([name, hosts]), { name, hosts, origins: originsOf(hosts) });
    }
  }

  /** Tells whether every secret in play may go to this origin. */
  allows(origin: string): boolean {
    return [...this.#held.values()].every(({ origins }) => origins.includes(origin));
  }

  /** Returns the secrets in play that may not go there, as a phrase; undefined when all may. */
  secretsBarredFrom(url: string): string | undefined {
    const origin = originOfAddress(url);
    const barred = [...this.#held.values()].filter(
      ({ origins }) => origin === undefined || !origins.includes(origin),
    );
    if (barred.length === 0) return undefined;
    return barred
      .map(({ name, hosts }) => `the secret ${name}, which may be sent to ${hosts.join(', ')} only`)
      .join('; and ');
  }

  #copy(limit: LibraryLimit | undefined): Outbound {
    const copy = new Outbound(this.#note, limit);
    copy.#held = this.#held;
    copy.#readOnly = this.#readOnly;
    return copy;
  }
}

/**
 * Returns the question to ask before a request leaves; undefined when none is needed.
 * @param why what was read before, if that is a reason to ask
 */
export function sendingOf(
  request: OutgoingRequest,
  why: string | undefined,
  outbound: Outbound,
): Act | undefined {
  const barred = outbound.secretsBarredFrom(request.url);
  if (why === undefined && barred === undefined) return undefined;
  return { kind: 'send', request, why: why ?? '', ...(barred !== undefined && { barred }) };
}
