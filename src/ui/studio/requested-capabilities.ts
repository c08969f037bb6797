// Detects what a script uses beyond computing, from its text, before it is installed. Pure.
//
// It only informs the user: grants decide what a script may do.
import { luaCode } from '../../lua-language/lua-tokens.ts';
import { wantedRows } from './config-rows.ts';

export interface RequestedCapabilities {
  /** Names of settings it reads. */
  settings: string[];
  /** The same for names that look like secrets. */
  secrets: string[];
  /** It changes files in its folder. */
  writes: boolean;
}

/** @param config its included values, which the user need not provide. */
export function requestedCapabilities(
  texts: readonly string[],
  config: Parameters<typeof wantedRows>[1] = {},
): RequestedCapabilities {
  const rows = wantedRows(texts.join('\n'), config);
  return {
    settings: rows.flatMap(({ key, text }) => (text === '' ? [key] : [])),
    secrets: rows.flatMap(({ key, text }) => (text === '' ? [] : [key])),
    writes: texts.some(writesFiles),
  };
}

/** False only if every `fs` call just reads or lists. */
function writesFiles(source: string): boolean {
  const code = luaCode(source);
  return code.some(({ kind, text }, index) => {
    if (kind !== 'name' || text !== 'fs' || /^[.:]$/.test(code[index - 1]?.text ?? '')) return false;
    const [dot, field] = [code[index + 1]?.text, code[index + 2]?.text];
    return dot !== '.' || (field !== 'read' && field !== 'list');
  });
}
