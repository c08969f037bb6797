// The registry as something a component can read: whatever looks at it is redrawn when a tool changes.
import { createSubscriber } from 'svelte/reactivity';
import type { App } from '../../app.ts';
import type { Tool, ToolInfo } from '../../core/tool.ts';

type Tools = Pick<App['tools'], 'list' | 'get' | 'onChange' | 'problems'>;

export class ToolShelf {
  readonly #tools: Tools;
  readonly #subscribe: () => void;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#subscribe = createSubscriber((update) => tools.onChange(update));
  }

  get list(): ToolInfo[] {
    this.#subscribe();
    return this.#tools.list({ includeDisabled: true, connectors: true });
  }

  get problems(): Tools['problems'] {
    this.#subscribe();
    return this.#tools.problems;
  }

  get(name: string): Tool | undefined {
    this.#subscribe();
    return this.#tools.get(name);
  }
}
