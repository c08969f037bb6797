// Determines from its text what a script would touch. A capability counts wherever it is named, called or not, so no
// data flow analysis is needed; anything that could name one in another way is unclear. The analysis is not trusted
// alone: a run without approval is restricted to this list (registry/scripts).
import { shortened } from '../base/shortened.ts';
import type { ScriptTouches, Touch, TouchEffect } from '../core/script-touches.ts';
import { API_TABLES, HOST_API } from './host-api.ts';
import { luaStringValue } from './lua-tokens.ts';
import type { CallNode, Expression, LuaTree, Use } from './lua-tree.ts';
import { treeOf } from './scopes.ts';

/** The effect of calling a tool, as known from its installation. */
export interface ToolEffect {
  effect: TouchEffect;
  note?: string;
}

/** Other ways to reach every global variable, or to run code that is not in the text. */
const OPEN_ENDS: ReadonlySet<string> = new Set(
  '_G _ENV load loadstring require dofile loadfile debug package io getfenv setfenv'.split(' '),
);

/** The effects of fields of global tables. Fields of `context` not listed here only show something. */
const EFFECTS: ReadonlyMap<string, TouchEffect | 'shows'> = new Map([
  ['context.search', 'reads'],
  ['context.get', 'reads'],
  ['context.sources', 'reads'],
  ['context.query', 'reads'],
  ['context.config', 'shows'],
  ['context.progress', 'shows'],
  ['context.emit', 'shows'],
  ['fs.read', 'reads'],
  ['fs.list', 'reads'],
  ['fs.search', 'reads'],
  ['fs.write', 'acts'],
  ['fs.patch', 'acts'],
  ['fs.delete', 'acts'],
  ...(API_TABLES.get('http') ?? []).map(({ name }): [string, TouchEffect] => [name, 'acts']),
]);
const CAPABILITIES: ReadonlySet<string> = new Set(['tools', 'mcp', 'context', 'fs', 'http']);

/** Their effects stay inside the run. */
const HARMLESS: ReadonlySet<string> = new Set(
  (
    'assert base64 collectgarbage coroutine crypto env error getmetatable html ipairs json log math next os pairs pcall print ' +
    'rawequal rawget rawlen rawset select setmetatable sleep string table tonumber tostring type utf8 view warn xpcall _VERSION'
  ).split(' '),
);
/** All globals of a script. A global in none of the lists above is new, and not known to be harmless. */
const FOUND: ReadonlySet<string> = new Set(HOST_API.map(({ name }) => name.split('.')[0] as string));

const LONGEST_LINE = 160;
const LONGEST_NOTE = 200;

/** @param toolOf undefined: there is no such tool */
export function scriptTouches(
  source: string,
  toolOf: (name: string) => ToolEffect | undefined,
): ScriptTouches {
  return new Reader(treeOf(source), toolOf).read();
}

class Reader {
  readonly #tree: LuaTree;
  readonly #toolOf: (name: string) => ToolEffect | undefined;
  readonly #touches = new Map<string, Touch & { notes: Set<string> }>();
  readonly #unclear = new Map<number, string>();
  /** Calls by the position of the first name of their callee, inner ones first. */
  readonly #calls = new Map<number, CallNode[]>();
  readonly #uses: ReadonlyMap<number, Use>;

  constructor(tree: LuaTree, toolOf: (name: string) => ToolEffect | undefined) {
    this.#tree = tree;
    this.#toolOf = toolOf;
    this.#uses = new Map(tree.uses.map((use) => [use.at, use]));
    for (const call of tree.calls) {
      this.#calls.set(call.callee.first, [...(this.#calls.get(call.callee.first) ?? []), call]);
    }
  }

  read(): ScriptTouches {
    for (const use of this.#tree.uses) if (!use.variable) this.#judge(use);
    this.#lookForMissed();
    const touches = [...this.#touches.values()].map(({ notes, ...touch }) => ({
      ...touch,
      ...(notes.size > 0 && { note: shortened([...notes].join(', '), LONGEST_NOTE) }),
    }));
    const unclear = [...this.#unclear].sort(([a], [b]) => a - b).map(([line, text]) => ({ line, text }));
    const readOnly = unclear.length === 0 && touches.every(({ effect }) => effect === 'reads');
    return { touches, unclear, readOnly };
  }

  #judge(use: Use): void {
    const { name, at } = use;
    if (OPEN_ENDS.has(name)) return this.#note(at);
    if (!CAPABILITIES.has(name)) {
      if (FOUND.has(name) && !HARMLESS.has(name)) this.#note(at);
      return;
    }
    const first = this.#fieldAt(at + 1);
    if (!first) return this.#note(at);
    if (name === 'tools') return first.name === 'all' ? this.#all(at) : this.#tool(first.name, at);
    if (name === 'mcp') {
      const second = this.#fieldAt(first.next);
      return second
        ? this.#tool(`${first.name}__${second.name}`, at, `mcp.${first.name}.${second.name}`)
        : this.#note(at);
    }
    const path = `${name}.${first.name}`;
    const effect = EFFECTS.get(path);
    if (!effect) this.#note(at);
    else if (effect !== 'shows') this.#touch(path, effect, at, this.#firstTexts(at));
  }

  /** Reads `.name`, `:name` or `["name"]` at a position. */
  #fieldAt(at: number): { name: string; next: number } | undefined {
    const [mark, field, close] = this.#tree.code.slice(at, at + 3);
    if (mark?.kind !== 'operator') return undefined;
    if ((mark.text === '.' || mark.text === ':') && field?.kind === 'name') {
      return { name: field.text, next: at + 2 };
    }
    if (mark.text !== '[' || field?.kind !== 'string' || close?.text !== ']') return undefined;
    const name = luaStringValue(field);
    return { name, next: at + 3 };
  }

  #tool(name: string, at: number, shown = `tools.${name}`): void {
    const known = this.#toolOf(name) ?? { effect: 'acts', note: 'there is no such tool' };
    this.#touch(shown, known.effect, at, known.note === undefined ? [] : [known.note]);
  }

  /** `tools.all{ { tools.weather, {…} }, { 'weather', {…} } }`: each name must be literal. */
  #all(at: number): void {
    const call = this.#callAt(at);
    const list = call?.args[0];
    if (list?.kind !== 'table' || call?.args.length !== 1) return this.#note(at);
    for (const { keyAt, value } of list.items) {
      const name = keyAt === undefined ? this.#nameOfEntry(value) : undefined;
      if (name === undefined) this.#note(value.first);
      else if (name !== NAMED) this.#tool(name, value.first);
    }
  }

  #nameOfEntry(entry: Expression): string | typeof NAMED | undefined {
    if (entry.kind !== 'table') return undefined;
    const [first] = entry.items;
    const computed = entry.items.some(({ key, keyAt }) => keyAt !== undefined && key === undefined);
    if (!first || computed || first.keyAt !== undefined) return undefined;
    const text = this.#textOf(first.value);
    return text ?? (this.#isNamed(first.value) ? NAMED : undefined);
  }

  /** Tells whether a value is `tools.NAME` or `mcp.SERVER.NAME`, which is recorded at its own position. */
  #isNamed(value: Expression): boolean {
    if (value.kind !== 'field' && value.kind !== 'index') return false;
    const root = this.#uses.get(value.first);
    return root !== undefined && !root.variable && (root.name === 'tools' || root.name === 'mcp');
  }

  #callAt(at: number): CallNode | undefined {
    return this.#calls.get(at)?.find(({ callee }) => callee.kind === 'field' || callee.kind === 'index');
  }

  /** Returns literal paths and addresses. */
  #firstTexts(at: number): string[] {
    const given = this.#callAt(at)?.args[0];
    const url = given?.kind === 'table' ? given.items.find(({ key }) => key === 'url')?.value : given;
    const text = url && this.#textOf(url);
    return text === undefined ? [] : [text];
  }

  #textOf(value: Expression): string | undefined {
    const token = this.#tree.code[value.first];
    if (value.kind !== 'literal' || value.type !== 'string' || !token) return undefined;
    return luaStringValue(token);
  }

  #touch(name: string, effect: TouchEffect, at: number, notes: readonly string[]): void {
    const line = this.#tree.code[at]?.line ?? 1;
    const known = this.#touches.get(name) ?? { name, effect, lines: [], notes: new Set<string>() };
    if (!known.lines.includes(line)) known.lines.push(line);
    for (const note of notes) known.notes.add(note);
    this.#touches.set(name, known);
  }

  #note(at: number): void {
    const token = this.#tree.code[at];
    const { line } = token ?? { line: 1 };
    const start = (token?.start ?? 0) - (token?.column ?? 1) + 1;
    const end = this.#tree.source.slice(start).search(/[\r\n]/);
    const text = end < 0 ? this.#tree.source.slice(start) : this.#tree.source.slice(start, start + end);
    this.#unclear.set(line, shortened(text.trim(), LONGEST_LINE));
  }

  /** Looks for names that are missing in the tree, whose depth is limited: see `DEEPEST`. */
  #lookForMissed(): void {
    const { code, variables } = this.#tree;
    const seen = new Set([...this.#uses.keys(), ...variables.map(({ at }) => at)]);
    for (const [at, { kind, text }] of code.entries()) {
      if (kind !== 'name' || !(CAPABILITIES.has(text) || OPEN_ENDS.has(text))) continue;
      // However it is declared, it gives access to all globals.
      if (text === '_ENV') this.#note(at);
      const before = code[at - 1]?.text ?? '';
      const isField = before === '.' || before === ':';
      const isKey = code[at + 1]?.text === '=' && /^[{,;]$/.test(before);
      if (!seen.has(at) && !isField && !isKey) this.#note(at);
    }
  }
}

/** Marks an entry of `tools.all` whose tool is recorded separately. */
const NAMED = Symbol('named');
