// The examples that come with the program: small tools that show what a script can do, each to start from.
import type { App } from '../../../apps/web/app.ts';
import { CASES_FILE } from '../../../core/tool-case.ts';
import { freeName } from '../new-tool.ts';

export interface Example {
  name: string;
  description: string;
  tags: string[];
  /** Which of the program's calls it makes: `http.get`, `tools.calculator`. */
  calls: string[];
  /** It is a tool that comes with the program. */
  bundled: boolean;
  source: string;
  /** By path: its cases, and what it requires. */
  files: Record<string, string>;
}

/** @throws Error for people, when they cannot be loaded. */
export async function loadExamples(): Promise<Example[]> {
  const response = await fetch(new URL('examples.json', document.baseURI));
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as Example[];
}

/** The calls to choose from: by the table they belong to, and each; those of other tools only together. */
export interface CallChoice {
  /** `http`, or the name of a call that belongs to no table. */
  table: string;
  /** `http.get`; empty where the table is all there is to choose. */
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

/** @param call `http.get`, or `http` for any call of that table; '' for any at all */
export function makesCall({ calls }: Example, call: string): boolean {
  return call === '' || calls.some((one) => one === call || one.startsWith(`${call}.`));
}

/** Those that make the call, and in which every word of the query stands somewhere. */
export function matching(examples: readonly Example[], query: string, call = ''): Example[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return examples.filter((example) => {
    const { name, description, tags, calls, source } = example;
    const text = [name, description, ...tags, ...calls, source].join('\n').toLowerCase();
    return makesCall(example, call) && words.every((word) => text.includes(word));
  });
}

/** In the order in which they are offered: the smallest steps first. Without those that have nothing. */
export function grouped(examples: readonly Example[]): { label: string; items: Example[] }[] {
  const isFirst = ({ tags }: Example): boolean => tags.includes('first-steps');
  const small = examples.filter(({ bundled }) => !bundled);
  return [
    { label: 'First steps', items: small.filter(isFirst) },
    { label: 'More examples', items: small.filter((example) => !isFirst(example)) },
    { label: 'Tools that come with Perilune', items: examples.filter(({ bundled }) => bundled) },
  ].filter(({ items }) => items.length > 0);
}

/** What there is to read: the script, then its modules. */
export function textsOf({ name, source, files }: Example): { path: string; text: string }[] {
  const modules = Object.entries(files).filter(([path]) => path.endsWith('.lua'));
  return [{ path: `${name}.lua`, text: source }, ...modules.map(([path, text]) => ({ path, text }))];
}

export function countCases({ files }: Example): number {
  return (JSON.parse(files[CASES_FILE] ?? '[]') as unknown[]).length;
}

/** The source of an example under another name. */
export function renamed(source: string, from: string, to: string): string {
  return source.replace(`name = "${from}"`, () => `name = "${to}"`);
}

/** Installs a copy. @returns the name that it is called by. */
export async function startFrom({ name, source, files }: Example, tools: App['tools']): Promise<string> {
  const free = freeName((taken) => tools.get(taken) !== undefined, name);
  const tool = await tools.install(renamed(source, name, free), { fileName: `${free}.lua`, files });
  return tools.infoOf(tool).name;
}
