// One answer at a time a conversation, in whatever tab: the tab that answers holds a lock, and loses it when it is closed.
import type { AgentEvent } from '../../core/conversation.ts';

/** Milliseconds to wait for the lock: who asks whether it is held takes it for a moment. */
const PATIENCE = 1000;

const nameOf = (conversation: string): string => `perilune-answering-${conversation}`;

/**
 * Hands the events on, with the lock held before the first and to the last. While another tab holds it, they are never begun.
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
  const message = 'Another tab is answering in this chat. Wait until it is done, then ask again.';
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

/** @returns what lets it go; undefined when another tab has it */
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
