// Merges cases, keeping names unique. Pure.
import { freeName } from '../../../base/free-name.ts';
import type { ToolCase } from '../../../core/tool-case.ts';

/** Names in both. */
export function clashesOf(there: readonly ToolCase[], coming: readonly ToolCase[]): string[] {
  const taken = new Set(there.map(({ name }) => name));
  return coming.map(({ name }) => name).filter((name) => taken.has(name));
}

/** @param clash `both`: the new case is numbered; `replace`: it overwrites the old one. */
export function mergeCases(
  there: readonly ToolCase[],
  coming: readonly ToolCase[],
  clash: 'both' | 'replace',
): ToolCase[] {
  const all = [...there];
  for (const one of coming) {
    const at = all.findIndex(({ name }) => name === one.name);
    if (at >= 0 && clash === 'replace') all[at] = one;
    else all.push({ ...one, name: freeName(one.name, (free) => all.some(({ name }) => name === free)) });
  }
  return all;
}
