// The parts of an answer as they stand on screen: calls that follow each other are one group, side by side. Pure.
import type { Part, ToolPart } from '../../../core/conversation.ts';

export interface PartGroup {
  /** Of its first part: stays what it is while an answer grows. */
  at: number;
  /** The calls of a group; of any other part: none. */
  calls: readonly ToolPart[];
  part: Part;
}

export function groupParts(parts: readonly Part[]): PartGroup[] {
  const groups: PartGroup[] = [];
  parts.forEach((part, at) => {
    const last = groups.at(-1);
    if (part.type !== 'tool') groups.push({ at, calls: [], part });
    else if (last && last.calls.length > 0) last.calls = [...last.calls, part];
    else groups.push({ at, calls: [part], part });
  });
  return groups;
}
