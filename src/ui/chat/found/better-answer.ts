// Waits for a better answer from semantic search after the first one; it is offered, never substituted.
import type { App } from '../../../apps/web/app.ts';
import type { AnswerBlock, LibraryAnswer } from '../../../core/answer.ts';
import type { FoundPart, Message, Part } from '../../../core/conversation.ts';

export interface BetterAnswer {
  /** The message it would change. */
  message: string;
  found: LibraryAnswer;
}

/** Ends with the signal. Never rejects. */
export async function listenForBetter(
  { knowledge }: Pick<App, 'knowledge'>,
  message: Message,
  signal: AbortSignal,
  tell: (better: BetterAnswer) => void,
): Promise<void> {
  const part = message.parts.find((one): one is FoundPart => one.type === 'answer');
  if (!part || part.found.kind === 'tool' || part.found.kind === 'greeting') return;
  const shown = part.found.answer;
  const hear = (found: LibraryAnswer): void => {
    if (!signal.aborted && found.answer && !isSame(found.answer, shown)) tell({ message: message.id, found });
  };
  await knowledge.answer(part.question, part.options ?? {}, signal, hear).catch(() => undefined);
}

function isSame(one: AnswerBlock, other: AnswerBlock | null): boolean {
  return other !== null && one.document.id === other.document.id && one.start === other.start;
}

/** The parts of an answer with the better one in place of the first. */
export function withBetter(parts: readonly Part[], { found: { passages, ...found } }: BetterAnswer): Part[] {
  return parts.map((part) => {
    if (part.type === 'answer') return { ...part, found };
    if (part.type === 'passages') return { ...part, hits: passages };
    return part;
  });
}
