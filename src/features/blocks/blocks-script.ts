// Blocks without a screen: turns stored blocks into a script.
import { serialization, setLocale, Workspace } from 'blockly/core';
import 'blockly/blocks';
import * as en from 'blockly/msg/en';
import { Failure } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { defineBlocks } from './block-kinds.ts';
import { scriptOf } from './script-of.ts';

/** Registers Blockly's texts and every kind of block. Idempotent. */
export function prepareBlockly(): void {
  setLocale(en as unknown as Record<string, string>);
  defineBlocks();
}

/** @throws Failure `bad_request` when Blockly rejects them; the workspace is then empty */
export function loadBlocks(workspace: Workspace, state: JsonObject): void {
  try {
    serialization.workspaces.load(state, workspace, { recordUndo: false });
  } catch (error) {
    workspace.clear();
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new Failure('bad_request', `Couldn’t show this tool’s blocks: they do not fit together (${why}).`);
  }
}

/** @throws Failure `bad_request` when they are broken or make no tool */
export function scriptOfBlocks(state: JsonObject): string {
  prepareBlockly();
  const workspace = new Workspace();
  try {
    loadBlocks(workspace, state);
    return scriptOf(workspace);
  } finally {
    workspace.dispose();
  }
}
