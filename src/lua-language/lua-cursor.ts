// Iterates over the tokens of a Lua text, and tracks the meaning of names at the current position.
import { luaCode, type LuaToken } from './lua-tokens.ts';
import type { LuaTree, Use, Variable } from './lua-tree.ts';

export class LuaCursor {
  protected readonly tree: LuaTree;
  protected readonly code: readonly LuaToken[];
  protected at = 0;
  /** Number of enclosing functions. */
  protected depth = 0;
  protected scopes: Variable[][] = [];
  /** The meanings of each name here, innermost last. A map, because a script has as many lookups as words. */
  readonly #meanings = new Map<string, Variable[]>();

  constructor(source: string) {
    this.code = luaCode(source);
    const empty = { variables: [], uses: [], calls: [], functions: [], fields: [], returns: undefined };
    this.tree = { source, code: this.code, ...empty };
  }

  // Tokens

  protected is(text: string): boolean {
    const token = this.code[this.at];
    return token?.text === text && token.kind !== 'string';
  }

  protected take(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  protected kind(): LuaToken['kind'] | undefined {
    return this.code[this.at]?.kind;
  }

  protected text(at = this.at): string {
    return this.code[at]?.text ?? '';
  }

  /** Offset of the start or end of the previous token. */
  protected here(): number {
    return this.code[this.at]?.start ?? this.tree.source.length;
  }

  protected behind(): number {
    return this.code[this.at - 1]?.end ?? 0;
  }

  // Scopes

  protected open(): void {
    this.scopes.push([]);
  }

  protected close(to = this.here()): void {
    for (const variable of this.scopes.pop() ?? []) {
      variable.to = to;
      this.#meanings.get(variable.name)?.pop();
    }
  }

  protected variable(name: string, kind: Variable['kind'], at: number): Variable {
    const variable: Variable = { name, kind, at, from: 0, to: Infinity, uses: [], group: [] };
    return variable;
  }

  protected declare(variable: Variable): void {
    variable.from = this.behind();
    this.scopes.at(-1)?.push(variable);
    const meanings = this.#meanings.get(variable.name);
    if (meanings) meanings.push(variable);
    else this.#meanings.set(variable.name, [variable]);
    this.tree.variables.push(variable);
  }

  protected find(name: string): Variable | undefined {
    return this.#meanings.get(name)?.at(-1);
  }

  protected use(at: number): Use {
    const name = this.text(at);
    const variable = this.find(name);
    const use: Use = {
      name,
      at,
      write: false,
      depth: this.depth,
      asked: false,
      ...(variable && { variable }),
    };
    variable?.uses.push(use);
    this.tree.uses.push(use);
    return use;
  }
}
