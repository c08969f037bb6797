// The agents among the files of an import: shown with its tools, and added as profiles.
import type { App } from '../../apps/web/app.ts';
import { agentsNote } from '../../core/agents-note.ts';
import type { Profile } from '../../core/profile.ts';
import { toErrorData } from '../../core/errors.ts';
import type { ImportFile } from '../../core/tool-draft.ts';
import type { ImportPreview } from './install-queue.svelte.ts';

type Found = Awaited<ReturnType<Awaited<ReturnType<App['profiles']>>['find']>>;

/** Files that can name or contain agents. */
const AGENT_FILE = /(^|\/)(ctx|registry)\.toml$|(^|\/)agents\/.+\.(lua|toml)$/i;

export class ImportAgents {
  readonly #profiles: App['profiles'] | undefined;
  #paths: string[] = [];
  /** Files that are agents, not tools. */
  #files: ReadonlySet<string> = new Set();
  found = $state.raw<Found['agents']>([]);
  /** Why named agents can't be used, as sentences. */
  problems = $state.raw<readonly string[]>([]);
  added = $state.raw<readonly Profile[]>([]);

  /** @param profiles absent: agents are not read */
  constructor(profiles: App['profiles'] | undefined) {
    this.#profiles = profiles;
  }

  /** Never rejects: without a readable agent, the tools are imported alone. */
  async find(files: readonly ImportFile[]): Promise<void> {
    if (!this.#profiles || !files.some(({ path }) => AGENT_FILE.test(path))) return;
    const decoder = new TextDecoder();
    const texts = files.filter(({ path }) => /\.(lua|toml)$/i.test(path));
    this.#paths = texts.flatMap(({ path }) => [path, path.replace(/^[^/]+\//, '')]);
    try {
      const {
        agents,
        problems,
        files: own,
      } = await (
        await this.#profiles()
      ).find(new Map(texts.map(({ path, bytes }) => [path, decoder.decode(bytes)])));
      this.found = agents;
      this.#files = own;
      this.problems = problems;
    } catch {
      this.found = [];
    }
  }

  /** Reads the tools among the files. Files with agents alone are an import without tools. */
  async previewTools(
    files: readonly ImportFile[],
    preview: (files: ImportFile[]) => Promise<ImportPreview>,
  ): Promise<ImportPreview> {
    const notes = this.#paths.map(agentsNote);
    try {
      const read = await preview(files.filter(({ path }) => !this.#files.has(path)));
      if (this.found.length === 0) return read;
      const bundles = read.bundles.map((one) => ({
        ...one,
        notes: one.notes.filter((note) => !notes.includes(note)),
      }));
      return { ...read, bundles };
    } catch (error) {
      if (this.found.length === 0 || toErrorData(error).code !== 'bad_request') throw error;
      return { bundles: [] };
    }
  }

  /** Adds what was found. Reports what can't be added in `problems`. */
  async add(): Promise<void> {
    if (!this.#profiles || this.found.length === 0) return;
    const profiles = await this.#profiles();
    const problems: string[] = [];
    for (const agent of this.found) {
      try {
        this.added = [...this.added, await profiles.take(agent)];
      } catch (error) {
        problems.push(`${agent.name}: ${toErrorData(error).message}`);
      }
    }
    this.problems = problems;
  }
}
