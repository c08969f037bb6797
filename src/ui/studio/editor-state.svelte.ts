// A tool being edited: its texts as saved and as edited, their problems, and the current run.
import type { App } from '../../apps/web/app.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import type { JsonObject } from '../../base/json.ts';
import type { CallReport, Tool } from '../../core/tool.ts';
import { LiveTimeline } from '../runs/timeline/live-timeline.svelte.ts';
import { draftsOf, keepDraft, keepRemoved, readRemoved } from './drafts.ts';
import { fileNameOf } from './source-text.ts';

type Tools = Pick<App['tools'], 'get' | 'infoOf' | 'inspect' | 'install' | 'remove' | 'call'>;

/** Key of the script among a tool's texts. Its files use their paths. */
export const SCRIPT = '';

/** Texts by path, the script under `SCRIPT`. */
type Texts = Readonly<Record<string, string>>;

export interface Run {
  args: JsonObject;
  /** Log, host calls and progress as they arrive. */
  timeline: LiveTimeline;
  /** Output before the result. */
  emitted: string;
  progress?: { fraction: number; text?: string };
  /** The user is being asked. */
  waiting: boolean;
  /** Absent while it runs. */
  report?: CallReport;
}

export class EditorState {
  /** The name it is called by, which may differ from the script's: two bundles may each have a tool of the same name. */
  readonly name: string;
  /** The name in its script. */
  readonly #own: string;
  readonly #tools: Tools;
  #saved = $state.raw<Texts>({});
  /** Texts that differ from the saved ones; undefined: deleted. */
  #edited = $state.raw<Readonly<Record<string, string | undefined>>>({});
  #path = $state(SCRIPT);
  #problem = $state.raw<ErrorData>();
  #saving = $state(false);
  #run = $state.raw<Run>();
  #controller: AbortController | undefined;

  constructor(tools: Tools, tool: Tool) {
    this.name = tools.infoOf(tool).name;
    this.#own = tool.name;
    this.#tools = tools;
    if (tool.origin === 'builtin') return;
    this.#saved = textsOf(tool);
    const gone = readRemoved(this.name).filter((path) => Object.hasOwn(this.#saved, path));
    const drafts = [...draftsOf(this.name)].filter(([path, draft]) => draft !== this.#saved[path]);
    this.#edited = Object.fromEntries([...gone.map((path) => [path, undefined] as const), ...drafts]);
  }

  /** The script first, then the files by path. */
  get paths(): string[] {
    return [...new Set([SCRIPT, ...Object.keys(this.#texts)])].sort();
  }

  /** The open text. */
  get path(): string {
    return this.#path;
  }

  set path(path: string) {
    this.#path = path;
  }

  get text(): string {
    return this.#textOf(this.#path);
  }

  /** Every keystroke passes through here and survives a reload. */
  set text(text: string) {
    this.write(this.#path, text);
  }

  /** One of its current texts, open or not; undefined when there is none at the path. */
  read(path: string): string | undefined {
    return this.paths.includes(path) ? this.#textOf(path) : undefined;
  }

  /** Changes or adds a text, open or not: used by cards, cases and blocks. */
  write(path: string, text: string): void {
    this.#problem = undefined;
    this.#edit(path, text);
  }

  /** Adds a file with the text. Returns its normalised path. @throws Failure for an invalid path. */
  add(path: string, text: string): string {
    const at = toFolderPath(path.trim(), 'files');
    if (this.paths.includes(at)) throw new Failure('conflict', `A file called ${at} already exists.`);
    this.write(at, text);
    return at;
  }

  /** Deletes a file; takes effect with the next save. */
  remove(path: string): void {
    if (path === SCRIPT) return;
    this.#problem = undefined;
    this.#edit(path, undefined);
    if (this.#path === path) this.#path = SCRIPT;
  }

  /** Returns the normalised path. @throws Failure for an invalid path. */
  rename(from: string, to: string): string {
    const open = this.#path === from;
    const at = this.add(to, this.#textOf(from));
    this.remove(from);
    if (open) this.#path = at;
    return at;
  }

  get changed(): boolean {
    return Object.keys(this.#edited).length > 0;
  }

  /** The current texts besides the script. */
  get files(): Readonly<Record<string, string>> {
    const { [SCRIPT]: _, ...files } = this.#texts;
    return files;
  }

  /** All current texts, the script under `SCRIPT`. */
  get texts(): Readonly<Record<string, string>> {
    return this.#texts;
  }

  /** Replaces all texts, unsaved. */
  take(texts: Readonly<Record<string, string>>): void {
    for (const path of this.paths) if (!Object.hasOwn(texts, path)) this.remove(path);
    for (const [path, text] of Object.entries(texts)) if (text !== this.read(path)) this.write(path, text);
  }

  /** The current script. */
  get source(): string {
    return this.#textOf(SCRIPT);
  }

  /** The script's file name, also in messages. */
  get fileName(): string {
    return fileNameOf(this.#own, this.source);
  }

  isChanged(path: string): boolean {
    return Object.hasOwn(this.#edited, path);
  }

  /** Why saving failed. */
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

  /**
   * The saved tool was changed elsewhere (another tab, an update, the page API): adopts it, unless there are unsaved
   * changes.
   */
  follow(tool: Tool): void {
    const texts = textsOf(tool);
    if (JSON.stringify(texts) !== JSON.stringify(this.#saved)) this.#settle(texts);
  }

  revert(): void {
    this.#problem = undefined;
    for (const path of Object.keys(this.#edited)) this.#edit(path, this.#saved[path]);
    if (!Object.hasOwn(this.#saved, this.#path)) this.#path = SCRIPT;
  }

  /**
   * Installs the current texts. Returns the name it is called by; undefined on failure. A renamed script becomes a
   * new tool next to the old one: `retire` completes the renaming.
   */
  async save(): Promise<string | undefined> {
    if (this.#saving) return undefined;
    this.#saving = true;
    try {
      return await this.#install(this.#texts);
    } catch (error) {
      this.#problem = toErrorData(error, 'unavailable');
      return undefined;
    } finally {
      this.#saving = false;
    }
  }

  /** Removes the tool under the original name. */
  async retire(): Promise<void> {
    await this.#tools.remove(this.name);
  }

  /** Runs the saved script. Never rejects: the report says what happened. */
  async start(args: JsonObject): Promise<void> {
    if (this.running) return;
    const controller = (this.#controller = new AbortController());
    const timeline = new LiveTimeline();
    this.#run = { args, timeline, emitted: '', waiting: false };
    const report = await this.#tools.call(this.name, args, {
      caller: { kind: 'user' },
      signal: controller.signal,
      onState: (state) => this.#update({ waiting: state === 'waiting' }),
      onLog: (line, at) => timeline.log(line, at),
      onHostCall: (place, call) => timeline.hostCall(place, call),
      onEmit: (text, at) => {
        timeline.emit(text, at);
        this.#update({ emitted: (this.#run?.emitted ?? '') + text });
      },
      onProgress: (fraction, text, at) => {
        timeline.progress(fraction, text, at);
        this.#update({ progress: text === undefined ? { fraction } : { fraction, text } });
      },
    });
    timeline.end(report);
    this.#update({ report, waiting: false });
  }

  stop(): void {
    this.#controller?.abort();
  }

  /** The current ones. */
  get #texts(): Texts {
    const all = Object.entries({ ...this.#saved, ...this.#edited });
    return Object.fromEntries(all.flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])));
  }

  #textOf(path: string): string {
    return this.#texts[path] ?? '';
  }

  /** @param text undefined deletes it */
  #edit(path: string, text: string | undefined): void {
    const { [path]: _, ...others } = this.#edited;
    const changed = text !== this.#saved[path];
    this.#edited = changed ? { ...others, [path]: text } : others;
    keepDraft(this.name, changed ? text : undefined, path);
    keepRemoved(
      this.name,
      Object.keys(this.#edited).filter((other) => this.#edited[other] === undefined),
    );
  }

  /** These are the saved texts now; later edits stay. */
  #settle(texts: Texts): void {
    this.#saved = texts;
    for (const [path, text] of Object.entries(this.#edited)) this.#edit(path, text);
    if (!this.paths.includes(this.#path)) this.#path = SCRIPT;
  }

  #update(change: Partial<Run>): void {
    if (this.#run) this.#run = { ...this.#run, ...change };
  }

  async #install(texts: Texts): Promise<string> {
    const { [SCRIPT]: source = '', ...files } = texts;
    const old = this.#tools.get(this.name);
    const fileName = fileNameOf(this.#own, source);
    const bundle = old && this.#tools.infoOf(old).bundle;
    const found = await this.#tools.inspect(source, fileName, files);
    const renamed = found.name !== this.#own;
    const other = renamed ? this.#tools.get(found.name) : undefined;
    if (other && (!old || other.bundle === old.bundle || other.origin === 'builtin')) {
      throw new Failure('conflict', `A tool called ${found.name} already exists. Choose another name.`);
    }
    const tool = await this.#tools.install(source, {
      fileName,
      files,
      replace: true,
      ...(bundle && { bundle }),
      ...(old && {
        // An author's new request for approval applies; otherwise, the user's policy stays.
        policy: found.approve && !old.spec.approve ? 'ask' : old.policy,
        // The editing user made the grants, so they stay. New requests are not granted.
        hosts: [...old.hosts],
        writes: old.writes,
        config: old.config,
        limits: old.limits,
      }),
      ...(old && renamed && { enable: old.enabled }),
    });
    this.#problem = undefined;
    this.#settle(texts);
    return this.#tools.infoOf(tool).name;
  }
}

function textsOf({ source, files }: Tool): Texts {
  return { ...files, [SCRIPT]: source };
}
