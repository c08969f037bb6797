// Renames a file of a tool and updates the `require` calls that mean it; can be undone.
import { moveModule } from '../../lua-language/move-module.ts';
import { count } from '../components/quantities.ts';
import type { EditorState } from './editor-state.svelte.ts';

type Bench = Pick<EditorState, 'texts' | 'read' | 'write' | 'rename'>;

export interface Renaming {
  /** The normalised new path. */
  path: string;
  /** The result, as a sentence. */
  said: string;
  /** Later edits stay. */
  undo(): void;
}

/** @throws Failure for an invalid path: nothing has changed then. */
export function renameFile(bench: Bench, from: string, to: string): Renaming {
  const before = bench.texts;
  const path = bench.rename(from, to);
  const { texts, places, lost } = moveModule(before, from, path);
  for (const [at, text] of Object.entries(texts)) bench.write(at, text);
  const said = [
    `Renamed ${from} to ${path}.`,
    ...(places > 0
      ? [`Changed ${count(places, 'place')} that ${places === 1 ? 'requires' : 'require'} it.`]
      : []),
    ...(lost > 0
      ? [
          `${count(lost, 'place')} still ${lost === 1 ? 'uses' : 'use'} the old path, because the new one cannot be required.`,
        ]
      : []),
  ];
  const undo = (): void => {
    const now = bench.texts;
    if (now[path] === undefined || now[from] !== undefined) return;
    const back = moveModule(now, path, from).texts;
    bench.rename(path, from);
    for (const [at, text] of Object.entries(texts)) {
      const old = at === path ? from : at;
      const untouched = now[at] === text;
      const next = untouched ? before[old] : back[old];
      if (next !== undefined && now[at] !== undefined) bench.write(old, next);
    }
  };
  return { path, said: said.join(' '), undo };
}
