// Tells all tabs which conversations are being answered: the tab that answers holds a lock, and loses it when it is closed.
import type { AgentEvent } from '../../core/conversation.ts';

const nameOf = (conversation: string): string => `perilune-answering-${conversation}`;

/** Hands the events on, with the lock held from the first to the last. */
export async function* underLock(events: AsyncGenerator<AgentEvent, void>): AsyncGenerator<AgentEvent, void> {
  let release: (() => void) | undefined;
  try {
    for await (const event of events) {
      if (event.type === 'start') release = hold(event.conversation);
      yield event;
    }
  } finally {
    release?.();
  }
}

export async function isAnswered(conversation: string): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return held.some(({ name }) => name === nameOf(conversation));
}

export async function untilAnswered(conversation: string): Promise<void> {
  await navigator.locks?.request(nameOf(conversation), () => undefined);
}

function hold(conversation: string): () => void {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  // Shared: the lock says that somebody answers; it keeps nobody from it.
  navigator.locks?.request(nameOf(conversation), { mode: 'shared' }, () => released).catch(() => undefined);
  return release;
}
