// The tree of a Lua text: expressions as far as checks and help need them, and the declarations and uses of names.
// Positions are indexes into `code`, the tokens without spaces and comments.
import type { LuaToken } from './lua-tokens.ts';

export interface Variable {
  name: string;
  kind: 'local' | 'function' | 'parameter' | 'loop';
  /** Where it is declared. */
  at: number;
  /** Offsets between which the name means this variable, known once its scope is closed. */
  from: number;
  to: number;
  uses: Use[];
  /** Its initial value, if that is a single expression for it alone. */
  value?: Expression;
  /** The list that a loop takes it from. */
  item?: Expression;
  /** `const` or `close`. */
  attribute?: string;
  /** Names in the same declaration that receive several results of one call, including itself. */
  group: readonly Variable[];
}

/** A name that is read or assigned. */
export interface Use {
  name: string;
  at: number;
  write: boolean;
  /** Undefined for a global name. */
  variable?: Variable;
  /** Number of enclosing functions; 0 at the top level. */
  depth: number;
  /** The script tests whether it exists: `if x`, `x or y`, `x == nil`, `type(x)`. */
  asked: boolean;
}

interface Spot {
  /** First and last token. */
  first: number;
  last: number;
}

export type Expression =
  NameNode | FieldNode | IndexNode | CallNode | TableNode | FunctionNode | LiteralNode | PlainNode;

export interface NameNode extends Spot {
  kind: 'name';
  use: Use;
}
/** `object.name` or `object:name`; the name is empty while it is not written yet. */
export interface FieldNode extends Spot {
  kind: 'field';
  object: Expression;
  name: string;
  method: boolean;
}
export interface IndexNode extends Spot {
  kind: 'index';
  object: Expression;
  key: Expression;
}
export interface CallNode extends Spot {
  kind: 'call';
  callee: Expression;
  args: Expression[];
}
export interface TableItem {
  /** Key of `{ name = … }`; undefined for list items and computed keys. */
  key?: string;
  keyAt?: number;
  value: Expression;
}
export interface TableNode extends Spot {
  kind: 'table';
  items: TableItem[];
}
export interface FunctionNode extends Spot {
  kind: 'function';
  params: Variable[];
  vararg: boolean;
  /** `function tool.execute`, `tool.execute = function`: `tool`, `execute`. */
  path?: readonly string[];
}
export interface LiteralNode extends Spot {
  kind: 'literal';
  type: 'string' | 'number' | 'boolean' | 'nil';
}
export interface PlainNode extends Spot {
  /** `hole`: nothing is written there. */
  kind: 'vararg' | 'operation' | 'parens' | 'hole';
}

/** `function M.trim`, `M.trim = …`, `local M = { trim = … }`. */
export interface FieldDefinition {
  root: Use | Variable;
  path: readonly string[];
  /** The last name of the path. */
  at: number;
  value?: Expression;
}

export interface LuaTree {
  source: string;
  code: readonly LuaToken[];
  variables: Variable[];
  uses: Use[];
  calls: CallNode[];
  functions: FunctionNode[];
  fields: FieldDefinition[];
  /** The value that the whole text returns, as a module does. */
  returns: Expression | undefined;
}
