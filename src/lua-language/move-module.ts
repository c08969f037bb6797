// Updates `require` calls when a file of a tool is renamed: each call keeps its file.
import { luaCode, luaStringValue, type LuaToken } from './lua-tokens.ts';
import { literalLike } from './lua-rewrite.ts';
import { modulePath } from './modules.ts';

type Texts = Readonly<Record<string, string>>;

export interface ModuleMove {
  /** The changed files, by their new path. */
  texts: Record<string, string>;
  /** Number of calls changed in them. */
  places: number;
  /** Number of calls that no longer resolve, because no name leads to the new path. */
  lost: number;
}

/**
 * @param texts Lua files of a tool by old path, the script under ''; others count only as existing files.
 * @param to the new path of the file at `from`
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

/** Returns the names in `require "…"`, `require("…")` and `pcall(require, "…")`; not in `other.require(…)`. */
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
    // If the expression continues, the name is incomplete: `require("lib." .. which)`.
    const whole = index === at + 1 || textAt(index + 1) === ')' || guarded;
    return name?.kind === 'string' && whole ? [name] : [];
  });
}

/**
 * Returns a name for the file in the style of the old one: with dots or slashes, with or without the extension, and
 * `short` without `lib`.
 */
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
