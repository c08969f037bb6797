// Problems of the current blocks: a sign on each, and a sentence about all.
import type { Block } from 'blockly/core';
import { CALL_BLOCK, callOf } from './call-block.ts';

/** Blocks that count when they stand alone. */
const ROOTS = new Set(['tool_script', 'procedures_defreturn', 'procedures_defnoreturn']);

export interface BlockWarnings<B> {
  warnings: ReadonlyMap<B, string>;
  remark: string | undefined;
}

/** @param tops top-level blocks; @param tools names of installed tools */
export function blockWarnings<B extends Block>(
  blocks: readonly B[],
  tops: readonly Block[],
  tools: ReadonlySet<string>,
): BlockWarnings<B> {
  const warnings = new Map<B, string>();
  const parameters = new Set(
    blocks.filter(({ type }) => type === 'tool_parameter').map((block) => nameOf(block)),
  );
  for (const block of blocks) {
    if (block.type === CALL_BLOCK && !tools.has(callOf(block).tool)) {
      warnings.set(block, `No tool called ${callOf(block).tool} is installed: this step would fail.`);
    }
    if (block.type === 'tool_param' && !parameters.has(nameOf(block))) {
      warnings.set(block, `The tool takes no parameter called ${nameOf(block)}: it is always empty.`);
    }
  }
  const loose = tops.some(({ type }) => !ROOTS.has(type));
  const parts = [
    ...(warnings.size > 0 ? [`Some blocks have a warning sign: ${[...new Set(warnings.values())][0]}`] : []),
    ...(loose ? ['Blocks not connected to the tool are kept, but are not part of the script.'] : []),
  ];
  return { warnings, remark: parts.length > 0 ? parts.join(' ') : undefined };
}

function nameOf(block: Block): string {
  return String(block.getFieldValue('NAME'));
}
