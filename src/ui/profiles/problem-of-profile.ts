// Whether the profile of a chat can answer: looked at before a question goes out to it.
import type { App } from '../../app.ts';
import type { Conversation } from '../../core/conversation.ts';
import { connectionsOf } from '../../core/settings.ts';
import { sentence } from '../parts/sentence.ts';
import { startForm } from './start-form.ts';

export interface ProfileProblem {
  sentence: string;
  /** It is said in the form at the start of the chat already. */
  isShown: boolean;
}

/** Undefined: it can, or no model is asked. */
export async function problemOfProfile(
  { preferences, profiles }: Pick<App, 'preferences' | 'profiles'>,
  conversation: Conversation,
): Promise<ProfileProblem | undefined> {
  if (connectionsOf(preferences.current).length === 0) return undefined;
  const { problem } = (await (await profiles()).resolve(conversation)) ?? {};
  if (problem === undefined) return undefined;
  const show = startForm();
  show?.(sentence(problem));
  return { sentence: sentence(problem), isShown: show !== undefined };
}
