// A script on its way in: what it is, what would come with it, what the person grants, and the install itself.
import type { App } from '../../app.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import type { Policy, Tool, ToolSpec } from '../../core/tool.ts';
import { askedPowers, type AskedPowers } from './asked-powers.ts';
import type { Candidate, Placed } from './dropped-tools.ts';
import { askedHosts } from './host-words.ts';

type Tools = Pick<App['tools'], 'get' | 'inspect' | 'install'>;

export class InstallPlan {
  readonly fileName: string;
  readonly modules: readonly string[];
  readonly beside: readonly string[];
  readonly #tools: Tools;
  readonly #candidate: Candidate;
  #modules: Readonly<Record<string, string>> = {};
  source = $state('');
  spec = $state.raw<ToolSpec>();
  /** The tool of that name as it is now. */
  existing = $state.raw<Tool>();
  problem = $state.raw<ErrorData>();
  policy = $state<Policy>('allow');
  /** Hosts to grant, of those it asks for. */
  granted = $state.raw<readonly string[]>([]);
  /** The text files that lay beside it become its files. */
  takesBeside = $state(false);
  installing = $state(false);

  constructor(tools: Tools, candidate: Candidate) {
    this.#tools = tools;
    this.#candidate = candidate;
    this.fileName = candidate.file.name;
    this.modules = candidate.modules.map(({ path }) => path);
    this.beside = candidate.beside.map(({ path }) => path);
  }

  get hosts(): string[] {
    return askedHosts(this.spec?.hosts ?? []);
  }

  /** What its script would use, beside hosts. */
  get asks(): AskedPowers {
    if (!this.spec) return { settings: [], secrets: [], writes: false };
    const found = askedPowers([this.source, ...Object.values(this.#modules)], this.existing?.config ?? {});
    // A connector gets its settings as the argument of its scan.
    return this.spec.kind === 'connector' ? { ...found, settings: [] } : found;
  }

  /** The same script with the same modules is installed already. */
  get same(): boolean {
    const { existing } = this;
    if (existing?.source !== this.source) return false;
    return Object.entries(this.#modules).every(([path, text]) => existing.files[path] === text);
  }

  /** What the tool of that name may reach now, and would not any more. */
  get lost(): string[] {
    return this.same ? [] : (this.existing?.hosts.filter((host) => !this.granted.includes(host)) ?? []);
  }

  /** Reads the script and what it says of itself. Never rejects: `problem` says what is wrong. */
  async look(): Promise<void> {
    try {
      this.source = await this.#candidate.file.text();
      this.#modules = await textsOf(this.#candidate.modules);
      const found = await this.#tools.inspect(this.source, this.fileName, this.#modules);
      const existing = (this.existing = this.#tools.get(found.name));
      this.policy = existing && !existing.spec.approve ? existing.policy : found.approve ? 'ask' : 'allow';
      if (found.approve && this.policy === 'allow') this.policy = 'ask';
      this.granted = this.same ? [...(existing?.hosts ?? [])] : [];
      this.takesBeside = this.beside.some((path) => this.source.includes(path));
      this.spec = found;
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
    }
  }

  grant(host: string, on: boolean): void {
    const others = this.granted.filter((one) => one !== host);
    this.granted = on ? [...others, host] : others;
  }

  /** @returns the tool; undefined when it failed, and `problem` says why. */
  async install(): Promise<Tool | undefined> {
    if (!this.spec || this.installing) return undefined;
    this.installing = true;
    this.problem = undefined;
    try {
      const beside = this.takesBeside ? await textsOf(this.#candidate.beside) : {};
      const files = { ...this.#modules, ...beside };
      const kept = this.same ? { writes: this.existing?.writes ?? false } : { writes: false };
      return await this.#tools.install(this.source, {
        fileName: this.fileName,
        policy: this.policy,
        hosts: [...this.granted],
        // Said for itself: that calls need no approval is no word about files.
        ...kept,
        // The same script again without files keeps those it has.
        ...(this.same && Object.keys(beside).length === 0 ? {} : { files }),
        replace: true,
      });
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable');
      return undefined;
    } finally {
      this.installing = false;
    }
  }
}

/** @throws Failure `bad_request` for what is no text. */
async function textsOf(placed: readonly Placed<File>[]): Promise<Record<string, string>> {
  const texts = placed.map(async ({ path, file }): Promise<[string, string]> => {
    try {
      return [path, new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())];
    } catch {
      throw new Failure('bad_request', `${path} could not be read as text`);
    }
  });
  return Object.fromEntries(await Promise.all(texts));
}
