// What the blocks of a tool are to its script. Pure.
import { toErrorData } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { hashOf, readBlocks } from './blocks-file.ts';
import { withParametersOf } from './follow-parameters.ts';

export type BlocksState =
  /** It has none. */
  | { kind: 'none' }
  /** They are no blocks that can be shown. */
  | { kind: 'broken'; message: string }
  /** The script is what they make; its parameters may have been changed beside them, and the blocks have followed. */
  | { kind: 'fits'; workspace: JsonObject }
  /** It is not: `byHand` when the script was changed since, else they make another one than they once did. */
  | { kind: 'differs'; workspace: JsonObject; byHand: boolean; made: string };

/**
 * @param text of the file of blocks
 * @param source the script as it stands
 * @param make the script of a workspace: what a file says of itself is not believed
 */
export function blocksState(
  text: string | undefined,
  source: string,
  known: (type: string) => boolean,
  make: (workspace: JsonObject) => string,
): BlocksState {
  if (text === undefined || text.trim() === '') return { kind: 'none' };
  try {
    const { workspace, hash } = readBlocks(text, known);
    const made = make(workspace);
    if (made === source) return { kind: 'fits', workspace };
    const followed = withParametersOf(source, workspace, make);
    if (followed) return { kind: 'fits', workspace: followed };
    return { kind: 'differs', workspace, byHand: hashOf(source) !== hash, made };
  } catch (error) {
    return { kind: 'broken', message: toErrorData(error).message };
  }
}
