// What a script would use beyond computing, seen from its text before it is installed. Pure.
//
// A guess to tell people by: what a script may do is decided by grants, whatever stands here.
import { luaCode } from '../../lua-language/lua-tokens.ts';
import { wantedRows } from './config-rows.ts';

export interface RequestedCapabilities {
  /** Names of settings that it looks for. */
  settings: string[];
  /** The same, of those that are named like secrets. */
  secrets: string[];
  /** It changes files in its folder. */
  writes: boolean;
}

/** @param config the values that come with it: nobody need fill those in. */
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

/** True unless every `fs` in the code is asked only to read or list. */
function writesFiles(source: string): boolean {
  const code = luaCode(source);
  return code.some(({ kind, text }, index) => {
    if (kind !== 'name' || text !== 'fs' || /^[.:]$/.test(code[index - 1]?.text ?? '')) return false;
    const [dot, field] = [code[index + 1]?.text, code[index + 2]?.text];
    return dot !== '.' || (field !== 'read' && field !== 'list');
  });
}
