// The block that calls another tool. One kind serves all tools: a block stores its tool's name and inputs, so it can
// be shown, saved and explained after that tool was removed.
import { Blocks, type Block } from 'blockly/core';
import { isObject } from '../../base/json.ts';
import { TOOL_NAME } from '../../core/tool.ts';

export const CALL_BLOCK = 'tool_call';

interface Shape {
  tool: string;
  /** Names of parameters. */
  inputs: string[];
}

/** Parameters of one tool; a larger block would not fit on a screen. */
const MAX_INPUTS = 60;
const PREFIX = 'ARG ';
const shapes = new WeakMap<Block, Shape>();

export function defineCallBlock(): void {
  Blocks[CALL_BLOCK] = {
    init(this: Block) {
      this.setOutput(true);
      this.setStyle('call_blocks');
      this.setInputsInline(false);
    },
    saveExtraState(this: Block) {
      return callOf(this);
    },
    loadExtraState(this: Block, state: unknown) {
      const shape = readShape(state);
      shapes.set(this, shape);
      this.appendDummyInput('HEAD').appendField(`tool ${shape.tool}`);
      for (const name of shape.inputs) {
        this.appendValueInput(inputOf(name)).setAlign(1).appendField(name);
      }
      this.setTooltip(`Calls the tool ${shape.tool} and returns its result`);
    },
  };
}

/** The tool that a block calls, and its inputs. */
export function callOf(block: Block): Shape {
  return shapes.get(block) ?? { tool: '', inputs: [] };
}

export function inputOf(parameter: string): string {
  return PREFIX + parameter;
}

function readShape(state: unknown): Shape {
  const { tool, inputs } = isObject(state) ? state : {};
  return {
    tool: typeof tool === 'string' && TOOL_NAME.test(tool) ? tool : '',
    inputs: [
      ...new Set(Array.isArray(inputs) ? inputs.filter((name) => typeof name === 'string') : []),
    ].slice(0, MAX_INPUTS),
  };
}
