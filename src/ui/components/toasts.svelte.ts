// Short messages at the edge of the screen, including the offer to undo a removal.
import { toErrorData } from '../../core/errors.ts';
import { sentence } from './sentence.ts';

/** Long enough to notice it and reach the button. */
const UNDO_MS = 10_000;
const NOTICE_MS = 5_000;

export interface Toast {
  id: number;
  text: string;
  tone: 'plain' | 'bad';
  action?: { label: string; run: () => void };
}

class Toasts {
  #items = $state<Toast[]>([]);
  #nextId = 1;

  get items(): readonly Toast[] {
    return this.#items;
  }

  notice(text: string): void {
    this.#show({ text, tone: 'plain' }, NOTICE_MS);
  }

  problem(text: string): void {
    this.#show({ text, tone: 'bad' }, UNDO_MS);
  }

  /** Reports a removal; `undo` reverts it, and a failure to do so is reported. */
  undoable(text: string, undo: () => void | Promise<void>): void {
    const run = async (): Promise<void> => {
      try {
        await undo();
      } catch (error) {
        const { message } = toErrorData(error, 'unavailable');
        this.problem(`Undo failed. ${sentence(message)}`);
      }
    };
    this.#show({ text, tone: 'plain', action: { label: 'Undo', run: () => void run() } }, UNDO_MS);
  }

  /** An offer that stays until it is accepted or closed. */
  offer(text: string, label: string, run: () => void): void {
    this.#show({ text, tone: 'plain', action: { label, run } }, undefined);
  }

  dismiss(id: number): void {
    this.#items = this.#items.filter((toast) => toast.id !== id);
  }

  #show(toast: Omit<Toast, 'id'>, milliseconds: number | undefined): void {
    const id = this.#nextId++;
    this.#items.push({ ...toast, id });
    if (milliseconds !== undefined) setTimeout(() => this.dismiss(id), milliseconds);
  }
}

export const toasts = new Toasts();
