// The examples that come with the program: small tools that show what a script can do, each to start from.
import type { App } from '../../../app.ts';
import { freeName } from '../new-tool.ts';

export interface Example {
  name: string;
  description: string;
  tags: string[];
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

/** Those in which every word of the query stands somewhere. */
export function matching(examples: readonly Example[], query: string): Example[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return examples.filter(({ name, description, tags, source }) => {
    const text = [name, description, ...tags, source].join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  });
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
