// The resources and prompts of one server, over its connection. Lists are read once, and again after the server reports a
// change.
import type { McpContent, McpPrompt, McpPromptText, McpResource } from '../core/mcp-content.ts';
import {
  MOST_LISTED,
  readContents,
  readPrompt,
  readPromptText,
  readResource,
  readTemplate,
} from './read-content.ts';
import { walkPages } from './walk-pages.ts';

/** The part of the connection that is needed here. */
export interface ContentDeps {
  /** The capabilities that the server declares. */
  offers(): { resources?: unknown; prompts?: unknown };
  /** @throws Failure */
  ask(
    method: string,
    params: Record<string, unknown>,
    signal?: AbortSignal,
  ): Promise<Record<string, unknown>>;
}

export class ServerContent {
  readonly #deps: ContentDeps;
  #resources: Promise<McpResource[]> | undefined;
  #prompts: Promise<McpPrompt[]> | undefined;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
  }

  /** Called when the server reports a change. */
  forget(): void {
    this.#resources = undefined;
    this.#prompts = undefined;
  }

  /** Its resources, then its templates. Empty if it offers none. @throws Failure */
  async resources(): Promise<McpResource[]> {
    if (!this.#deps.offers().resources) return [];
    const reading = (this.#resources ??= this.#readResources());
    reading.catch(() => (this.#resources = undefined));
    return reading;
  }

  /** Its prompts. Empty if it offers none. @throws Failure */
  async prompts(): Promise<McpPrompt[]> {
    if (!this.#deps.offers().prompts) return [];
    const reading = (this.#prompts ??= this.#readPrompts());
    reading.catch(() => (this.#prompts = undefined));
    return reading;
  }

  /** @throws Failure */
  async read(uri: string, signal?: AbortSignal): Promise<McpContent[]> {
    return readContents(await this.#deps.ask('resources/read', { uri }, signal), uri);
  }

  /** @throws Failure */
  async prompt(name: string, args: Record<string, string>, signal?: AbortSignal): Promise<McpPromptText> {
    return readPromptText(await this.#deps.ask('prompts/get', { name, arguments: args }, signal), name);
  }

  async #readPrompts(): Promise<McpPrompt[]> {
    return uniqueBy(await this.#list('prompts/list', 'prompts', readPrompt), ({ name }) => name);
  }

  async #readResources(): Promise<McpResource[]> {
    const [resources, templates] = await Promise.all([
      this.#list('resources/list', 'resources', readResource),
      // Many servers have resources but no list of templates.
      this.#list('resources/templates/list', 'resourceTemplates', readTemplate).catch(() => []),
    ]);
    return uniqueBy([...resources, ...templates], ({ uri }) => uri);
  }

  async #list<T>(method: string, field: string, read: (entry: unknown) => T | undefined): Promise<T[]> {
    const { all } = await walkPages({
      ask: async (params) => {
        const answer = await this.#deps.ask(method, params);
        const next = answer['nextCursor'];
        return {
          entries: Array.isArray(answer[field]) ? (answer[field] as unknown[]) : [],
          nextCursor: typeof next === 'string' ? next : undefined,
        };
      },
      read,
      most: MOST_LISTED,
    });
    return all;
  }
}

/** The first of each: lists on screen tell entries apart by it. */
function uniqueBy<T>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const first = new Map<string, T>();
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}
