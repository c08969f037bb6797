// What becomes of the calls of `require` when a file of a tool gets another path: each goes on meaning the file it meant.
import { luaCode, luaStringValue, type LuaToken } from './lua-tokens.ts';
import { literalLike } from './lua-rewrite.ts';
import { modulePath } from './modules.ts';

type Texts = Readonly<Record<string, string>>;

export interface ModuleMove {
  /** Those that are other texts now, by the path they have now. */
  texts: Record<string, string>;
  /** How many calls were changed in them. */
  places: number;
  /** How many calls meant the file and cannot any more, as no name leads to its new path. */
  lost: number;
}

/**
 * @param texts Lua texts of a tool by path as they were, the script under ''; others count as files that may be there.
 * @param to what the file at `from` is called now
 */
export function moveModule(texts: Texts, from: string, to: string): ModuleMove {
  const { [from]: moved = '', ...rest } = texts;
  const after = { ...rest, [to]: moved };
  const move: ModuleMove = { texts: {}, places: 0, lost: 0 };
  for (const [path, text] of Object.entries(after)) {
    if (path !== '' && !path.endsWith('.lua')) continue;
    let changed = text;
    for (const token of requireNames(text).reverse()) {
      const name = luaStringValue(token);
      const meant = modulePath(name, texts);
      const means = meant === from ? to : meant;
      if (means === undefined || modulePath(name, after) === means) continue;
      const short = meant?.startsWith('lib/') === true && !/^lib[./]/.test(name);
      const other = nameFor(means, { like: name, short }, after);
      if (other === undefined) move.lost += 1;
      else {
        changed = changed.slice(0, token.start) + literalLike(token.text, other) + changed.slice(token.end);
        move.places += 1;
      }
    }
    if (changed !== text) move.texts[path] = changed;
  }
  return move;
}

/** The names in `require "…"`, `require("…")` and `pcall(require, "…")`; not in `other.require(…)`. */
function requireNames(source: string): LuaToken[] {
  if (!source.includes('require')) return [];
  const code = luaCode(source);
  const textAt = (at: number): string => (code[at]?.kind === 'string' ? '' : (code[at]?.text ?? ''));
  return code.flatMap((token, at) => {
    if (token.kind !== 'name' || token.text !== 'require' || /^[.:]$/.test(textAt(at - 1))) return [];
    const next = textAt(at + 1);
    const guarded = next === ',' && textAt(at - 1) === '(' && textAt(at - 2) === 'pcall';
    const index = next === '(' || guarded ? at + 2 : at + 1;
    const name = code[index];
    // What goes on behind it is no name yet: `require("lib." .. which)`.
    const whole = index === at + 1 || textAt(index + 1) === ')' || guarded;
    return name?.kind === 'string' && whole ? [name] : [];
  });
}

/** A name for the file, written like the one it had: with dots or slashes, with the ending, and `short` without `lib`. */
function nameFor(
  path: string,
  { like, short }: { like: string; short: boolean },
  files: Texts,
): string | undefined {
  const stem = path.replace(/\.lua$/, '').replace(/\/init$/, '');
  const ending = like.endsWith('.lua') ? '.lua' : '';
  const forms = short ? [stem.replace(/^lib\//, ''), stem] : [stem];
  const dotted = forms.map((form) => form.replaceAll('/', '.') + ending);
  const slashed = forms.map((form) => form + ending);
  const names = like.includes('/') ? [...slashed, ...dotted] : [...dotted, ...slashed];
  return [...names, path].find((name) => modulePath(name, files) === path);
}
