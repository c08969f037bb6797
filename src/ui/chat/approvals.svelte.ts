// The calls that wait for a person, and which of them the open conversation shows where it happens.
import type { App } from '../../apps/web/app.ts';
import type { Message } from '../../core/conversation.ts';
import type { FirstCaller } from '../../core/call.ts';
import type { ScriptReview } from './cards/script-review.svelte.ts';

export type PendingApproval = App['approvals']['pending'][number];

export class Approvals {
  readonly #queue: App['approvals'];
  #pending = $state.raw<readonly PendingApproval[]>([]);
  /** What a person makes of scripts that wait, by the id of the request. */
  readonly #reviews = new Map<string, ScriptReview>();
  /** Had the keyboard before the first question came, and gets it back after the last. */
  cameFrom: HTMLElement | undefined;

  constructor(queue: App['approvals']) {
    this.#queue = queue;
    const read = (): void => {
      this.#pending = [...queue.pending];
      for (const [id, review] of this.#reviews) {
        if (this.#pending.some((request) => request.id === id)) continue;
        review.stopDryRun();
        this.#reviews.delete(id);
      }
    };
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

  /** The same one wherever it is shown, and when it is shown again. */
  reviewOf(id: string, make: () => ScriptReview): ScriptReview {
    const review = this.#reviews.get(id) ?? make();
    this.#reviews.set(id, review);
    return review;
  }

  /** Of a script that waits: what the person made of it. */
  editedOf({ id }: Pick<PendingApproval, 'id'>): string | undefined {
    return this.#reviews.get(id)?.edited;
  }

  /** A yes is for what `request` showed, as far as `scope` reaches; of a script, for what the person made of it. */
  approve(request: PendingApproval, scope: PendingApproval['scopes'][number], grants = false): void {
    const edited = this.editedOf(request);
    this.#queue.approve(request.id, request.digest, scope, {
      ...(edited !== undefined && { edited }),
      ...(grants && { grants }),
    });
  }

  deny({ id }: PendingApproval): void {
    this.#queue.deny(id);
  }
}

/** Ids of calls are unique in an answer only: a call that is finished, or that an ended answer made, is another one. */
function shows({ conversation, parts, ended }: Message, request: PendingApproval): boolean {
  return (
    ended === undefined &&
    parts.some(
      (part) => part.type === 'tool' && part.report === undefined && isCall(request, conversation, part.id),
    )
  );
}

function isCall(request: PendingApproval, conversation: string, call: string): boolean {
  const first = beganBy(request);
  return first.kind === 'agent' && first.conversation === conversation && first.call === call;
}

/** Whoever began: what a tool asks that was called by another one belongs to the call on screen. */
export function beganBy({ caller }: Pick<PendingApproval, 'caller'>): FirstCaller {
  return caller.kind === 'tool' ? caller.first : caller;
}
