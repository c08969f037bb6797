// How a tool's blocks relate to its script. Pure.
import { toErrorData } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { hashOf, readBlocks } from './blocks-file.ts';
import { withParametersOf } from './follow-parameters.ts';

export type BlocksState =
  /** The tool has no blocks. */
  | { kind: 'none' }
  /** The blocks cannot be shown. */
  | { kind: 'broken'; message: string }
  /** The blocks generate the script. If its parameters were changed elsewhere, the blocks have been updated. */
  | { kind: 'fits'; workspace: JsonObject }
  /**
   * The blocks do not generate it: `byHand` when the script was edited, otherwise they generate another one than they
   * once did.
   */
  | { kind: 'differs'; workspace: JsonObject; byHand: boolean; made: string };

/**
 * @param text of the blocks file
 * @param source the current script
 * @param make generates the script of a workspace: the file's own claim is not trusted
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
