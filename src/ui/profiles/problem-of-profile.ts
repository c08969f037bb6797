// Checks whether the profile of a chat can answer, before a question is sent.
import type { App } from '../../apps/web/app.ts';
import type { Conversation } from '../../core/conversation.ts';
import { connectionsOf } from '../../core/settings.ts';
import { sentence } from '../components/sentence.ts';
import { startForm } from './start-form.ts';

export interface ProfileProblem {
  sentence: string;
  /** Already shown in the form at the start of the chat. */
  isShown: boolean;
  /** Other arguments may help. */
  asks: boolean;
}

/** The last profile that passed, so it isn't checked before each question: the answer checks again itself. */
let good: string | undefined;

/** Undefined when it can answer, or no model is asked. */
export async function problemOfProfile(
  { preferences, profiles }: Pick<App, 'preferences' | 'profiles'>,
  conversation: Conversation,
): Promise<ProfileProblem | undefined> {
  const { profile: id, profileArguments } = conversation;
  if (id === undefined || connectionsOf(preferences.current).length === 0) return undefined;
  const looked = JSON.stringify([id, profileArguments]);
  if (looked === good) return undefined;
  const opened = await profiles();
  const { problem } = (await opened.resolve(conversation)) ?? {};
  good = problem === undefined ? looked : undefined;
  if (problem === undefined) return undefined;
  const show = startForm();
  show?.(sentence(problem));
  const profile = (await opened.list()).find((one) => one.id === id);
  return {
    sentence: sentence(problem),
    isShown: show !== undefined,
    asks: (profile?.arguments?.length ?? 0) > 0,
  };
}
