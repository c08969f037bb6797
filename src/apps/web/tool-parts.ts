// Wires tool runs, tool search and tool operations. Each loads on first use.
import { v7 as uuid } from 'uuid';
import type { Model } from '../../models/model.ts';
import type { ToolWriter } from '../../agent/tool-writer.ts';
import { once } from '../../core/deferred.ts';
import type { LuaRunner } from '../../sandbox/runner.ts';
import type { Cases } from '../../tools/cases/cases.ts';
import type { FindTools } from '../../tools/found-tools.ts';
import type { FinishedCall } from '../../tools/invoke-deps.ts';
import type { Registry, RegistryDeps } from '../../tools/registry.ts';
import type { Runs } from '../../tools/runs.ts';
import type { ToolSearch, ToolSearchDeps } from '../../tools/tool-search.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import type { ToolOperations } from '../../tools/tool-operations.ts';
import type { Database, Usage } from '../../storage/database.ts';
import type { LinkTable } from '../../storage/links.ts';
import type { OpenSecrets } from '../../storage/open-vault.ts';
import type { Retention } from '../../storage/runs.ts';
import type { AppTools } from './app-tools.ts';

export interface AppToolsDeps {
  database: Database;
  tools: Registry;
  sandbox: ToolRunner;
  /** The runner itself, once loaded. */
  runner(): Promise<LuaRunner>;
  secrets: Pick<OpenSecrets, 'list'>;
  retention(): Retention;
  /** The connected model, if any. */
  model(): Promise<Model | undefined>;
  /** Called with a sentence for the user: runs cannot be recorded. */
  onProblem(message: string): void;
  now(): string;
}

export class ToolParts implements AppTools {
  readonly runs: () => Promise<Runs>;
  readonly search: () => Promise<ToolSearch>;
  readonly operations: () => Promise<ToolOperations>;
  readonly writer: () => Promise<ToolWriter>;
  readonly cases: () => Promise<Cases>;
  readonly usage: () => Promise<ReadonlyMap<string, Usage>>;
  /** Copies a tool's counts to its new bundle. */
  readonly carryUsage: NonNullable<RegistryDeps['carryUsage']>;
  readonly links: () => Promise<LinkTable>;
  readonly checkUp: () => Promise<void>;

  constructor(deps: AppToolsDeps) {
    const { database, tools, sandbox, runner, secrets, retention, model, onProblem, now } = deps;
    const tables = once(async () => {
      const [{ RunTable }, { UsageTable }] = await Promise.all([
        import('../../storage/runs.ts'),
        import('../../storage/usage.ts'),
      ]);
      const store = new RunTable(database, { retention, onProblem });
      // Sweep even if few calls are made: records expire with time.
      store.sweep().catch(() => undefined);
      return {
        store,
        usage: new UsageTable(database, window),
      };
    });
    this.usage = async () => (await tables()).usage.all();
    this.carryUsage = async (from, to) => (await tables()).usage.move(from, to);
    this.links = once(async () => (await import('../../storage/links.ts')).linkTable(database));
    this.runs = once(async () => {
      const { Runs } = await import('../../tools/runs.ts');
      return new Runs({ ...(await tables()), tools, runner: sandbox, newId: uuid, now });
    });
    this.cases = once(async () => {
      const { Cases } = await import('../../tools/cases/cases.ts');
      return new Cases({ runner: sandbox, tools });
    });
    this.search = once(async () => {
      const { ToolSearch } = await import('../../tools/tool-search.ts');
      const openFinder: ToolSearchDeps['openFinder'] = async (source) => {
        const { ToolFinder } = await import('../../search/tool-finder.ts');
        return new ToolFinder(source);
      };
      return new ToolSearch({ tools, openFinder, usage: this.usage });
    });
    const compile = async (sources: Record<string, string>) => (await runner()).compile(sources);
    this.checkUp = once(async () => {
      const { Checkup } = await import('../../tools/checkup.ts');
      await new Checkup({ tools, compile }).start();
    });
    this.writer = once(async () => {
      const [{ ToolWriter }, { apiText }] = await Promise.all([
        import('../../agent/tool-writer.ts'),
        import('../../lua-language/api-text.ts'),
      ]);
      const check = async (source: string): Promise<string[]> => {
        const { errors } = await (await this.operations()).validate(source);
        return errors.map(({ line, message }) => (line === undefined ? message : `Line ${line}: ${message}`));
      };
      return new ToolWriter({ model, apiText: async () => apiText(), check });
    });
    this.operations = once(async () => {
      const [{ ToolOperations }, { fetchBytes }, reading] = await Promise.all([
        import('../../tools/tool-operations.ts'),
        import('../../tools/formats/fetch-bytes.ts'),
        import('./read-import.ts'),
      ]);
      return new ToolOperations({
        tools,
        compile,
        inspect: sandbox.inspect,
        secretNames: async () => (await secrets.list()).map(({ name }) => name),
        fetchBytes,
        ...reading,
      });
    });
  }

  /** Records a call. Not awaited: a call without a record is still valid. */
  record(call: FinishedCall): void {
    this.runs().then(
      (runs) => runs.record(call),
      () => undefined,
    );
  }

  readonly find: FindTools = async (query, limit, allowed) =>
    (await this.search()).find(query, limit, allowed);
}
