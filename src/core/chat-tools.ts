// The tools that a chat may use: those of its profile, without those switched off in the chat. Pure.
import type { Conversation } from './conversation.ts';

/**
 * Returns their names; undefined means all tools, including later ones.
 * @param all names of all tools
 * @param own names of the profile's tools
 */
export function toolsOfChat(
  { toolsOff }: Pick<Conversation, 'toolsOff'>,
  own: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] | undefined {
  if (!toolsOff || toolsOff.length === 0) return own;
  return (own ?? all).filter((name) => !toolsOff.includes(name));
}
