// Reads an answer aloud in the language it is written in.
import type { Message } from '../../core/conversation.ts';
import { Failure } from '../../core/errors.ts';
import { languageOf } from '../../knowledge/detect-language.ts';
import { readAloud } from './read-aloud.ts';
import { spokenSentences } from './spoken-text.ts';

/** @throws Failure `unavailable` when there is nothing to read, or no voice */
export async function readAnswer({ parts }: Pick<Message, 'parts'>, signal: AbortSignal): Promise<void> {
  const sentences = spokenSentences(parts);
  if (sentences.length === 0) throw new Failure('unavailable', 'This answer has no text to read aloud.');
  const body = sentences.join(' ');
  const language = (await languageOf({ title: '', body, metadata: {} })) ?? document.documentElement.lang;
  await readAloud(sentences, language.slice(0, 2), signal);
}
