// The blocks on screen: edits are saved and reported, and can be undone.
import { shortened } from '../../base/shortened.ts';
import {
  Events,
  getFocusManager,
  serialization,
  type BlockSvg,
  type IFlyout,
  type WorkspaceSvg,
} from 'blockly/core';
import { toErrorData } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { BlockSearch, faceOf } from './block-search.ts';
import { loadBlocks } from './blocks-script.ts';
import { blockWarnings } from './block-warnings.ts';
import { scriptOf } from './script-of.ts';
import { PARAMETERS, parameterBlocks, toolbox, type CallableTool } from './toolbox.ts';
import { WorkspaceFit } from './workspace-fit.ts';

export interface BlockChange {
  workspace: JsonObject;
  script: string;
}

export interface Removal {
  /** The block's text. */
  face: string;
  /** Number of nested and following blocks removed with it. */
  others: number;
  /** All blocks before the removal. */
  before: JsonObject;
  /** Restores it while the blocks are still on screen; false when they are not. */
  undo: () => boolean;
}

export interface BlockWishes {
  workspace: JsonObject;
  tools: readonly CallableTool[];
  /** Read-only. */
  fixed: boolean;
  onchange: (change: BlockChange) => void;
  onremove: (removal: Removal) => void;
  /** A sentence about the current blocks; undefined when there is nothing to say. */
  onremark: (remark: string | undefined) => void;
  onhistory: (history: { undo: boolean; redo: boolean }) => void;
}

/** Pixels. Below this width, the list of blocks would leave no room for the blocks. */
const NARROW = 480;
/** Maximum length of a removed block's text in a message. */
const FACE = 40;

export class BlockBoard {
  readonly #workspace: WorkspaceSvg;
  readonly #wishes: BlockWishes;
  readonly #fit: WorkspaceFit;
  #tools: readonly CallableTool[];
  #known = '';
  #group = { id: '', before: {} as JsonObject, creates: false };
  #narrow: boolean | undefined;
  #search: BlockSearch | undefined;
  #closed = false;

  /** @throws Failure when the blocks cannot be shown */
  constructor(workspace: WorkspaceSvg, wishes: BlockWishes) {
    this.#workspace = workspace;
    this.#wishes = wishes;
    this.#tools = wishes.tools;
    this.#fit = new WorkspaceFit(workspace);
    workspace.registerToolboxCategoryCallback(PARAMETERS, () => parameterBlocks(this.#parameters()) as never);
    this.load(wishes.workspace);
    if (!wishes.fixed) workspace.addChangeListener((event) => this.#hear(event));
  }

  /** Replaces all blocks, for a change from outside. Clears the undo history. */
  load(state: JsonObject): void {
    Events.disable();
    try {
      loadBlocks(this.#workspace, state);
      // Without this block there is no script, so it cannot be deleted.
      for (const block of this.#workspace.getBlocksByType('tool_script')) block.setDeletable(false);
    } finally {
      Events.enable();
    }
    this.#workspace.clearUndo();
    this.#known = JSON.stringify(this.#state());
    this.#tell();
  }

  close(): void {
    this.#closed = true;
    this.#workspace.dispose();
  }

  /** The available width has changed. */
  resized(width: number): void {
    const narrow = width < NARROW;
    if (narrow !== this.#narrow) {
      this.#narrow = narrow;
      this.#setToolbox(!narrow);
    }
    this.#fit.resized();
  }

  /** On narrow screens, the list of blocks shows only while the user chooses one. */
  showToolbox(): void {
    this.#setToolbox(true);
    const list = this.#workspace.getToolbox();
    if (list) getFocusManager().focusTree(list as never);
  }

  fit(): void {
    this.#fit.fit();
  }

  undo(redo: boolean): void {
    this.#workspace.undo(redo);
  }

  setTools(tools: readonly CallableTool[]): void {
    const list = toolbox(tools);
    if (this.#wishes.fixed || JSON.stringify(list) === JSON.stringify(toolbox(this.#tools))) return;
    this.#tools = tools;
    this.#search = undefined;
    this.#workspace.updateToolbox(list as never);
    this.#tell();
  }

  /** Highlights the blocks that contain these words, and returns how many. No words: none. */
  find(words: string): number {
    const flyout = this.#flyout();
    if (!flyout) return 0;
    this.#workspace.getToolbox()?.clearSelection();
    if (words.trim() === '') {
      flyout.hide();
      return 0;
    }
    this.#search ??= new BlockSearch(toolbox(this.#tools), this.#others());
    const blocks = this.#search.find(words);
    this.#setToolbox(true);
    flyout.show((blocks.length > 0 ? blocks : [{ kind: 'label', text: 'No block matches.' }]) as never);
    return blocks.length;
  }

  /** Moves keyboard focus to the block that was found. */
  enterFound(): void {
    const flyout = this.#flyout();
    const first = flyout?.isVisible() ? flyout.getContents()[0]?.getElement() : undefined;
    if (first?.canBeFocused()) getFocusManager().focusNode(first);
  }

  #flyout(): IFlyout | null {
    return this.#workspace.getFlyout();
  }

  #state(): JsonObject {
    return serialization.workspaces.save(this.#workspace) as JsonObject;
  }

  #parameters(): string[] {
    return this.#workspace
      .getBlocksByType('tool_parameter')
      .map((block) => String(block.getFieldValue('NAME')));
  }

  #others(): JsonObject[] {
    const variables = this.#workspace.getVariableMap().getAllVariables();
    return [
      ...parameterBlocks(this.#parameters()),
      ...variables.flatMap((model) =>
        ['variables_get', 'variables_set'].map((type) => ({
          kind: 'block',
          type,
          fields: { VAR: { id: model.getId(), name: model.getName(), type: '' } },
        })),
      ),
    ];
  }

  #hear(event: Events.Abstract): void {
    const workspace = this.#workspace;
    const dropped = event.type === Events.BLOCK_DRAG && !(event as Events.BlockDrag).isStart;
    const beside = event.type === Events.CLICK && (event as Events.Click).targetType === 'workspace';
    if (dropped || beside) this.#settle();
    if (event.isUiEvent || workspace.isDragging()) return;
    if (event.group !== this.#group.id || event.group === '') {
      this.#group = { id: event.group, before: JSON.parse(this.#known) as JsonObject, creates: false };
    }
    renameParameter(workspace, event);
    this.#search = undefined;
    this.#write();
    if (event.type === Events.BLOCK_CREATE) {
      this.#group.creates = true;
      this.#settle();
    }
    if (event.type === Events.BLOCK_DELETE) this.#removed(event as Events.BlockDelete);
    this.#wishes.onhistory({
      undo: workspace.getUndoStack().length > 0,
      redo: workspace.getRedoStack().length > 0,
    });
  }

  /** A block was taken from the list: closes the list to make room. */
  #settle(): void {
    if (this.#narrow && !this.#workspace.isDragging()) this.#setToolbox(false);
  }

  #setToolbox(visible: boolean): void {
    this.#workspace.getToolbox()?.setVisible(visible);
    // Visible blocks stay where they are.
    this.#workspace.resize();
  }

  #write(): void {
    const now = this.#state();
    const text = JSON.stringify(now);
    if (text === this.#known) return;
    this.#known = text;
    try {
      this.#wishes.onchange({ workspace: now, script: scriptOf(this.#workspace) });
      this.#tell();
    } catch (error) {
      this.#wishes.onremark(toErrorData(error).message);
    }
  }

  #removed(event: Events.BlockDelete): void {
    // A block returned to the list, or removed by an undo, is not a loss.
    if (!event.recordUndo || event.wasShadow || this.#group.creates || !event.oldJson) return;
    const workspace = this.#workspace;
    const { group } = event;
    const { before } = this.#group;
    this.#wishes.onremove({
      face: faceOfRemoved(event.oldJson as unknown as JsonObject),
      others: (event.ids?.length ?? 1) - 1,
      before,
      undo: () => {
        if (this.#closed) return false;
        const last = workspace.getUndoStack().at(-1);
        // After later steps it is restored next to the others, and those steps stay.
        if (last?.group === group) workspace.undo(false);
        else event.run(false);
        return true;
      },
    });
  }

  #tell(): void {
    const blocks = this.#workspace.getAllBlocks(false) as BlockSvg[];
    const { warnings, remark } = blockWarnings(
      blocks,
      this.#workspace.getTopBlocks(false),
      new Set(this.#tools.map(({ name }) => name)),
    );
    for (const block of blocks) block.setWarningText(warnings.get(block) ?? null);
    this.#wishes.onremark(remark);
  }
}

function faceOfRemoved(state: JsonObject): string {
  try {
    const { face } = faceOf(undefined, state);
    return shortened(face, FACE);
  } catch {
    return 'a block';
  }
}

/** When a parameter is renamed, renames it wherever it is used. */
function renameParameter(workspace: WorkspaceSvg, event: Events.Abstract): void {
  if (event.type !== Events.BLOCK_CHANGE) return;
  const { blockId, element, name, oldValue, newValue } = event as Events.BlockChange;
  if (element !== 'field' || name !== 'NAME') return;
  if (workspace.getBlockById(blockId ?? '')?.type !== 'tool_parameter') return;
  for (const block of workspace.getBlocksByType('tool_param')) {
    if (block.getFieldValue('NAME') === oldValue) block.setFieldValue(String(newValue), 'NAME');
  }
}
