// Decides where a tool's variables are declared, so that its script creates no globals.
import type { Block } from 'blockly/core';

const LOOPS = new Set(['controls_for', 'controls_forEach']);

export interface Places {
  /** Ids of variables declared at the top, in order. */
  before: string[];
  /** Blocks that set a variable first, and so declare it. */
  declaring: ReadonlySet<Block>;
}

/**
 * A variable is declared by the tool's own step that sets it first; otherwise before the first step, as are variables
 * that functions use. A loop variable set nowhere else belongs to its loop, and arguments belong to their function.
 */
export function placesOf(main: readonly Block[], functions: readonly Block[]): Places {
  const loopOwned = ownedByLoops([
    ...main.flatMap(step),
    ...functions.flatMap((block) => block.getDescendants(true).slice(1)),
  ]);
  const before = new Set<string>();
  for (const block of functions) {
    const own = new Set(variablesOf(block));
    for (const inner of block.getDescendants(true).slice(1)) {
      for (const id of variablesOf(inner)) if (!own.has(id) && !loopOwned.has(id)) before.add(id);
    }
  }
  const seen = new Set(before);
  const declaring = new Set<Block>();
  for (const block of main) {
    const used = step(block).flatMap((inner) => (inner === block ? [] : variablesOf(inner)));
    const id = block.type === 'variables_set' && block.isEnabled() ? variablesOf(block)[0] : undefined;
    if (id !== undefined && !seen.has(id) && !used.includes(id)) {
      declaring.add(block);
      seen.add(id);
    }
    for (const other of step(block).flatMap(variablesOf)) {
      if (seen.has(other) || loopOwned.has(other)) continue;
      seen.add(other);
      before.add(other);
    }
  }
  return { before: [...before], declaring };
}

/** A statement and those that follow it. */
export function chain(first: Block | null): Block[] {
  const blocks: Block[] = [];
  for (let block = first; block; block = block.getNextBlock()) blocks.push(block);
  return blocks;
}

/** A block and its contents, without the blocks that follow it. */
function step(block: Block): Block[] {
  const inside = block.inputList.flatMap((input) => chain(input.connection?.targetBlock() ?? null));
  return [block, ...inside.flatMap(step)];
}

/** A function call lists the function's arguments among its variables, but does not touch them. */
function variablesOf(block: Block): string[] {
  if (block.type.startsWith('procedures_call')) return [];
  return block.getVarModels().map((model) => model.getId());
}

function ownedByLoops(blocks: readonly Block[]): Set<string> {
  const loops = new Set<string>();
  for (const block of blocks) if (LOOPS.has(block.type)) for (const id of variablesOf(block)) loops.add(id);
  for (const block of blocks) {
    if (LOOPS.has(block.type) || block.type === 'variables_get') continue;
    for (const id of variablesOf(block)) loops.delete(id);
  }
  return loops;
}
