// What a call may let out, and how much of the library it may read, carried along with it and with every call that it makes.
// Whoever sends something takes one, so that no way out can be forgotten: it says whether anything leaves at all, and which
// hosts the secrets in play allow.
//
// - In a dry run nothing leaves: what would be sent is noted instead.
// - A secret may be bound to hosts. Once a call, one that it made or the one that made it holds such a secret, a request to
//   another host is shown to a person first: the secret may be in it, in a spelling that nobody recognises.
import { originOfAddress, originsOf } from './hosts.ts';
import type { LibraryLimit } from './library-limit.ts';
import type { Secret } from './secrets.ts';
import type { Act, OutgoingRequest } from './call.ts';

type HeldSecret = Pick<Secret, 'name' | 'hosts'>;

export class Outbound {
  readonly #note: ((request: OutgoingRequest) => void) | undefined;
  #held = new Map<string, { name: string; hosts: readonly string[]; origins: readonly string[] }>();

  /** How much of the library may be read; undefined: all of it. */
  readonly limit: LibraryLimit | undefined;

  /** @param note of a dry run: hears what would be sent */
  constructor(note?: (request: OutgoingRequest) => void, limit?: LibraryLimit) {
    this.#note = note;
    this.limit = limit;
  }

  /**
   * The same way out, with the same secrets in play, for what may read no more than these collections. A list without any
   * holds no document; nor does it hold what the chat brought along.
   */
  within(collections: readonly string[]): Outbound {
    const limit = { within: [...(this.limit?.within ?? []), collections], documents: [] };
    const narrower = new Outbound(this.#note, limit);
    narrower.#held = this.#held;
    return narrower;
  }

  /** True where nothing may leave. */
  get isDry(): boolean {
    return this.#note !== undefined;
  }

  /** In a dry run, instead of sending. */
  note(request: OutgoingRequest): void {
    this.#note?.(request);
  }

  /** From now on these are in play. Those without hosts may go wherever the tool may. */
  hold(secrets: readonly HeldSecret[]): void {
    for (const { name, hosts } of secrets) {
      if (hosts.length === 0) continue;
      this.#held.set(JSON.stringify([name, hosts]), { name, hosts, origins: originsOf(hosts) });
    }
  }

  /** True when every secret in play may go to this origin. */
  allows(origin: string): boolean {
    return [...this.#held.values()].every(({ origins }) => origins.includes(origin));
  }

  /** The secrets in play that may not go there, as a phrase; undefined when all may. */
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
}

/**
 * What a person is asked before a request leaves; undefined when nobody need be asked.
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
