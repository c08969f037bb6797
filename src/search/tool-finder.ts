// Finds tools in a changing list. After a change it reads the list on the next search, and indexes only what is new.
import type { ToolInfo } from '../core/tool.ts';
import { toolDocument, type ToolDocument } from './tool-document.ts';
import { ToolIndex, type ToolHit, type ToolSearchOptions } from './tool-index.ts';

export interface ToolFinderDeps {
  /** Returns all searchable tools; ids are unique. */
  list(): readonly ToolInfo[];
  /** Returns when a tool was last called, ISO 8601; undefined: never, or unknown. */
  calledAt?(tool: ToolInfo): string | undefined;
}

export interface FoundHit extends Pick<ToolHit, 'score' | 'why'> {
  tool: ToolInfo;
}

export class ToolFinder {
  readonly #deps: ToolFinderDeps;
  readonly #index = new ToolIndex();
  #tools = new Map<string, ToolInfo>();
  #documents = new Map<string, ToolDocument>();
  #stale = true;

  constructor(deps: ToolFinderDeps) {
    this.#deps = deps;
  }

  /** Call this after a change of the list or of call times. Costs nothing until the next search. */
  changed(): void {
    this.#stale = true;
  }

  /** Returns tools, best first. `allowed` is applied before `limit`. An empty query lists all, the last called first. */
  find(
    query: string,
    options: Omit<ToolSearchOptions, 'allowed'> & { allowed?: (tool: ToolInfo) => boolean },
  ): FoundHit[] {
    if (this.#stale) this.#read();
    const { allowed, ...rest } = options;
    return this.#index
      .search(query, { ...rest, ...(allowed && { allowed: (id) => allowed(this.#tools.get(id)!) }) })
      .map(({ id, score, why }) => ({ tool: this.#tools.get(id)!, score, why }));
  }

  #read(): void {
    const tools = this.#deps.list();
    const documents = tools.map((tool) => this.#documentOf(tool));
    this.#tools = new Map(tools.map((tool) => [tool.id, tool]));
    this.#documents = new Map(documents.map((document) => [document.id, document]));
    this.#index.update(documents);
    this.#stale = false;
  }

  /** An id is one version with a fixed text, but its name and its bundle's slug depend on other tools. */
  #documentOf(tool: ToolInfo): ToolDocument {
    const known = this.#documents.get(tool.id);
    const lastCalledAt = this.#deps.calledAt?.(tool);
    const same =
      known?.name === tool.name && known.bundle === tool.bundle && known.modifiedAt === tool.modifiedAt;
    if (!known || !same) return toolDocument(tool, lastCalledAt);
    return known.lastCalledAt === lastCalledAt ? known : toolDocument(tool, lastCalledAt);
  }
}
