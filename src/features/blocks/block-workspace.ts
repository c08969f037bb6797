// Shows a workspace of blocks. Loaded only when blocks are viewed: Blockly is large.
import { inject } from 'blockly/core';
import { BlockBoard, type BlockWishes } from './block-board.ts';
import { isDark, onTheme } from '../../ui/components/follow-dark.ts';
import { blockTheme } from './block-theme.ts';
import { prepareBlockly } from './blocks-script.ts';
import { toolbox } from './toolbox.ts';
import { LARGEST } from './workspace-fit.ts';

export { askByDialog } from './ask-by-dialog.ts';
export { scriptOfBlocks } from './blocks-script.ts';
export { isKnownKind } from './script-of.ts';

/** Shows blocks in an element. @throws Failure when they cannot be shown */
export function showBlocks(host: HTMLElement, wishes: BlockWishes): { board: BlockBoard; close: () => void } {
  prepareBlockly();
  const workspace = inject(host, {
    toolbox: toolbox(wishes.tools) as never,
    theme: blockTheme(false),
    renderer: 'thrasos',
    media: new URL('blockly-media/', document.baseURI).href,
    sounds: false,
    readOnly: wishes.fixed,
    trashcan: true,
    maxInstances: { tool_script: 1 },
    zoom: { controls: true, wheel: false, pinch: true, startScale: LARGEST, minScale: 0.4, maxScale: 2 },
    move: { scrollbars: true, drag: true, wheel: true },
  });
  try {
    const board = new BlockBoard(workspace, wishes);
    const observer = new ResizeObserver(() => board.resized(host.clientWidth));
    observer.observe(host);
    const follow = (): void => workspace.setTheme(blockTheme(isDark()));
    const stop = onTheme(follow);
    follow();
    return {
      board,
      close: () => {
        observer.disconnect();
        stop();
        board.close();
      },
    };
  } catch (error) {
    workspace.dispose();
    throw error;
  }
}
