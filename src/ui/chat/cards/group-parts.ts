// The layout of an answer's parts: consecutive calls form a group, shown side by side. Pure.
import type { Part, ToolPart } from '../../../core/conversation.ts';

export interface PartGroup {
  /** Index of its first part: stable while an answer grows. */
  at: number;
  /** The calls of a group; empty for any other part. */
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
