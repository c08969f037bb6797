// The names in a script, from its tokens, without running it: what it declares, and what it uses from outside.
// Ignores scopes: a name declared anywhere counts as the script's own everywhere, so its own names are never reported
// as mistakes.
import type { Place } from '../../core/finding.ts';
import { luaStringValue, type LuaToken } from '../../lua-language/lua-tokens.ts';

/** `http.get("…")`: the use of a name that may come from outside. */
export interface Use {
  /** `http`, `get`. The script's own name for its context becomes `context`. */
  path: readonly string[];
  place: Place;
  /** How it is used; `method` is a call with a colon, whose name is the last of the path. */
  as: 'call' | 'method' | 'index' | 'value';
  /** The first argument of the call, if it is a plain string. */
  text?: string;
  /** Index in the list of tokens. */
  at: number;
}

export interface Text {
  value: string;
  place: Place;
  /** More is appended to it: `"https://" .. host`. */
  open: boolean;
}

export class ScriptNames {
  readonly file: string;
  /** Without spaces and comments. */
  readonly code: readonly LuaToken[];
  /** Local names and parameters. */
  readonly own = new Set<string>();
  /** Assigned global names and fields, such as `helper` or `string.trim`. */
  readonly assigned = new Set<string>();
  /** The entry function's names for its arguments and its context. */
  readonly entry: { arguments?: string; context?: string } = {};
  readonly #fields: readonly boolean[];
  #uses: readonly Use[] | undefined;

  /** @param code from `luaCode` */
  constructor(file: string, code: readonly LuaToken[]) {
    this.file = file;
    this.code = code;
    this.#fields = this.code.map(() => false);
    this.#fields = this.#findFields();
    this.#findDeclarations();
  }

  placeOf(first: number, last = first): Place {
    const { line, column } = this.code[first] as LuaToken;
    const { endLine, endColumn } = this.code[last] as LuaToken;
    return { file: this.file, line, column, endLine, endColumn };
  }

  is(index: number, ...texts: string[]): boolean {
    const token = this.code[index];
    return token !== undefined && token.kind !== 'string' && texts.includes(token.text);
  }

  /** Tells the key in a table constructor, such as `name` in `{ name = 1 }`. */
  isField(index: number): boolean {
    return this.#fields[index] === true;
  }

  uses(): readonly Use[] {
    return (this.#uses ??= [...this.#findUses()]);
  }

  *#findUses(): Generator<Use> {
    for (let at = 0; at < this.code.length; at++) {
      const { kind, text } = this.code[at] as LuaToken;
      if (kind !== 'name' || this.is(at - 1, '.', ':', 'goto', '::') || this.isField(at)) continue;
      const path = [text === this.entry.context ? 'context' : text];
      let last = at;
      while (this.is(last + 1, '.') && this.code[last + 2]?.kind === 'name') {
        last += 2;
        path.push((this.code[last] as LuaToken).text);
      }
      const method = this.is(last + 1, ':') && this.code[last + 2]?.kind === 'name';
      if (method) path.push((this.code[(last += 2)] as LuaToken).text);
      const next = this.code[last + 1];
      const called = next !== undefined && (next.kind === 'string' || this.is(last + 1, '(', '{'));
      const as = method
        ? 'method'
        : called
          ? 'call'
          : this.is(last + 1, '[') || path.length > 1
            ? 'index'
            : 'value';
      const use: Use = { path, place: this.placeOf(at, last), as, at };
      const argument = next?.kind === 'string' ? last + 1 : last + 2;
      const alone = next?.kind === 'string' || this.is(argument + 1, ')', ',');
      const given = this.code[argument];
      if (called && alone && given?.kind === 'string') use.text = luaStringValue(given);
      yield use;
    }
  }

  *texts(): Generator<Text> {
    for (const [at, token] of this.code.entries()) {
      if (token.kind !== 'string') continue;
      yield { value: luaStringValue(token), place: this.placeOf(at), open: this.is(at + 1, '..') };
    }
  }

  #findFields(): boolean[] {
    const blocks: string[] = [];
    return this.code.map((_, at) => {
      if (this.is(at, '{', '(', '[', 'function', 'if', 'do', 'repeat'))
        blocks.push((this.code[at] as LuaToken).text);
      else if (this.is(at, '}', ')', ']', 'end', 'until')) blocks.pop();
      return blocks.at(-1) === '{' && this.is(at + 1, '=') && this.is(at - 1, '{', ',', ';');
    });
  }

  #findDeclarations(): void {
    for (let at = 0; at < this.code.length; at++) {
      if (this.is(at, 'local') && !this.is(at + 1, 'function')) this.#declareLocals(at + 1);
      else if (this.is(at, 'for')) for (const name of this.#namesFrom(at + 1).names) this.own.add(name);
      else if (this.is(at, 'function')) this.#declareFunction(at);
      else if (this.is(at, '=') && !this.isField(at - 1)) this.#declareAssigned(at - 1);
    }
  }

  #declareLocals(from: number): void {
    const { names, next } = this.#namesFrom(from);
    // `local json = json` is still the same value.
    const values = this.is(next, '=') ? this.#namesFrom(next + 1).names : [];
    names.forEach((name, index) => {
      if (values[index] !== name) this.own.add(name);
    });
  }

  /** Reads names with commas between them. One that continues, such as `json.parse`, ends the list and is left empty. */
  #namesFrom(from: number): { names: string[]; next: number } {
    const names: string[] = [];
    for (let at = from; this.code[at]?.kind === 'name'; at += 1) {
      const goesOn = this.is(at + 1, '.', ':', '(', '[', '{');
      names.push(goesOn ? '' : (this.code[at] as LuaToken).text);
      at += 1;
      if (this.is(at, '<') && this.is(at + 2, '>')) at += 3;
      if (!this.is(at, ',')) return { names, next: at };
    }
    return { names, next: from };
  }

  #declareFunction(at: number): void {
    const path: string[] = [];
    let next = at + 1;
    for (; this.code[next]?.kind === 'name' || this.is(next, '.', ':'); next += 1) {
      if (this.code[next]?.kind === 'name') path.push((this.code[next] as LuaToken).text);
    }
    if (path.length > 0) {
      if (this.is(at - 1, 'local')) this.own.add(path[0] as string);
      else this.assigned.add(path.join('.'));
    } else if (this.is(at - 1, '=')) {
      for (let back = at - 2; this.code[back]?.kind === 'name' || this.is(back, '.'); back -= 1) {
        if (this.code[back]?.kind === 'name') path.unshift((this.code[back] as LuaToken).text);
      }
    }
    const names = this.is(next, '(') ? this.#namesFrom(next + 1).names : [];
    const isEntry = /^((tool\.)?execute|(connector\.)?scan)$/.test(path.join('.'));
    if (isEntry && names[0] !== undefined) this.entry.arguments ??= names[0];
    if (isEntry && names[1] !== undefined) this.entry.context ??= names[1];
    for (const [index, name] of names.entries()) {
      // A context that is passed on is still the context.
      if (name !== 'context' && !(isEntry && index === 1)) this.own.add(name);
    }
  }

  /** @param last the token before the `=` */
  #declareAssigned(last: number): void {
    let at = last;
    for (;;) {
      const path: string[] = [];
      for (; this.code[at]?.kind === 'name' || this.is(at, '.'); at -= 1) {
        if (this.code[at]?.kind === 'name') path.unshift((this.code[at] as LuaToken).text);
        if (this.code[at]?.kind === 'name' && !this.is(at - 1, '.')) {
          at -= 1;
          break;
        }
      }
      if (path.length === 0 || this.is(at, 'local', 'for')) return;
      this.assigned.add(path.join('.'));
      if (!this.is(at, ',')) return;
      at -= 1;
    }
  }
}
