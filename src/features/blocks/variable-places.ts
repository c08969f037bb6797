// Where the variables of a tool made of blocks are declared, so that its script leaves none to the whole program.
import type { Block } from 'blockly/core';

const LOOPS = new Set(['controls_for', 'controls_forEach']);

export interface Places {
  /** Ids of variables that are declared before everything else, in order. */
  before: string[];
  /** Blocks that set a variable for the first time, and declare it by that. */
  declaring: ReadonlySet<Block>;
}

/**
 * A variable is declared where a step of the tool itself sets it first; else before the first step, and so is what functions
 * use. The variable of a loop that nothing else sets is the loop's own, and so are the arguments of a function.
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

/** A statement and those beneath it. */
export function chain(first: Block | null): Block[] {
  const blocks: Block[] = [];
  for (let block = first; block; block = block.getNextBlock()) blocks.push(block);
  return blocks;
}

/** A block with what is in it, without what stands beneath it. */
function step(block: Block): Block[] {
  const inside = block.inputList.flatMap((input) => chain(input.connection?.targetBlock() ?? null));
  return [block, ...inside.flatMap(step)];
}

/** A call of a function counts the arguments of the function among its own, which it does not touch. */
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
