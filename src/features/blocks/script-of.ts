// Generates the script of a workspace of blocks.
import type { Block, Workspace } from 'blockly/core';
import { LuaGenerator, luaGenerator, Order } from 'blockly/lua';
import { Failure } from '../../core/errors.ts';
import { HOST_API } from '../../lua-language/host-api.ts';
import { OWN_RULES, parameterCode } from './block-lua.ts';
import { BUILT_IN_KINDS } from './built-in-kinds.ts';
import { luaString } from '../../lua-language/write-lua.ts';
import { chain, placesOf } from './variable-places.ts';

const HEAD = '-- Made with blocks. If you edit this code, it no longer matches the blocks.\n';
const FUNCTIONS = ['procedures_defreturn', 'procedures_defnoreturn'];

/** Whether this kind of block exists. */
export function isKnownKind(type: string): boolean {
  return BUILT_IN_KINDS.has(type) || type === 'tool_script' || Object.hasOwn(OWN_RULES, type);
}

/** @throws Failure `bad_request` when the blocks do not make a tool */
export function scriptOf(workspace: Workspace): string {
  const [tool, ...others] = workspace.getBlocksByType('tool_script');
  if (!tool) throw new Failure('bad_request', 'The “tool” block is missing. Add one from Tool.');
  if (others.length > 0)
    throw new Failure('bad_request', 'There is more than one “tool” block. Remove the others.');
  return new ScriptGenerator().script(workspace, tool);
}

class ScriptGenerator extends LuaGenerator {
  /** Blocks that set a variable first, and so declare it. */
  #declaring: ReadonlySet<Block> = new Set();

  constructor() {
    super('Tool');
    for (const type of BUILT_IN_KINDS) {
      const rule = luaGenerator.forBlock[type];
      if (rule) this.forBlock[type] = (block) => rule(block, this as unknown as LuaGenerator);
    }
    Object.assign(this.forBlock, OWN_RULES);
    this.forBlock['variables_set'] = (block) => {
      const name = this.getVariableName(String(block.getFieldValue('VAR')));
      const value = this.valueToCode(block, 'VALUE', Order.NONE) || 'nil';
      return `${this.#declaring.has(block) ? 'local ' : ''}${name} = ${value}\n`;
    };
    // A variable with one of these names would hide it.
    const taken = new Set(HOST_API.map(({ name }) => name.split('.')[0]));
    this.addReservedWords(
      ['goto', 'tool', 'tools', 'connector', 'params', 'context', 'json', ...taken].join(','),
    );
  }

  script(workspace: Workspace, tool: Block): string {
    this.init(workspace);
    const functions = workspace.getTopBlocks(true).filter(({ type }) => FUNCTIONS.includes(type));
    const main = chain(tool.getInputTargetBlock('DO'));
    const { before, declaring } = placesOf(main, functions);
    this.#declaring = declaring;
    const body = this.statementToCode(tool, 'DO');
    for (const block of functions) this.blockToCode(block, true);
    const made = Object.entries(this.definitions_);
    const own = made.filter(([key]) => key.startsWith('%'));
    const needed = made.filter(([key]) => !key.startsWith('%'));
    const declared = [...before.map((id) => this.getVariableName(id)), ...own.map(([key]) => key.slice(1))];
    const code = [
      HEAD,
      ...needed.map(([, text]) => `local ${text.trim()}\n\n`),
      this.#table(tool),
      '\nfunction tool.execute(params, context)\n',
      ...(declared.length > 0 ? [`${this.INDENT}local ${declared.join(', ')}\n`] : []),
      ...own.map(([, text]) => `${this.prefixLines(text.trimEnd(), this.INDENT)}\n\n`),
      body,
      'end\n',
    ].join('');
    this.finish('');
    return code.replace(/[ \t]+$/gm, '');
  }

  /** Quotes any text as a one-line string in double quotes. */
  override quote_(text: string): string {
    return luaString(text);
  }

  override multiline_quote_(text: string): string {
    return luaString(text);
  }

  /** Puts comments above their block. Everything Lua takes for a line ending ends the line here, too. */
  override scrub_(block: Block, code: string, thisOnly = false): string {
    const inner = block.outputConnection?.targetConnection
      ? ''
      : [
          block.getCommentText() ?? '',
          ...block.inputList.map((input) => {
            const child = input.type === 1 ? input.connection?.targetBlock() : null;
            return child ? this.allNestedComments(child) : '';
          }),
        ].join('\n');
    const lines = inner.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== '');
    const next = thisOnly ? '' : this.blockToCode(block.getNextBlock());
    return `${lines.map((line) => `-- ${line}\n`).join('')}${code}${String(next)}`;
  }

  #table(tool: Block): string {
    const text = (name: string): string => luaString(String(tool.getFieldValue(name) ?? ''));
    const hosts = String(tool.getFieldValue('HOSTS') ?? '')
      .split(/[\s,]+/)
      .filter((host) => host !== '');
    const parameters = chain(tool.getInputTargetBlock('PARAMETERS')).filter(
      (block) => block.type === 'tool_parameter' && block.isEnabled(),
    );
    return [
      'tool = {\n',
      `  name = ${text('NAME')},\n  version = ${text('VERSION')},\n  description = ${text('DESCRIPTION')},\n`,
      hosts.length > 0 ? `  hosts = { ${hosts.map((host) => luaString(host)).join(', ')} },\n` : '',
      parameters.length > 0 ? `  parameters = {\n${parameters.map(parameterCode).join('')}  },\n` : '',
      '}\n',
    ].join('');
  }
}
