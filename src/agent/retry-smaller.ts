// Asks once more when a refusal shows that the model's context window is smaller than was known: with the passages and
// the history that fit.
import { contextWindowOf } from '../core/context-window.ts';
import type { AgentEvent } from '../core/conversation.ts';
import type { Model } from '../models/model.ts';

/** @param answer begins the answer; called again for the second attempt */
export async function* retrySmaller(
  model: Pick<Model, 'id' | 'contextWindow'>,
  answer: () => AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  const known = contextWindowOf(model);
  let begun = false;
  for await (const event of answer()) {
    const isTooLong = event.type === 'error' && event.error.code === 'too_large';
    if (isTooLong && !begun && contextWindowOf(model) < known) {
      // The first attempt has told its notices.
      for await (const next of answer()) if (next.type !== 'notice') yield next;
      return;
    }
    begun ||= event.type === 'text' || event.type === 'tool_call';
    yield event;
  }
}
