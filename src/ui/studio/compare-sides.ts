// What of a tool can be compared: what is typed, what is installed, what was, and what its address has by now. Pure.
import type { Tool } from '../../core/tool.ts';
import { fileNameOf } from './source-text.ts';

/** Texts by path, the script under ''. */
export type SideTexts = Readonly<Record<string, string>>;

export interface Side {
  id: string;
  /** In a list. */
  label: string;
  /** In a sentence: `version 2`. */
  phrase: string;
  /** Undefined: they are to be fetched first. */
  texts: SideTexts | undefined;
  /** When it gave way, ISO 8601. */
  removedAt?: string;
}

export const DRAFT = 'draft';
export const UPSTREAM = 'upstream';

export interface Comparable {
  /** Undefined while nothing is typed that is not saved. */
  draft: SideTexts | undefined;
  /** The one in front first. */
  versions: readonly Tool[];
  removed: readonly { id: string; tool: Tool; removedAt: string }[];
  /** The address that the tool came from, and what is there as far as it was looked at. */
  upstream?: { url: string; texts: SideTexts | undefined } | undefined;
}

/** All that can stand on either side: what is typed, the versions, what gave way (the latest first), the address. */
export function sidesOf({ draft, versions, removed, upstream }: Comparable): Side[] {
  const gone = [...removed].sort((a, b) => (a.removedAt < b.removedAt ? 1 : -1));
  return [
    ...(draft ? [{ id: DRAFT, label: 'Draft, not saved', phrase: 'the draft', texts: draft }] : []),
    ...versions.map(({ id, spec, source, files }, index) => ({
      id,
      label: index === 0 ? `${spec.version}, current` : spec.version,
      phrase: `version ${spec.version}`,
      texts: { ...files, '': source },
    })),
    ...gone.map(({ id, tool: { spec, source, files }, removedAt }) => ({
      id,
      label: `${spec.version}, removed`,
      phrase: `the removed version ${spec.version}`,
      texts: { ...files, '': source },
      removedAt,
    })),
    ...(upstream
      ? [
          {
            id: UPSTREAM,
            label: 'At the source address',
            phrase: 'the version at the source address',
            texts: upstream.texts,
          },
        ]
      : []),
  ];
}

/** What one most likely wants to see: what would be saved; else the last step; else what the address has by now. */
export function firstSides(sides: readonly Side[]): { from: string; to: string } {
  const [current, ...others] = sides.filter(({ id }) => id !== DRAFT);
  const now = current?.id ?? DRAFT;
  if (sides.some(({ id }) => id === DRAFT)) return { from: now, to: DRAFT };
  const before = others.find(({ id }) => id !== UPSTREAM);
  return before ? { from: before.id, to: now } : { from: now, to: others[0]?.id ?? now };
}

/** The texts under the names they have on the screen. @param name of the tool */
export function namedTexts(name: string, { '': source = '', ...files }: SideTexts): Record<string, string> {
  let script = fileNameOf(name, source);
  while (Object.hasOwn(files, script)) script = `${script} (the tool)`;
  return { ...files, [script]: source };
}

/** Paths whose texts both have, and have alike. */
export function alike(before: SideTexts, after: SideTexts): string[] {
  return Object.keys(before)
    .filter((path) => Object.hasOwn(after, path) && before[path] === after[path])
    .sort();
}
