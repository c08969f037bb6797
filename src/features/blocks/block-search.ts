// Finds blocks by their text and purpose.
import { serialization, Tooltip, Workspace } from 'blockly/core';
import { isObject, type Json, type JsonObject } from '../../base/json.ts';

/** Maximum number of results; more would not help, and each is drawn. */
const SHOWN = 30;

interface Found {
  block: JsonObject;
  words: string;
  /** The block's text. Matches in it rank above matches in its purpose. */
  face: string;
}

export class BlockSearch {
  readonly #all: Found[];

  /** @param toolbox its categories; @param others blocks that no category lists itself */
  constructor(toolbox: JsonObject, others: readonly JsonObject[]) {
    const workspace = new Workspace();
    try {
      const categories = listOf(toolbox['contents']);
      this.#all = [
        ...categories.flatMap((category) =>
          listOf(category['contents']).map((block) => found(workspace, block, String(category['name']))),
        ),
        ...others.map((block) => found(workspace, block, 'Parameters Variables')),
      ];
    } finally {
      workspace.dispose();
    }
  }

  /** Returns the blocks that contain all the words, those with the words first on their face at the top. */
  find(asked: string): JsonObject[] {
    const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    const matches = this.#all.filter((one) => words.every((word) => one.words.includes(word)));
    const onFace = ({ face }: Found): number => (words.every((word) => face.includes(word)) ? 0 : 1);
    return matches
      .sort((one, other) => onFace(one) - onFace(other))
      .slice(0, SHOWN)
      .map(({ block }) => block);
  }
}

/** The text on a block, as a person would read it. */
export function faceOf(workspace: Workspace | undefined, state: JsonObject): { face: string; help: string } {
  const bench = workspace ?? new Workspace();
  const { inputs: _, next: __, kind: ___, ...bare } = state;
  const block = serialization.blocks.append(bare as never, bench, { recordUndo: false });
  const face = block.toString(80, ' ').replace(/\s+/g, ' ').trim();
  const help = Tooltip.getTooltipOfObject(block);
  if (workspace) block.dispose();
  else bench.dispose();
  return { face, help };
}

function found(workspace: Workspace, block: JsonObject, category: string): Found {
  const { face, help } = faceOf(workspace, block);
  // Calls of a tool are found by the tool's description.
  const about = typeof block['about'] === 'string' ? block['about'] : '';
  const words = `${category} ${face} ${help} ${String(block['type']).replaceAll('_', ' ')} ${about}`;
  return { block, face: face.toLowerCase(), words: words.toLowerCase() };
}

function listOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter((one): one is JsonObject => isObject(one)) : [];
}
