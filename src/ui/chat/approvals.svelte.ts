// The calls that wait for a person, and which of them the open conversation shows where it happens.
import type { App } from '../../app.ts';
import type { Message } from '../../core/conversation.ts';

export type PendingApproval = App['approvals']['pending'][number];

export class Approvals {
  readonly #queue: App['approvals'];
  #pending = $state.raw<readonly PendingApproval[]>([]);

  constructor(queue: App['approvals']) {
    this.#queue = queue;
    const read = (): void => void (this.#pending = [...queue.pending]);
    read();
    queue.onChange(read);
  }

  get pending(): readonly PendingApproval[] {
    return this.#pending;
  }

  /** What the tool call of an answer waits for. */
  forCall(conversation: string, call: string): PendingApproval | undefined {
    return this.#pending.find((request) => isCall(request, conversation, call));
  }

  /** Those that none of the messages on screen shows: they are shown above everything else, so that none hangs unseen. */
  beyond(shown: readonly Message[]): PendingApproval[] {
    return this.#pending.filter((request) => !shown.some((message) => shows(message, request)));
  }

  answer(id: string, yes: boolean): void {
    this.#queue.answer(id, yes);
  }
}

function shows(message: Message, request: PendingApproval): boolean {
  return message.parts.some(
    (part) =>
      part.type === 'tool' && isCall(request, message.conversation, part.id) && part.report === undefined,
  );
}

function isCall({ caller }: PendingApproval, conversation: string, call: string): boolean {
  return caller.kind === 'agent' && caller.conversation === conversation && caller.call === call;
}
