// Whether the profile of a chat can answer: looked at before a question goes out to it.
import type { App } from '../../apps/web/app.ts';
import type { Conversation } from '../../core/conversation.ts';
import { connectionsOf } from '../../core/settings.ts';
import { sentence } from '../components/sentence.ts';
import { startForm } from './start-form.ts';

export interface ProfileProblem {
  sentence: string;
  /** It is said in the form at the start of the chat already. */
  isShown: boolean;
  /** Other values may help. */
  asks: boolean;
}

/** What was found to be good, and need not be looked at before each question of a chat: the answer looks once more itself. */
let good: string | undefined;

/** Undefined: it can, or no model is asked. */
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
