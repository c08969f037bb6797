// Splits a large import into messages, each of which the page copies without a long task.
import type { BundleDraft, ToolDraft } from '../../core/tool-draft.ts';

/** Characters of the tools in one message: a slow core copies a megabyte in some ten milliseconds. */
const PIECE = 500_000;

/** Bundles whose tools may be continued by the next piece: it has the same bundles, with other tools. */
export type ImportPiece = BundleDraft[];

/** Yields at least one piece. */
export function* pieces(bundles: readonly BundleDraft[]): Generator<ImportPiece> {
  const empty = (): ImportPiece => bundles.map((bundle) => ({ ...bundle, tools: [] }));
  let piece = empty();
  let size = 0;
  for (const [index, { tools }] of bundles.entries()) {
    for (const tool of tools) {
      if (size > PIECE) {
        yield piece;
        piece = empty();
        size = 0;
      }
      piece[index]!.tools.push(tool);
      size += sizeOf(tool);
    }
  }
  yield piece;
}

/** Adds the tools of a later piece to the bundles of the first. */
export function join(bundles: ImportPiece, piece: ImportPiece): void {
  for (const [index, { tools }] of piece.entries()) bundles[index]!.tools.push(...tools);
}

function sizeOf({ source, files }: ToolDraft): number {
  return Object.values(files).reduce((sum, text) => sum + text.length, source.length);
}
