// The registry as reactive state: its readers are redrawn when a tool or a bundle changes.
import { createSubscriber } from 'svelte/reactivity';
import type { App } from '../../apps/web/app.ts';
import type { Bundle } from '../../core/bundle.ts';
import type { Tool, ToolInfo } from '../../core/tool.ts';

type Tools = Pick<App['tools'], 'list' | 'get' | 'bundles' | 'removed' | 'onChange' | 'problems'>;

export class ToolListState {
  readonly #tools: Tools;
  readonly #subscribe: () => void;
  /** Built once per change for all readers: it takes milliseconds with thousands of tools. */
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
    // Outside of reactive code, nothing would invalidate the cache.
    if (!$effect.tracking()) return this.#read();
    return (this.#list ??= this.#read());
  }

  /** Standard ones first, then by name. */
  get bundles(): Bundle[] {
    this.#subscribe();
    return this.#tools.bundles();
  }

  /** Deleted ones that can be restored. */
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
