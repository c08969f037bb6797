// Allows one answer at a time per conversation across tabs. The answering tab holds a lock, which the browser
// releases when the tab closes.
import type { AgentEvent } from '../../core/conversation.ts';

/** Milliseconds to wait for the lock: a query holds it for a moment. */
const PATIENCE = 1000;

const nameOf = (conversation: string): string => `perilune-answering-${conversation}`;

/**
 * Yields the events while holding the lock. Throws before the first one when another tab holds it.
 * @param conversation undefined: a new one, which no other tab knows
 */
export async function* underLock(
  conversation: string | undefined,
  events: () => AsyncGenerator<AgentEvent, void>,
): AsyncGenerator<AgentEvent, void> {
  let release = conversation === undefined ? undefined : await hold(conversation);
  if (conversation !== undefined && !release) return yield* refused(conversation);
  try {
    for await (const event of events()) {
      if (event.type === 'start') release ??= await hold(event.conversation);
      yield event;
    }
  } finally {
    release?.();
  }
}

async function* refused(conversation: string): AsyncGenerator<AgentEvent, void> {
  yield { type: 'start', conversation, message: crypto.randomUUID(), mode: 'search' };
  const message = 'Another tab is answering in this chat. Wait until it finishes, then ask again.';
  yield { type: 'error', error: { code: 'conflict', message } };
  yield { type: 'end', reason: 'failed' };
}

export async function isAnswered(conversation: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(conversation));
}

export async function untilAnswered(conversation: string): Promise<void> {
  await navigator.locks?.request(nameOf(conversation), () => undefined);
}

/** @returns a function that releases the lock; undefined when another tab holds it */
async function hold(conversation: string): Promise<(() => void) | undefined> {
  const { locks } = navigator;
  if (!locks) return () => undefined;
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const signal = AbortSignal.timeout(PATIENCE);
  return new Promise((resolve) => {
    locks
      .request(nameOf(conversation), { signal }, () => {
        resolve(release);
        return released;
      })
      .catch(() => resolve(undefined));
  });
}
