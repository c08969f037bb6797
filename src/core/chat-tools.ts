// The tools that a chat may use: the tools of its profile, except tools switched off in the chat. The tools of a project
// folder are included only if the chat has one. Pure.
import type { Conversation } from './conversation.ts';

/**
 * Returns their names; undefined means all tools, including later ones.
 * @param all names of all tools
 * @param own names of the profile's tools
 * @param ofProjects names of the tools that need a project folder
 */
export function toolsOfChat(
  { toolsOff = [], project }: Pick<Conversation, 'toolsOff' | 'project'>,
  own: readonly string[] | undefined,
  all: readonly string[],
  ofProjects: readonly string[] = [],
): readonly string[] | undefined {
  const off = project === undefined ? [...toolsOff, ...ofProjects] : toolsOff;
  return off.length === 0 ? own : (own ?? all).filter((name) => !off.includes(name));
}
