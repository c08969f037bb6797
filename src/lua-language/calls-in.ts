// Finds which of the program's own calls a script makes, as far as its text names them.
import { apiEntry } from './host-api.ts';
import { globalName, treeOf } from './scopes.ts';

/** Returns `http.get`, `sleep`, or `tools.NAME` for another tool. Each once, in the order of the text. */
export function callsIn(source: string): string[] {
  const tree = treeOf(source);
  const found = new Set<string>();
  for (const { at, name, variable } of tree.uses) {
    const root = globalName(tree, name, variable);
    const [dot, field] = tree.code.slice(at + 1, at + 3);
    const path = dot?.text === '.' && field?.kind === 'name' ? `${root}.${field.text}` : root;
    if (path === undefined) continue;
    if (apiEntry(path)?.lua === false || (root === 'tools' && path !== root)) found.add(path);
  }
  return [...found];
}
