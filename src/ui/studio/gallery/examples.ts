// The bundled examples: small tools that each show one thing a script can do, and can be copied.
import type { App } from '../../../apps/web/app.ts';
import { CASES_FILE } from '../../../core/tool-case.ts';
import { freeToolName } from '../new-tool.ts';
import type { Example } from './example.ts';

/** @throws Error with a sentence when they cannot be loaded. */
export async function loadExamples(): Promise<Example[]> {
  const response = await fetch(new URL('examples.json', document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as Example[];
}

/** The calls to choose from, by table; those of other tools only as a group. */
export interface CallChoice {
  /** `http`, or the name of a call outside any table. */
  table: string;
  /** `http.get`; empty if only the whole table can be chosen. */
  calls: string[];
}

export function callChoices(examples: readonly Example[]): CallChoice[] {
  const tables = new Map<string, Set<string>>();
  for (const call of examples.flatMap(({ calls }) => calls)) {
    const [table = call] = call.split('.');
    const calls = tables.get(table) ?? new Set();
    tables.set(table, calls);
    if (call !== table && (table !== 'tools' || call === 'tools.all')) calls.add(call);
  }
  return [...tables]
    .map(([table, calls]) => ({ table, calls: [...calls].sort() }))
    .sort((a, b) => (a.table < b.table ? -1 : 1));
}

/** @param call `http.get`, or `http` for any call of that table; '' for any call */
export function makesCall({ calls }: Example, call: string): boolean {
  return call === '' || calls.some((one) => one === call || one.startsWith(`${call}.`));
}

/** Returns those that make the call and contain every word of the query. */
export function matching(examples: readonly Example[], query: string, call = ''): Example[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return examples.filter((example) => {
    const { name, description, tags, calls, source } = example;
    const text = [name, description, ...tags, ...calls, source].join('\n').toLowerCase();
    return makesCall(example, call) && words.every((word) => text.includes(word));
  });
}

/** Grouped in display order, easiest first, without empty groups. */
export function grouped(examples: readonly Example[]): { label: string; items: Example[] }[] {
  const isFirst = ({ tags }: Example): boolean => tags.includes('first-steps');
  const small = examples.filter(({ bundled }) => !bundled);
  return [
    { label: 'First steps', items: small.filter(isFirst) },
    { label: 'More examples', items: small.filter((example) => !isFirst(example)) },
    { label: 'Tools that come with Perilune', items: examples.filter(({ bundled }) => bundled) },
  ].filter(({ items }) => items.length > 0);
}

/** The texts to read: the script, then its modules. */
export function textsOf({ name, source, files }: Example): { path: string; text: string }[] {
  const modules = Object.entries(files).filter(([path]) => path.endsWith('.lua'));
  return [{ path: `${name}.lua`, text: source }, ...modules.map(([path, text]) => ({ path, text }))];
}

export function countCases({ files }: Example): number {
  return (JSON.parse(files[CASES_FILE] ?? '[]') as unknown[]).length;
}

/** Returns the source of an example with another name. */
export function renamed(source: string, from: string, to: string): string {
  return source.replace(`name = "${from}"`, () => `name = "${to}"`);
}

/** Installs a copy. @returns the name it is called by. */
export async function startFrom({ name, source, files }: Example, tools: App['tools']): Promise<string> {
  const free = freeToolName((taken) => tools.get(taken) !== undefined, name);
  const tool = await tools.install(renamed(source, name, free), { fileName: `${free}.lua`, files });
  return tools.infoOf(tool).name;
}
