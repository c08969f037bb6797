// Pending approvals, and which of them the open conversation shows in place.
import type { App } from '../../apps/web/app.ts';
import type { Message } from '../../core/conversation.ts';
import type { FirstCaller } from '../../core/call.ts';
import type { ScriptReview } from './cards/script-review.svelte.ts';

export type PendingApproval = App['approvals']['pending'][number];

export class Approvals {
  readonly #queue: App['approvals'];
  #pending = $state.raw<readonly PendingApproval[]>([]);
  /** The user's edits of pending scripts, by request id. */
  readonly #reviews = new Map<string, ScriptReview>();
  /** The element focused before the first approval appeared; it gets the focus back after the last. */
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

  /** The pending approval of a tool call. */
  forCall(conversation: string, call: string): PendingApproval | undefined {
    return this.#pending.find((request) => isCall(request, conversation, call));
  }

  /** Approvals that no visible message shows: they appear above everything else, so that none is missed. */
  beyond(shown: readonly Message[]): PendingApproval[] {
    return this.#pending.filter((request) => !shown.some((message) => shows(message, request)));
  }

  /** Returns the same review wherever and whenever it is shown. */
  reviewOf(id: string, make: () => ScriptReview): ScriptReview {
    const review = this.#reviews.get(id) ?? make();
    this.#reviews.set(id, review);
    return review;
  }

  /** The user's edit of a pending script. */
  editedOf({ id }: Pick<PendingApproval, 'id'>): string | undefined {
    return this.#reviews.get(id)?.edited;
  }

  /** Approval covers what `request` showed, within `scope`; for a script, the user's edit of it. */
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

/**
 * Call ids are unique only within an answer: calls that are finished, or belong to an ended answer, are different
 * ones.
 */
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

/** The first caller: a nested tool's request belongs to the call on screen. */
export function beganBy({ caller }: Pick<PendingApproval, 'caller'>): FirstCaller {
  return caller.kind === 'tool' ? caller.first : caller;
}
