// A new tool made of blocks: its script and its blocks file. Loads Blockly.
import { BLOCKS_FILE, hashOf, writeBlocks } from './blocks-file.ts';
import { firstBlocks } from './first-blocks.ts';

export async function newBlockTool(name: string): Promise<{ source: string; files: Record<string, string> }> {
  const { scriptOfBlocks } = await import('./block-workspace.ts');
  const workspace = firstBlocks(name);
  const source = scriptOfBlocks(workspace);
  return { source, files: { [BLOCKS_FILE]: writeBlocks({ workspace, hash: hashOf(source) }) } };
}
