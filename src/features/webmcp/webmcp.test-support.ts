// For tests: a strict stand-in for `document.modelContext`, as specified.
import type { ModelContext, ModelContextTool } from '../../core/ports/model-context.ts';

interface ListedTool {
  name: string;
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export class StrictModelContext implements ModelContext {
  readonly #tools = new Map<string, ModelContextTool>();

  async registerTool(tool: ModelContextTool, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
    const { name, description, inputSchema, execute } = tool;
    if (!NAME.test(name) || typeof description !== 'string' || description === '')
      throw new DOMException('name or description', 'InvalidStateError');
    if (typeof execute !== 'function' || typeof inputSchema !== 'object') throw new TypeError('tool');
    JSON.stringify(inputSchema);
    if (this.#tools.has(name)) throw new DOMException('duplicate', 'InvalidStateError');
    if (signal?.aborted) return;
    this.#tools.set(name, tool);
    signal?.addEventListener('abort', () => this.#tools.delete(name));
  }

  async getTools(): Promise<ListedTool[]> {
    return [...this.#tools.values()].map(({ name }) => ({ name }));
  }

  async executeTool({ name }: ListedTool, input: string): Promise<string> {
    const tool = this.#tools.get(name);
    if (!tool) throw new DOMException(name, 'NotFoundError');
    return JSON.stringify(await tool.execute(JSON.parse(input)));
  }

  names(): string[] {
    return [...this.#tools.keys()].sort();
  }
}
