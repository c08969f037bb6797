// For tests: a strict stand-in for `document.modelContext`, as specified.
import type { ModelContext, ModelContextTool } from './model-context.ts';

interface ListedTool {
  name: string;
  description: string;
  /** The JSON of its schema. */
  inputSchema: string;
}

const NAME = /^[A-Za-z0-9_.-]{1,128}$/;

export class StrictModelContext extends EventTarget implements ModelContext {
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
    this.#changed();
    signal?.addEventListener('abort', () => {
      this.#tools.delete(name);
      this.#changed();
    });
  }

  async getTools(): Promise<ListedTool[]> {
    return [...this.#tools.values()].map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema: JSON.stringify(inputSchema),
    }));
  }

  async executeTool({ name }: Pick<ListedTool, 'name'>, input: object): Promise<string> {
    const tool = this.#tools.get(name);
    if (!tool) throw new DOMException(name, 'NotFoundError');
    if (typeof input !== 'object') throw new TypeError('input');
    return JSON.stringify(await tool.execute(structuredClone(input)));
  }

  #changed(): void {
    this.dispatchEvent(new Event('toolchange'));
  }

  names(): string[] {
    return [...this.#tools.keys()].sort();
  }
}
