// The registry as something a component can read: whatever looks at it is redrawn when a tool or a bundle changes.
import { createSubscriber } from 'svelte/reactivity';
import type { App } from '../../apps/web/app.ts';
import type { Bundle } from '../../core/bundle.ts';
import type { Tool, ToolInfo } from '../../core/tool.ts';

type Tools = Pick<App['tools'], 'list' | 'get' | 'bundles' | 'removed' | 'onChange' | 'problems'>;

export class ToolListState {
  readonly #tools: Tools;
  readonly #subscribe: () => void;
  /** Built once a change, however many ask: with thousands of tools it takes milliseconds. */
  #list: ToolInfo[] | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#subscribe = createSubscriber((update) => {
      this.#list = undefined;
      const stop = tools.onChange(() => {
        this.#list = undefined;
        update();
      });
      return () => {
        this.#list = undefined;
        stop();
      };
    });
  }

  get list(): ToolInfo[] {
    this.#subscribe();
    // Outside of what redraws there is nobody to say that it is out of date.
    if (!$effect.tracking()) return this.#read();
    return (this.#list ??= this.#read());
  }

  /** Standard ones first, then by name. */
  get bundles(): Bundle[] {
    this.#subscribe();
    return this.#tools.bundles();
  }

  /** Deleted ones that can still be brought back. */
  get deletedBundles(): Bundle[] {
    this.#subscribe();
    return this.#tools.bundles({ deleted: true }).filter(({ deletedAt }) => deletedAt !== undefined);
  }

  get problems(): Tools['problems'] {
    this.#subscribe();
    return this.#tools.problems;
  }

  get(name: string): Tool | undefined {
    this.#subscribe();
    return this.#tools.get(name);
  }

  #read(): ToolInfo[] {
    return this.#tools.list({ includeDisabled: true, connectors: true });
  }
}
