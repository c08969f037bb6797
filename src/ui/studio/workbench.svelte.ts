// One tool on the bench: its source as saved and as edited, its problems, and the run in hand.
import type { App } from '../../app.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { CallReport, LogLine, Tool } from '../../core/tool.ts';
import { keepDraft, readDraft } from './drafts.ts';

type Tools = Pick<App['tools'], 'get' | 'inspect' | 'install' | 'remove' | 'call'>;

export interface Run {
  args: JsonObject;
  logs: readonly LogLine[];
  progress?: { fraction: number; text?: string };
  /** Absent while it runs. */
  report?: CallReport;
}

export class Workbench {
  readonly name: string;
  readonly #tools: Tools;
  #saved = $state('');
  #text = $state('');
  #problem = $state.raw<ErrorData>();
  #saving = $state(false);
  #run = $state.raw<Run>();
  #controller: AbortController | undefined;

  constructor(tools: Tools, tool: Tool) {
    this.name = tool.name;
    this.#tools = tools;
    this.#saved = tool.source;
    this.#text = tool.origin === 'builtin' ? '' : (readDraft(tool.name) ?? tool.source);
  }

  get text(): string {
    return this.#text;
  }

  /** Every keystroke comes through here and survives a reload. */
  set text(text: string) {
    this.#text = text;
    this.#problem = undefined;
    keepDraft(this.name, text === this.#saved ? undefined : text);
  }

  get changed(): boolean {
    return this.#text !== this.#saved;
  }

  /** Why the script could not be saved. */
  get problem(): ErrorData | undefined {
    return this.#problem;
  }

  get saving(): boolean {
    return this.#saving;
  }

  get run(): Run | undefined {
    return this.#run;
  }

  get running(): boolean {
    return this.#run !== undefined && this.#run.report === undefined;
  }

  /** The saved script has changed elsewhere (another tab, an update, the page API): follow it, unless there are changes here. */
  follow(tool: Tool): void {
    if (tool.source === this.#saved) return;
    if (!this.changed) this.#text = tool.source;
    this.#saved = tool.source;
    keepDraft(this.name, this.changed ? this.#text : undefined);
  }

  revert(): void {
    this.text = this.#saved;
  }

  /**
   * Installs the text as it stands. Answers the tool's name; undefined when it failed. A script that changed its name is
   * a new tool beside the old one: `retire` completes the renaming.
   */
  async save(): Promise<string | undefined> {
    if (this.#saving) return undefined;
    this.#saving = true;
    try {
      return await this.#install(this.#text);
    } catch (error) {
      this.#problem = toErrorData(error, 'unavailable');
      return undefined;
    } finally {
      this.#saving = false;
    }
  }

  /** Removes the tool under the name that this bench was opened for. */
  async retire(): Promise<void> {
    await this.#tools.remove(this.name);
  }

  /** Runs the saved script. Never rejects: the report says what happened. */
  async start(args: JsonObject): Promise<void> {
    if (this.running) return;
    const controller = (this.#controller = new AbortController());
    this.#run = { args, logs: [] };
    const report = await this.#tools.call(this.name, args, {
      caller: { kind: 'user' },
      signal: controller.signal,
      onLog: (line) => this.#update({ logs: [...(this.#run?.logs ?? []), line] }),
      onProgress: (fraction, text) =>
        this.#update({ progress: text === undefined ? { fraction } : { fraction, text } }),
    });
    this.#update({ report, logs: report.logs });
  }

  stop(): void {
    this.#controller?.abort();
  }

  #update(change: Partial<Run>): void {
    if (this.#run) this.#run = { ...this.#run, ...change };
  }

  async #install(source: string): Promise<string> {
    const old = this.#tools.get(this.name);
    const found = await this.#tools.inspect(source, `${this.name}.lua`);
    const renamed = found.name !== this.name;
    if (renamed && this.#tools.get(found.name)) {
      throw new Failure('conflict', `A tool called ${found.name} exists already. Choose another name.`);
    }
    const tool = await this.#tools.install(source, {
      fileName: `${this.name}.lua`,
      replace: true,
      // An author who newly asks for approval is heard; otherwise the choice made for this tool stays.
      ...(old && { policy: found.approve && !old.spec.approve ? 'ask' : old.policy, config: old.config }),
      ...(old && renamed && { enable: old.enabled }),
    });
    this.#saved = source;
    this.#problem = undefined;
    keepDraft(this.name, this.changed ? this.#text : undefined);
    return tool.name;
  }
}
