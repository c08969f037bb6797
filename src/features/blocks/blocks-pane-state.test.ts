// How blocks relate to the script next to them: identical, changed only in the parameters, or different.
import { describe, expect, it } from 'vitest';
import { addParameter, removeParameter, writeParameter } from '../../lua-language/parameter-table.ts';
import { BLOCKS_FILE, hashOf, writeBlocks } from './blocks-file.ts';
import { blocksState, type BlocksState } from './blocks-pane-state.ts';
import { scriptOfBlocks } from './blocks-script.ts';
import { firstBlocks } from './first-blocks.ts';
import { isKnownKind } from './script-of.ts';

const workspace = firstBlocks('find_it');
const script = scriptOfBlocks(workspace);
const text = writeBlocks({ workspace, hash: hashOf(script) });
const state = (source: string, file: string | undefined = text): BlocksState =>
  blocksState(file, source, isKnownKind, scriptOfBlocks);
const follows = (source: string): string => {
  const found = state(source);
  return found.kind === 'fits' ? scriptOfBlocks(found.workspace) : found.kind;
};

describe('blocks beside a script', () => {
  it('match the script they generate', () => {
    expect(state(script)).toEqual({ kind: 'fits', workspace });
  });

  it('are not trusted when they only claim to match', () => {
    const other = 'tool = {}\n';
    expect(state(other, writeBlocks({ workspace, hash: hashOf(other) }))).toMatchObject({
      kind: 'differs',
      byHand: false,
    });
  });

  it('differ from a script edited by hand, and show what they would generate', () => {
    for (const source of [
      `${script}-- my own line`,
      script.replace('limit = 3', 'limit = 4'),
      script.replace('find_it', 'other'),
      script.replace('params.question', 'params.q'),
      'tool = {',
      '',
    ]) {
      expect(state(source)).toMatchObject({ kind: 'differs', byHand: true, made: script });
    }
  });

  it('do not exist without a file, and count as broken when it holds others', () => {
    expect(state(script, '')).toEqual({ kind: 'none' });
    expect(blocksState(undefined, script, isKnownKind, scriptOfBlocks)).toEqual({ kind: 'none' });
    const broken = state(script, '{');
    expect(broken).toMatchObject({ kind: 'broken', message: expect.stringContaining(BLOCKS_FILE) as string });
  });
});

describe('parameters changed next to the blocks', () => {
  it('are copied into the blocks, including settings no block shows', () => {
    const more = addParameter(script, {
      name: 'limit',
      type: 'integer',
      default: 5,
      minimum: 1,
      enum: [1, 5, 9],
    });
    const made = follows(more);
    expect(made).toContain(
      '{ name = "limit", type = "integer", default = 5, minimum = 1, enum = { 1, 5, 9 } },',
    );
    expect(made).toContain('{ name = "question", type = "string", required = true,');
    expect(follows(made)).toBe(made);
    expect(follows(writeParameter(script, 0, { name: 'q', type: 'array' }))).toContain(
      '{ name = "q", type = "array" }',
    );
  });

  it('are copied when the last is removed and the first is added', () => {
    const without = follows(removeParameter(script, 0));
    expect(without).not.toContain('parameters');
    expect(
      follows(
        addParameter(script.replace(/ {2}parameters = \{[^]*?\n {2}\},\n/, ''), {
          name: 'x',
          type: 'boolean',
        }),
      ),
    ).toContain('parameters = {\n    { name = "x", type = "boolean" },\n  },');
  });

  it('leave the two different when no block can express them', () => {
    const parameters = (list: string): string =>
      script.replace(/parameters = \{[^]*?\n {2}\},/, `parameters = ${list},`);
    for (const list of [
      '{ { name = "a", type = { "string", "null" } } }',
      '{ { name = NAME, type = "string" } }',
      '{ { name = "a", type = "integer", default = "5" } }',
      '{ { name = "a", type = "string", default = "" } }',
      'made()',
    ])
      expect(follows(parameters(list)), list).toBe('differs');
  });
});
