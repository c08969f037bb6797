// Answers of a second model next to the current one, by conversation, until the user keeps one. Both are branches of
// the chat in any case; only the view is side by side.
import type { App } from '../../../apps/web/app.ts';
import { applyEvent, type Message } from '../../../core/conversation.ts';
import { toErrorData } from '../../../core/errors.ts';
import type { ModelChoice } from '../../../core/model-choice.ts';
import { announcementOf } from '../announcement.ts';
import type { ConversationView } from '../conversation-view.svelte.ts';
import { FrameBatch } from '../frame-batch.ts';

export class Comparison {
  /** The answer it is compared with. */
  readonly beside: string;
  #answer = $state.raw<Message>();
  #running = $state(true);
  #doing = $state('Preparing');
  readonly #abort = new AbortController();

  constructor(beside: string) {
    this.beside = beside;
  }

  /** Undefined until it begins. */
  get answer(): Message | undefined {
    return this.#answer;
  }

  get running(): boolean {
    return this.#running;
  }

  /** What it is doing, in words. */
  get doing(): string {
    return this.#doing;
  }

  stop(): void {
    this.#abort.abort();
  }

  /** Never rejects: a failure becomes a part of the answer. */
  async make({ agent }: Pick<App, 'agent'>, question: Message, choice: ModelChoice): Promise<void> {
    const { conversation, id: parent, seq } = question;
    const { signal } = this.#abort;
    const createdAt = new Date().toISOString();
    const answer: Message = {
      ...{ id: crypto.randomUUID(), conversation, seq: seq + 1, parent, createdAt },
      ...{ role: 'assistant', parts: [] },
    };
    const batch = new FrameBatch(() => (this.#answer = { ...answer }));
    batch.flush();
    try {
      for await (const event of agent.regenerate(conversation, parent, { signal, beside: choice })) {
        if (event.type === 'start') {
          answer.id = event.message;
          if (event.model !== undefined) answer.model = event.model;
        }
        if (event.type === 'end') {
          answer.ended = event.reason;
          if (event.usage) answer.usage = event.usage;
        }
        this.#doing = announcementOf(event, answer.parts) ?? this.#doing;
        answer.parts = applyEvent(answer.parts, event);
        batch.request();
      }
    } catch (error) {
      answer.parts = applyEvent(answer.parts, { type: 'error', error: toErrorData(error, 'unavailable') });
      answer.ended = 'failed';
    }
    answer.ended ??= 'stopped';
    batch.flush();
    this.#running = false;
  }
}

let comparisons = $state.raw<ReadonlyMap<string, Comparison>>(new Map());
let seconds = $state.raw<ReadonlyMap<ConversationView, ModelChoice>>(new Map());

/** Returns a copy with the key set to this value, or removed. */
function withEntry<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  key: Key,
  value: Value | undefined,
): ReadonlyMap<Key, Value> {
  const others = [...map].filter(([one]) => one !== key);
  return new Map(value === undefined ? others : [...others, [key, value]]);
}

/** The comparison with an answer, if any. */
export function comparisonOf({ id }: ConversationView, answer: Message): Comparison | undefined {
  const comparison = id === undefined ? undefined : comparisons.get(id);
  return comparison?.beside === answer.id ? comparison : undefined;
}

/** Asks another model the question of a finished or streaming answer. */
export function compareWith(app: App, view: ConversationView, answer: Message, choice: ModelChoice): void {
  const question = view.messages[view.messages.findIndex(({ id }) => id === answer.id) - 1];
  if (view.id === undefined || question?.role !== 'user') return;
  const comparison = new Comparison(answer.id);
  comparisons.get(view.id)?.stop();
  comparisons = withEntry(comparisons, view.id, comparison);
  void comparison.make(app, question, choice).then(async () => {
    await view.done;
    // As a branch of the chat.
    await view.load();
  });
}

/** Ends the comparison: one of the two becomes the shown branch, the other stays a branch. */
export async function keep(view: ConversationView, comparison: Comparison, answer: string): Promise<void> {
  if (view.id !== undefined) comparisons = withEntry(comparisons, view.id, undefined);
  comparison.stop();
  if (answer !== comparison.beside) await view.showBranch(answer);
}

/** The second model for each question of a chat, until the page is closed. */
export function secondOf(view: ConversationView): ModelChoice | undefined {
  return seconds.get(view);
}

export function setSecond(view: ConversationView, choice: ModelChoice | undefined): void {
  seconds = withEntry(seconds, view, choice);
}

/** Starts the second model as soon as the first begins, for a question without another answer. */
export function followSecond(app: App, view: ConversationView): void {
  const choice = secondOf(view);
  const answer = view.messages.at(-1);
  if (!choice || !view.running || answer?.role !== 'assistant' || answer.model === undefined) return;
  if (view.variants(answer.id).count > 1 || comparisonOf(view, answer)) return;
  compareWith(app, view, answer, choice);
}
