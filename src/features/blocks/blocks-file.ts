// The file that holds a tool's blocks. It may come from a stranger's bundle: invalid content is refused with a
// sentence before Blockly sees it, and nothing of it runs. Pure.
import { Failure } from '../../core/errors.ts';
import { isObject, type JsonObject } from '../../base/json.ts';

export const BLOCKS_FILE = 'blocks.json';
const VERSION = 1;

/** A few hundred blocks take about a second to draw; more would block the page. */
const MAX_BLOCKS = 1000;
const MAX_LENGTH = 2_000_000;
/** Nesting of blocks: Blockly walks them by recursion. */
const MAX_DEPTH = 100;
/** Inputs of one block: a list of a billion items would have a billion. */
const MAX_ITEMS = 100;
/** Inputs of all blocks: each is drawn, even if empty. */
const MAX_PLACES = 3000;

export interface BlocksFile {
  /** In Blockly's JSON serialisation. */
  workspace: JsonObject;
  /** Hash of the script generated from it: see `hashOf`. */
  hash: string;
}

export function writeBlocks({ workspace, hash }: BlocksFile): string {
  return `${JSON.stringify({ version: VERSION, hash, workspace }, null, 1)}\n`;
}

/**
 * @param known true for existing kinds of blocks
 * @throws Failure `bad_request` that says what is wrong with it
 */
export function readBlocks(text: string, known: (type: string) => boolean): BlocksFile {
  if (text.length > MAX_LENGTH) throw refused('it is too large');
  const { version, hash, workspace } = parse(text);
  if (version !== VERSION) {
    throw refused(
      typeof version === 'number' && version > VERSION
        ? 'a newer version of this program wrote it'
        : 'it is not a blocks file',
    );
  }
  if (!isObject(workspace)) throw refused('it contains no blocks');
  return { workspace: checked(workspace, known), hash: typeof hash === 'string' ? hash : '' };
}

/** A short hash (FNV-1a, 32 bits) that tells whether a script is still the generated one. */
export function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

function refused(why: string): Failure {
  return new Failure('bad_request', `Couldn’t show this tool’s blocks: ${why}.`);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Reported below, like any other value that is not an object.
  }
  throw refused(`${BLOCKS_FILE} is not readable`);
}

function checked(workspace: Record<string, unknown>, known: (type: string) => boolean): JsonObject {
  const { blocks, variables, workspaceComments } = workspace;
  const list = isObject(blocks) ? blocks['blocks'] : undefined;
  if (!Array.isArray(list)) throw refused('it contains no blocks');
  const seen = { count: 0, places: 0, strange: new Set<string>() };

  function look(block: unknown, depth: number): void {
    // Walks a chain of blocks in a loop, so that its length does not count as depth.
    for (let one = block; one !== undefined;) {
      if (!isObject(one) || typeof one['type'] !== 'string') throw refused('a block has no type');
      if ((seen.count += 1) > MAX_BLOCKS) throw refused(`it has more than ${MAX_BLOCKS} blocks`);
      if (depth > MAX_DEPTH) throw refused(`its blocks are nested more than ${MAX_DEPTH} deep`);
      if (!known(one['type'])) seen.strange.add(one['type']);
      if ((seen.places += placesOf(one)) > MAX_PLACES) {
        throw refused(`its blocks have more than ${MAX_PLACES} fields`);
      }
      const { inputs, next } = one;
      for (const input of isObject(inputs) ? Object.values(inputs) : []) inside(input, depth + 1);
      if (isObject(next) && next['shadow'] !== undefined) look(next['shadow'], depth + 1);
      one = isObject(next) ? next['block'] : undefined;
    }
  }

  function inside(connection: unknown, depth: number): void {
    if (!isObject(connection)) return;
    for (const key of ['block', 'shadow']) if (connection[key] !== undefined) look(connection[key], depth);
  }

  for (const block of list) look(block, 0);
  if (seen.strange.size > 0) {
    const names = [...seen.strange].slice(0, 5).map((type) => `“${type.slice(0, 40)}”`);
    throw refused(`this version does not know the block types ${names.join(', ')}`);
  }
  if (variables !== undefined && !isListOfVariables(variables)) throw refused('its variables are invalid');
  return {
    blocks: { languageVersion: 0, blocks: list },
    ...(variables !== undefined && { variables: variables as JsonObject[] }),
    ...(Array.isArray(workspaceComments) && {
      workspaceComments: workspaceComments.filter(isObject) as JsonObject[],
    }),
  };
}

/** Returns the number of inputs that a block's `extraState` asks for, as a number or a list. */
function placesOf({ extraState }: Record<string, unknown>): number {
  if (extraState === undefined) return 0;
  // The old XML notation would go through a parser that nothing here needs.
  if (!isObject(extraState)) throw refused('a block has an invalid shape');
  let places = 0;
  for (const [key, value] of Object.entries(extraState)) {
    // Blockly counts up to any value here: to it, `"1e9"`, `[1e9]` and `{ "length": 1e9 }` are numbers too.
    if (isObject(value) || (/count$/i.test(key) && typeof value !== 'number')) {
      throw refused('a block has an invalid shape');
    }
    const items = Array.isArray(value) ? value.length : value;
    if (typeof items !== 'number') continue;
    if (!(items >= 0 && items <= MAX_ITEMS)) throw refused(`a block has more than ${MAX_ITEMS} fields`);
    places += items;
  }
  return places;
}

function isListOfVariables(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= MAX_BLOCKS &&
    value.every((one) => isObject(one) && typeof one['name'] === 'string' && typeof one['id'] === 'string')
  );
}
