// A model's proposal under review: its changes, its test results, and the installation.
import type { App } from '../../../apps/web/app.ts';
import { isAbort, toErrorData, type ErrorData } from '../../../core/errors.ts';
import type { Proposal } from '../../../core/proposal.ts';
import { CASES_FILE } from '../../../core/tool-case.ts';
import type { Tool, ToolSpec } from '../../../core/tool.ts';
import { Replacement } from '../replacement.svelte.ts';

type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;
type CaseResult = Awaited<
  ReturnType<Awaited<ReturnType<App['toolParts']['cases']>>['run']>
>['results'][number];

type ProposalApp = Pick<App, 'proposals' | 'tools' | 'toolParts'> & { folders: Pick<App['folders'], 'list'> };

export class ProposalView {
  readonly #app: ProposalApp;
  readonly #id: string;
  readonly #leaving = new AbortController();
  #texts: Record<string, string> = {};
  proposal = $state.raw<Proposal>();
  spec = $state.raw<ToolSpec>();
  /** The tool it would replace. */
  existing = $state.raw<Tool>();
  /** What the user passes on to the new version. */
  replacement = $state.raw<Replacement>();
  changes = $state.raw<ReturnType<ToolOperations['compare']>>([]);
  /** Results of its cases, as they finish. */
  results = $state.raw<CaseResult[]>([]);
  running = $state(false);
  /** The lookup is done. */
  looked = $state(false);
  installing = $state(false);
  problem = $state.raw<ErrorData>();

  constructor(app: ProposalApp, id: string) {
    this.#app = app;
    this.#id = id;
  }

  get fileName(): string {
    return `${this.proposal?.name ?? 'tool'}.lua`;
  }

  /** The installed tool equals the proposal. */
  get isInstalled(): boolean {
    return this.existing !== undefined && this.changes.length === 0;
  }

  /** Hosts that the tool would lose. */
  get lost(): readonly string[] {
    return this.existing?.hosts ?? [];
  }

  /** Never rejects: `problem` says what is wrong. */
  async look(): Promise<void> {
    try {
      const proposals = await this.#app.proposals();
      const proposal = (this.proposal = await proposals.find(this.#id));
      if (!proposal) return;
      const { before, after } = proposals.textsOf(proposal);
      this.#texts = after;
      const existing = (this.existing = this.#app.tools.get(proposal.name));
      const isReplaced = existing && existing.kind !== 'builtin' && existing.kind !== 'mcp';
      if (isReplaced) this.replacement = new Replacement(existing, this.#app.folders);
      const changes = (await this.#app.toolParts.operations()).compare(before, after);
      // Code first, then its tests.
      this.changes = changes.sort((a, b) => Number(a.path === CASES_FILE) - Number(b.path === CASES_FILE));
      this.spec = await this.#app.tools.inspect(proposal.source, this.fileName, this.#files);
      await this.#tryCases(proposal);
    } catch (error) {
      if (!isAbort(error)) this.problem = toErrorData(error, 'unavailable');
    } finally {
      this.looked = true;
    }
  }

  leave(): void {
    this.#leaving.abort();
  }

  /** @returns the tool; undefined on failure, explained in `problem`. */
  async install(): Promise<Tool | undefined> {
    const { proposal } = this;
    if (!proposal || this.installing) return undefined;
    this.installing = true;
    this.problem = undefined;
    try {
      const { replacement } = this;
      const bundle = replacement && this.#app.tools.bundle(replacement.tool.bundle)?.slug;
      const options = {
        ...{ fileName: this.fileName, files: this.#files, replace: true },
        ...(bundle !== undefined && { bundle }),
      };
      return await this.#app.tools.install(proposal.source, options, 'agent', {
        origin: 'agent',
        ...(replacement && { keep: replacement.keep }),
      });
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
      return undefined;
    } finally {
      this.installing = false;
    }
  }

  get #files(): Record<string, string> {
    const { [this.fileName]: _script, ...files } = this.#texts;
    return files;
  }

  async #tryCases({ name, source, cases = [] }: Proposal): Promise<void> {
    if (cases.length === 0) return;
    this.running = true;
    try {
      const engine = await this.#app.toolParts.cases();
      await engine.run({ name, source, files: this.#files }, cases, {
        signal: this.#leaving.signal,
        onResult: (result) => (this.results = [...this.results, result]),
      });
    } finally {
      this.running = false;
    }
  }
}
