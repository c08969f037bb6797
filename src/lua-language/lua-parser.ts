// Parses Lua text into a tree with scopes, in one pass. Any text has a tree, and incomplete code spoils no more than
// its own statement. Nothing is rejected: Lua itself decides whether a text is valid.
import { DEEPEST, ExpressionParser, isNamed, pathOf } from './lua-expressions.ts';
import type { Expression, LuaTree, TableNode, Use, Variable } from './lua-tree.ts';

const BLOCK_ENDS: ReadonlySet<string> = new Set(['end', 'else', 'elseif', 'until']);

export function parseLua(source: string): LuaTree {
  return new Parser(source).parse();
}

class Parser extends ExpressionParser {
  parse(): LuaTree {
    this.open();
    while (this.at < this.code.length) {
      this.block();
      // A superfluous `end`.
      this.at += 1;
    }
    this.close(this.tree.source.length);
    return this.tree;
  }

  // Statements

  protected override block(): void {
    while (this.at < this.code.length) {
      if (this.kind() === 'keyword' && BLOCK_ENDS.has(this.text())) return;
      const before = this.at;
      this.level += 1;
      if (this.level < DEEPEST) this.#statement();
      this.level -= 1;
      if (this.at === before) this.at += 1;
    }
  }

  #scoped(): void {
    this.open();
    this.block();
    this.close();
  }

  #statement(): void {
    if (this.kind() !== 'keyword' && !this.is('::')) {
      if (!this.take(';')) this.#assignmentOrCall();
    } else if (this.take('local')) this.#local();
    else if (this.take('function')) this.#namedFunction();
    else if (this.take('if')) this.#if();
    else if (this.take('while')) {
      this.condition();
      this.take('do');
      this.#scoped();
      this.take('end');
    } else if (this.take('do')) {
      this.#scoped();
      this.take('end');
    } else if (this.take('for')) this.#for();
    else if (this.take('repeat')) {
      this.open();
      this.block();
      if (this.take('until')) this.condition();
      this.close();
    } else if (this.take('return')) {
      const [first] = this.expressions();
      if (this.depth === 0 && this.scopes.length === 1) this.tree.returns = first;
    } else if (this.take('goto')) {
      if (this.kind() === 'name') this.at += 1;
    } else if (this.take('::')) {
      if (this.kind() === 'name') this.at += 1;
      this.take('::');
    } else if (this.take('break')) {
      return;
    } else this.#assignmentOrCall();
  }

  #local(): void {
    if (this.take('function')) {
      if (this.kind() !== 'name') return;
      const variable = this.variable(this.text(), 'function', this.at++);
      this.declare(variable);
      variable.value = this.function(this.at - 2, [variable.name]);
      return;
    }
    const variables: Variable[] = [];
    while (this.kind() === 'name') {
      const variable = this.variable(this.text(), 'local', this.at++);
      if (this.take('<')) {
        variable.attribute = this.text();
        this.at += 1;
        this.take('>');
      }
      variables.push(variable);
      if (!this.take(',')) break;
    }
    const values = this.take('=') ? this.expressions() : [];
    const last = values.at(-1);
    const spreads = last !== undefined && (last.kind === 'call' || last.kind === 'vararg');
    const group = spreads && variables.length > values.length ? variables.slice(values.length - 1) : [];
    for (const [index, variable] of variables.entries()) {
      variable.group = group.includes(variable) ? group : [];
      const value = values[index];
      if (value) this.#give(variable, value);
      this.declare(variable);
    }
  }

  #give(variable: Variable, value: Expression): void {
    variable.value = value;
    if (value.kind === 'function') value.path ??= [variable.name];
    if (value.kind === 'table') this.#defineItems(variable, [], value);
  }

  #defineItems(root: Use | Variable, path: readonly string[], table: TableNode): void {
    for (const { key, keyAt, value } of table.items) {
      if (key === undefined || keyAt === undefined) continue;
      const inner = [...path, key];
      this.tree.fields.push({ root, path: inner, at: keyAt, value });
      if (value.kind === 'table') this.#defineItems(root, inner, value);
      else if (value.kind === 'function') value.path ??= [root.name, ...inner];
    }
  }

  #namedFunction(): void {
    const first = this.at - 1;
    if (this.kind() !== 'name') {
      this.function(first);
      return;
    }
    const root = this.use(this.at++);
    const path: string[] = [];
    let method = false;
    while (!method && (this.is('.') || this.is(':'))) {
      method = this.is(':');
      this.at += 1;
      if (this.kind() === 'name') path.push(this.text(this.at++));
    }
    const at = this.at - 1;
    if (path.length === 0) root.write = true;
    const value = this.function(first, [root.name, ...path], method);
    if (path.length > 0) this.tree.fields.push({ root, path, at, value });
  }

  #if(): void {
    do {
      this.condition();
      this.take('then');
      this.#scoped();
    } while (this.take('elseif'));
    if (this.take('else')) this.#scoped();
    this.take('end');
  }

  #for(): void {
    const loop: Variable[] = [];
    while (this.kind() === 'name') {
      loop.push(this.variable(this.text(), 'loop', this.at++));
      if (!this.take(',')) break;
    }
    if (this.take('=')) this.expressions();
    else if (this.take('in')) {
      const [walk] = this.expressions();
      const list = walk?.kind === 'call' && isNamed(walk.callee, 'ipairs') ? walk.args[0] : undefined;
      if (list && loop[1]) loop[1].item = list;
    }
    this.take('do');
    this.open();
    for (const variable of loop) this.declare(variable);
    this.block();
    this.close();
    this.take('end');
  }

  #assignmentOrCall(): void {
    const targets = [this.suffixed()];
    while (this.take(',')) targets.push(this.suffixed());
    if (!this.take('=')) return;
    for (const target of targets) if (target.kind === 'name') target.use.write = true;
    const values = this.expressions();
    for (const [index, target] of targets.entries()) this.#assign(target, values[index]);
  }

  #assign(target: Expression, value: Expression | undefined): void {
    if (target.kind === 'name') {
      if (value?.kind === 'function') value.path ??= [target.use.name];
      if (value?.kind === 'table') this.#defineItems(target.use.variable ?? target.use, [], value);
    }
    const names = pathOf(target);
    if (!names || names.path.length === 0) return;
    const { use, path } = names;
    this.tree.fields.push({ root: use, path, at: target.last, ...(value && { value }) });
    if (value?.kind === 'function') value.path ??= [use.name, ...path];
    if (value?.kind === 'table') this.#defineItems(use, path, value);
  }
}
