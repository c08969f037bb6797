// The comparable states of a tool: draft, installed, earlier, and upstream. Pure.
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
  /** Undefined: still to be fetched. */
  texts: SideTexts | undefined;
  /** When it was removed, ISO 8601. */
  removedAt?: string;
}

export const DRAFT = 'draft';
export const UPSTREAM = 'upstream';

export interface Comparable {
  /** Undefined without unsaved changes. */
  draft: SideTexts | undefined;
  /** The current one first. */
  versions: readonly Tool[];
  removed: readonly { id: string; tool: Tool; removedAt: string }[];
  /** The tool's address, and its content if already fetched. */
  upstream?: { url: string; texts: SideTexts | undefined } | undefined;
}

/** All choices for a side: the draft, the versions, removed ones (latest first), the address. */
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

/** The most likely interest: what would be saved; else the last change; else what the address has now. */
export function firstSides(sides: readonly Side[]): { from: string; to: string } {
  const [current, ...others] = sides.filter(({ id }) => id !== DRAFT);
  const now = current?.id ?? DRAFT;
  if (sides.some(({ id }) => id === DRAFT)) return { from: now, to: DRAFT };
  const before = others.find(({ id }) => id !== UPSTREAM);
  return before ? { from: before.id, to: now } : { from: now, to: others[0]?.id ?? now };
}

/** The texts by their display names. @param name of the tool */
export function namedTexts(name: string, { '': source = '', ...files }: SideTexts): Record<string, string> {
  let script = fileNameOf(name, source);
  while (Object.hasOwn(files, script)) script = `${script} (the tool)`;
  return { ...files, [script]: source };
}

/** Paths of texts that are equal on both sides. */
export function alike(before: SideTexts, after: SideTexts): string[] {
  return Object.keys(before)
    .filter((path) => Object.hasOwn(after, path) && before[path] === after[path])
    .sort();
}
