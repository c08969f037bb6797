// What blocks are to the script beside them: still its maker, its maker but for the parameters, or no longer.
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
  it('fit the one they make', () => {
    expect(state(script)).toEqual({ kind: 'fits', workspace });
  });

  it('are not believed when they only say that they fit', () => {
    const other = 'tool = {}\n';
    expect(state(other, writeBlocks({ workspace, hash: hashOf(other) }))).toMatchObject({
      kind: 'differs',
      byHand: false,
    });
  });

  it('differ from one that was changed by hand, and tell what they would make', () => {
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

  it('are none without a file, and broken with one that is not theirs', () => {
    expect(state(script, '')).toEqual({ kind: 'none' });
    expect(blocksState(undefined, script, isKnownKind, scriptOfBlocks)).toEqual({ kind: 'none' });
    const broken = state(script, '{');
    expect(broken).toMatchObject({ kind: 'broken', message: expect.stringContaining(BLOCKS_FILE) as string });
  });
});

describe('parameters that were changed beside the blocks', () => {
  it('are taken over, with what no block shows', () => {
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

  it('are taken over when the last is taken away and the first is added', () => {
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

  it('that no block can say leave the two different', () => {
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
