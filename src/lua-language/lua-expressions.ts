// Parses Lua expressions into nodes, even incomplete ones. Function bodies use the subclass's parser of statements.
import { LuaCursor } from './lua-cursor.ts';
import type {
  CallNode,
  Expression,
  FunctionNode,
  NameNode,
  TableItem,
  TableNode,
  Variable,
  Use,
} from './lua-tree.ts';

/** Maximum nesting of brackets and blocks; Lua itself allows 200. */
export const DEEPEST = 220;

const BINARY: ReadonlySet<string> = new Set(
  'and or + - * / // % ^ .. < > <= >= == ~= & | ~ << >>'.split(' '),
);
const UNARY: ReadonlySet<string> = new Set(['not', '-', '#', '~']);

export abstract class ExpressionParser extends LuaCursor {
  protected level = 0;

  /** Reads statements up to a keyword that ends a block. */
  protected abstract block(): void;

  protected condition(): void {
    const value = this.expression();
    if (value.kind === 'name') value.use.asked = true;
  }

  protected expressions(): Expression[] {
    const values = [this.expression()];
    while (this.take(',')) values.push(this.expression());
    return values;
  }

  /** Ignores operator precedence, which no user of the tree needs. */
  protected expression(): Expression {
    const first = this.at;
    if (this.level >= DEEPEST) return this.#hole();
    this.level += 1;
    let value = this.#operand();
    while (BINARY.has(this.text()) && this.kind() !== 'string') {
      const operator = this.text(this.at++);
      const asks = operator === '==' || operator === '~=';
      if (value.kind === 'name' && (asks || operator === 'or' || operator === 'and')) value.use.asked = true;
      const other = this.#operand();
      if (other.kind === 'name' && asks) other.use.asked = true;
      // The left operand of the next operator.
      value = other;
    }
    this.level -= 1;
    const isOne = value.first === first;
    return isOne ? value : { kind: 'operation', first, last: this.at - 1 };
  }

  #operand(): Expression {
    const first = this.at;
    let asked = false;
    while (UNARY.has(this.text()) && this.kind() !== 'string') {
      asked = this.is('not');
      this.at += 1;
    }
    const signed = this.at > first;
    const value = this.#simple();
    if (asked && value.kind === 'name') value.use.asked = true;
    if (!signed) return value;
    if (value.kind === 'literal' && value.type === 'number' && this.text(first) === '-') {
      return { ...value, first };
    }
    return { kind: 'operation', first, last: this.at - 1 };
  }

  #simple(): Expression {
    const first = this.at;
    const type = this.kind();
    if (type === 'string' || type === 'number') {
      this.at += 1;
      return { kind: 'literal', type, first, last: first };
    }
    if (this.take('nil')) return { kind: 'literal', type: 'nil', first, last: first };
    if (this.take('true') || this.take('false'))
      return { kind: 'literal', type: 'boolean', first, last: first };
    if (this.take('...')) return { kind: 'vararg', first, last: first };
    if (this.is('{')) return this.#table();
    if (this.take('function')) return this.function(first);
    return this.suffixed();
  }

  #hole(): Expression {
    return { kind: 'hole', first: this.at, last: this.at };
  }

  protected suffixed(): Expression {
    const first = this.at;
    let value: Expression;
    if (this.kind() === 'name') {
      value = { kind: 'name', use: this.use(this.at++), first, last: first } satisfies NameNode;
    } else if (this.take('(')) {
      this.expression();
      this.take(')');
      value = { kind: 'parens', first, last: this.at - 1 };
    } else return this.#hole();
    for (;;) {
      if (this.is('.') || this.is(':')) {
        const method = this.is(':');
        this.at += 1;
        const name = this.kind() === 'name' ? this.text(this.at++) : '';
        value = { kind: 'field', object: value, name, method, first, last: this.at - 1 };
      } else if (this.take('[')) {
        const key = this.expression();
        this.take(']');
        value = { kind: 'index', object: value, key, first, last: this.at - 1 };
      } else if (this.is('(') || this.is('{') || this.kind() === 'string') {
        value = this.#call(value);
      } else return value;
    }
  }

  #call(callee: Expression): CallNode {
    let args: Expression[] = [];
    if (this.take('(')) {
      if (!this.is(')')) args = this.expressions();
      this.take(')');
    } else args = [this.#simple()];
    const call: CallNode = { kind: 'call', callee, args, first: callee.first, last: this.at - 1 };
    this.tree.calls.push(call);
    const [about] = args;
    if (callee.kind === 'name' && callee.use.name === 'type' && about?.kind === 'name')
      about.use.asked = true;
    return call;
  }

  #table(): TableNode {
    const first = this.at++;
    const items: TableItem[] = [];
    while (this.at < this.code.length && !this.is('}')) {
      const before = this.at;
      if (this.kind() === 'name' && this.text(this.at + 1) === '=') {
        this.at += 2;
        items.push({ key: this.text(before), keyAt: before, value: this.expression() });
      } else if (this.take('[')) {
        this.expression();
        this.take(']');
        this.take('=');
        items.push({ keyAt: before, value: this.expression() });
      } else items.push({ value: this.expression() });
      if (!this.take(',') && !this.take(';') && !this.is('}')) break;
      if (this.at === before) break;
    }
    this.take('}');
    return { kind: 'table', items, first, last: this.at - 1 };
  }

  /** Parses a function after `function` and its name. */
  protected function(first: number, path?: readonly string[], method = false): FunctionNode {
    const params: Variable[] = [];
    let vararg = false;
    this.open();
    this.depth += 1;
    if (this.take('(')) {
      while (this.kind() === 'name' || this.is('...')) {
        if (this.is('...')) vararg = true;
        else params.push(this.variable(this.text(), 'parameter', this.at));
        this.at += 1;
        if (!this.take(',')) break;
      }
      this.take(')');
    }
    if (method) this.declare(this.variable('self', 'parameter', this.at - 1));
    for (const param of params) this.declare(param);
    const node: FunctionNode = {
      kind: 'function',
      params,
      vararg,
      first,
      last: first,
      ...(path && { path }),
    };
    this.tree.functions.push(node);
    this.block();
    this.depth -= 1;
    this.close();
    this.take('end');
    node.last = this.at - 1;
    return node;
  }
}

export function isNamed(node: Expression, name: string): boolean {
  return node.kind === 'name' && node.use.name === name;
}

/** Returns `a.b.c` as the use of `a` and the names after it; undefined for any other expression. */
export function pathOf(node: Expression): { use: Use; path: string[] } | undefined {
  if (node.kind === 'name') return { use: node.use, path: [] };
  if (node.kind !== 'field') return undefined;
  const object = pathOf(node.object);
  return object && { use: object.use, path: [...object.path, node.name] };
}
