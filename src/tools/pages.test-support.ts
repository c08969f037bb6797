// Test support: pages with a registry each, on stores that the test opens, all closed at its end.
import { Failure } from '../core/errors.ts';
import { ApprovalQueue } from './approvals.ts';
import type { Builtin } from './builtins.ts';
import type { BundledTool } from './bundled.ts';
import { Registry, type RegistryDeps } from './registry.ts';
import type { FinishedCall } from './invoke-deps.ts';
import type { ToolStore } from '../core/ports/tool-store.ts';
import { StandInRunner } from './stand-in-runner.test-support.ts';
import type { ToolRunner } from '../core/ports/tool-runner.ts';
import type { Secret } from '../core/secrets.ts';

export interface PageOptions {
  /** Pages with the same database share their stored tools. Default: a new one. */
  database?: string;
  builtins?: Builtin[];
  bundled?: BundledTool[];
  runner?: ToolRunner;
  /** The secrets, or the failure to read them. */
  secrets?: Secret[] | Failure;
  load?: boolean;
  callServer?: RegistryDeps['callServer'];
  carryUsage?: RegistryDeps['carryUsage'];
}

export class Page<Storage extends { store: ToolStore }> {
  readonly runner = new StandInRunner();
  readonly approvals = new ApprovalQueue(newId);
  readonly registry: Registry;
  /** Outcomes of calls, in order. */
  readonly calls: FinishedCall[] = [];
  /** The page's current time. */
  time = '2026-01-01T00:00:00.000Z';

  constructor(
    readonly storage: Storage,
    options: PageOptions,
    readonly again: (options?: PageOptions) => Promise<Page<Storage>>,
  ) {
    this.registry = new Registry({
      store: storage.store,
      runner: options.runner ?? this.runner,
      builtins: options.builtins ?? [],
      bundled: options.bundled ?? [],
      approve: (question, signal) => this.approvals.ask(question, signal),
      secrets: async (names) => {
        const { secrets = [] } = options;
        if (secrets instanceof Failure) throw secrets;
        return secrets.filter(({ name }) => names.includes(name));
      },
      record: (call) => void this.calls.push(call),
      ...(options.callServer && { callServer: options.callServer }),
      ...(options.carryUsage && { carryUsage: options.carryUsage }),
      secretNames: async () =>
        options.secrets instanceof Failure ? [] : (options.secrets ?? []).map(({ name }) => name),
      newId,
      now: () => this.time,
    });
  }
}

let ids = 0;
let databases = 0;

function newId(): string {
  // Like the program's ids, later ones sort after earlier ones.
  return `id-${String(++ids).padStart(6, '0')}`;
}

/** Opens pages on the stores of `open`. `page.again()` is another page, or the next start, on the same store. */
export function pagesOn<Storage extends { store: ToolStore }>(open: (database: string) => Promise<Storage>) {
  return async function openPage(options: PageOptions = {}): Promise<Page<Storage>> {
    const database = options.database ?? `tools-${++databases}`;
    const again = (more: PageOptions = {}): Promise<Page<Storage>> =>
      openPage({ ...options, ...more, database });
    const page = new Page(await open(database), options, again);
    if (options.load !== false) await page.registry.load();
    return page;
  };
}
