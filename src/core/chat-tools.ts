// Which tools a chat may use: those of its profile, less those that are switched off in it. Pure.
import type { Conversation } from './conversation.ts';

/**
 * Their names; undefined: all there are, and those that come later.
 * @param all names of the tools there are
 * @param own those of the profile
 */
export function toolsOfChat(
  { toolsOff }: Pick<Conversation, 'toolsOff'>,
  own: readonly string[] | undefined,
  all: readonly string[],
): readonly string[] | undefined {
  if (!toolsOff || toolsOff.length === 0) return own;
  return (own ?? all).filter((name) => !toolsOff.includes(name));
}
