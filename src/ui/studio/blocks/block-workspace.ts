// The workspace of blocks on screen. Loaded only where blocks are looked at: Blockly is large.
import { Events, inject, serialization, svgResize, type BlockSvg, type WorkspaceSvg } from 'blockly/core';
import { toErrorData } from '../../../core/errors.ts';
import type { JsonObject } from '../../../core/json.ts';
import { blockTheme } from './block-theme.ts';
import { loadBlocks, prepareBlockly } from './blocks-script.ts';
import { CALL_BLOCK, callOf } from './call-block.ts';
import { scriptOf } from './script-of.ts';
import { PARAMETERS, parameterBlocks, toolbox, type CallableTool } from './toolbox.ts';

export { scriptOfBlocks } from './blocks-script.ts';
export { isKnownKind } from './script-of.ts';

/** What can stand alone and count. */
const ROOTS = new Set(['tool_script', 'procedures_defreturn', 'procedures_defnoreturn']);

export interface BlockChange {
  workspace: JsonObject;
  script: string;
}

export interface BlockWishes {
  workspace: JsonObject;
  tools: readonly CallableTool[];
  /** To be looked at only. */
  fixed: boolean;
  onchange: (change: BlockChange) => void;
  /** A sentence about the blocks as they stand; undefined when there is nothing to say. */
  onremark: (remark: string | undefined) => void;
}

/** Shows blocks in an element. Answers what takes them away again. @throws Failure when they cannot be shown */
export function showBlocks(host: HTMLElement, wishes: BlockWishes): () => void {
  prepareBlockly();
  const workspace = inject(host, {
    toolbox: toolbox(wishes.tools) as never,
    theme: blockTheme(),
    renderer: 'thrasos',
    media: new URL('blockly-media/', document.baseURI).href,
    sounds: false,
    readOnly: wishes.fixed,
    trashcan: true,
    maxInstances: { tool_script: 1 },
    zoom: { controls: true, wheel: false, pinch: true, startScale: 0.9, minScale: 0.4, maxScale: 2 },
    move: { scrollbars: true, drag: true, wheel: true },
  });
  const observer = new ResizeObserver(() => svgResize(workspace));
  const close = (): void => {
    observer.disconnect();
    workspace.dispose();
  };
  try {
    fill(workspace, wishes);
  } catch (error) {
    close();
    throw error;
  }
  observer.observe(host);
  return close;
}

function fill(
  workspace: WorkspaceSvg,
  { workspace: state, tools, fixed, onchange, onremark }: BlockWishes,
): void {
  const names = new Set(tools.map(({ name }) => name));
  workspace.registerToolboxCategoryCallback(
    PARAMETERS,
    () =>
      parameterBlocks(
        workspace.getBlocksByType('tool_parameter').map((block) => String(block.getFieldValue('NAME'))),
      ) as never,
  );
  Events.disable();
  try {
    loadBlocks(workspace, state);
    // Without it there is no script: it stays.
    for (const block of workspace.getBlocksByType('tool_script')) block.setDeletable(false);
  } finally {
    Events.enable();
  }
  workspace.clearUndo();
  let known = JSON.stringify(serialization.workspaces.save(workspace));
  remark();
  if (fixed) return;

  workspace.addChangeListener((event) => {
    if (event.isUiEvent || workspace.isDragging()) return;
    renameParameter(workspace, event);
    const now = serialization.workspaces.save(workspace) as JsonObject;
    const text = JSON.stringify(now);
    if (text === known) return;
    known = text;
    try {
      onchange({ workspace: now, script: scriptOf(workspace) });
      remark();
    } catch (error) {
      onremark(toErrorData(error).message);
    }
  });

  function remark(): void {
    let lacking = 0;
    for (const block of workspace.getBlocksByType(CALL_BLOCK) as BlockSvg[]) {
      const { tool } = callOf(block);
      const missing = !names.has(tool);
      if (missing) lacking += 1;
      block.setWarningText(missing ? `No tool called ${tool} is installed: this step would fail.` : null);
    }
    const loose = workspace.getTopBlocks(false).filter(({ type }) => !ROOTS.has(type)).length;
    const parts = [
      ...(lacking > 0 ? [`Tools that are not installed are called: look for the warning signs.`] : []),
      ...(loose > 0 ? [`What is not joined to the tool is kept, but is no part of the script.`] : []),
    ];
    onremark(parts.length > 0 ? parts.join(' ') : undefined);
  }
}

/** A parameter that gets another name keeps it wherever it is used. */
function renameParameter(workspace: WorkspaceSvg, event: Events.Abstract): void {
  if (event.type !== Events.BLOCK_CHANGE) return;
  const { blockId, element, name, oldValue, newValue } = event as Events.BlockChange;
  if (element !== 'field' || name !== 'NAME') return;
  if (workspace.getBlockById(blockId ?? '')?.type !== 'tool_parameter') return;
  for (const block of workspace.getBlocksByType('tool_param')) {
    if (block.getFieldValue('NAME') === oldValue) block.setFieldValue(String(newValue), 'NAME');
  }
}
