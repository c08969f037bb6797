// The test cases of the current tool: read from its text, edited, and run against its current texts.
import type { App } from '../../../apps/web/app.ts';
import { addCoverage, type Coverage } from '../../../core/coverage.ts';
import { isAbort, toErrorData } from '../../../core/errors.ts';
import type { JsonObject } from '../../../base/json.ts';
import { CASES_FILE, type ToolCase } from '../../../core/tool-case.ts';
import type { CallReport, Tool } from '../../../core/tool.ts';
import { count } from '../../components/quantities.ts';
import { errorText } from '../../components/error-text.ts';
import { sentence } from '../../components/sentence.ts';
import { isJson } from '../source-text.ts';
import { SCRIPT, type EditorState } from '../editor-state.svelte.ts';
import { mergeCases } from './merge-cases.ts';

export type Engine = Awaited<ReturnType<App['toolParts']['cases']>>;
export type CaseResult = Awaited<ReturnType<Engine['runOf']>>['results'][number];
type Setup = Pick<Tool, 'config' | 'limits'>;
type Texts = Readonly<Record<string, string>>;

/** The state of a case. `stale`: from before the last change of the case or the tool. */
export type CaseState =
  { kind: 'new' } | { kind: 'running' } | { kind: 'passed' | 'failed'; result: CaseResult; stale: boolean };

/** Hit counts of one text's lines, and the text at that time. */
export interface LineMarks {
  text: string;
  lines: Readonly<Record<number, number>>;
}

interface Kept {
  result: CaseResult;
  /** The case as it was run, and the texts it ran. */
  text: string;
  texts: Texts;
}

const NEW: CaseState = { kind: 'new' };

export class CasesBench {
  readonly #bench: EditorState;
  readonly #open: () => Promise<Engine>;
  readonly #setup: () => Setup;
  #engine = $state.raw<Engine>();
  #results = $state.raw<ReadonlyMap<string, Kept>>(new Map());
  /** The texts of the results behind the line coverage. */
  #tested = $state.raw<Texts>();
  /** Waiting cases, including the running one. */
  #waiting = $state.raw<ReadonlySet<string>>(new Set());
  #failure = $state('');
  /** The last action, announced to screen readers. */
  said = $state('');
  /** Unfinished texts by field: they survive collapsing a card. */
  readonly halfTyped = new Map<string, string>();
  #controller: AbortController | undefined;
  readonly #read = $derived.by(() => this.#parse());
  readonly #coverage = $derived.by(() => this.#sum());

  /** @param setup returns the tool's current settings and limits */
  constructor(bench: EditorState, open: () => Promise<Engine>, setup: () => Setup) {
    this.#bench = bench;
    this.#open = open;
    this.#setup = setup;
  }

  /** Loads the code that reads and runs cases. Until then there are none. */
  async load(): Promise<Engine> {
    return (this.#engine ??= await this.#open());
  }

  get ready(): boolean {
    return this.#engine !== undefined;
  }

  /** In order; empty while the text cannot be parsed. */
  get list(): readonly ToolCase[] {
    return this.#read.list;
  }

  /** Why the text cannot be parsed, as a sentence. */
  get unreadable(): string {
    return this.#read.problem;
  }

  get names(): string[] {
    return this.list.map(({ name }) => name);
  }

  /** Why the last run failed as a whole, as a sentence. */
  get failure(): string {
    return this.#failure;
  }

  get running(): boolean {
    return this.#waiting.size > 0;
  }

  /** Passed cases among those run on the current texts. */
  get score(): { passed: number; ran: number } {
    const states = this.list.map((one) => this.stateOf(one));
    const fresh = states.filter((state) => 'stale' in state && !state.stale);
    return { passed: fresh.filter(({ kind }) => kind === 'passed').length, ran: fresh.length };
  }

  stateOf(testCase: ToolCase): CaseState {
    if (this.#waiting.has(testCase.name)) return { kind: 'running' };
    const kept = this.#results.get(testCase.name);
    if (!kept) return NEW;
    const stale = kept.text !== JSON.stringify(testCase) || !sameTexts(kept.texts, this.#texts);
    return { kind: kept.result.passed ? 'passed' : 'failed', result: kept.result, stale };
  }

  /** Merged over all runs on the same texts; undefined where lines mean nothing, as in a request. */
  get coverage(): Coverage | undefined {
    return this.#coverage;
  }

  /** The texts have changed since the coverage was measured. */
  get moved(): boolean {
    return this.#tested !== undefined && !sameTexts(this.#tested, this.#texts);
  }

  marksOf(path: string): LineMarks | undefined {
    const lines = this.#coverage?.[path];
    const text = this.#tested?.[path];
    return lines && text !== undefined ? { text, lines } : undefined;
  }

  /** Runs cases on the current texts, saved or not, after stopping a running test. Never rejects. */
  async run(names?: readonly string[]): Promise<void> {
    this.stop();
    const controller = (this.#controller = new AbortController());
    const { signal } = controller;
    this.#failure = '';
    try {
      const engine = await this.load();
      const { list, unreadable } = this;
      if (unreadable !== '' || list.length === 0 || signal.aborted) return;
      const texts = this.#texts;
      const { [SCRIPT]: source = '', ...files } = texts;
      const subject = { name: this.#bench.name, source, files, ...this.#setup() };
      this.#waiting = new Set(names ?? list.map(({ name }) => name));
      const { results } = await engine.run(subject, list, {
        ...(names && { names }),
        signal,
        onResult: (result) => {
          if (!signal.aborted) this.#keep(result, list, texts);
        },
      });
      if (signal.aborted) return;
      const passed = results.filter((result) => result.passed).length;
      this.said = `${passed} of ${count(results.length, 'case')} passed.`;
    } catch (error) {
      if (!signal.aborted && !isAbort(error)) this.#failure = errorText(error);
    } finally {
      if (this.#controller === controller) this.#waiting = new Set();
    }
  }

  stop(): void {
    this.#controller?.abort();
    this.#waiting = new Set();
  }

  /** Adds a case made from a run. Returns its name. @throws Failure when the run's record is incomplete. */
  async record(report: CallReport, config: JsonObject, name: string): Promise<string> {
    const engine = await this.load();
    if (this.unreadable !== '') throw new Error(this.unreadable);
    const { args, outcome, trace } = report;
    const made = engine.record({ args, config, outcome, ...(trace && { trace }) }, name, this.names);
    this.#write([...this.list, made]);
    return made.name;
  }

  /** Returns the index of the new one. */
  add(testCase: ToolCase, place = this.list.length): number {
    const name = this.#engine?.freeCaseName(testCase.name, this.names) ?? testCase.name;
    this.#write(this.list.toSpliced(place, 0, { ...testCase, name }));
    return place;
  }

  /** Adds several; one with a taken name gets a new name, or replaces the existing one. */
  merge(coming: readonly ToolCase[], clash: 'both' | 'replace'): void {
    this.#write(mergeCases(this.list, coming, clash));
  }

  /** Parses cases. @throws Failure `bad_request` that says what is wrong */
  async readText(text: string): Promise<ToolCase[]> {
    const engine = await this.load();
    // A single case is a valid file, too, as exported by dragging.
    return engine.read(/^\s*\{/.test(text) ? `[${text}]` : text);
  }

  /** Returns why the change is invalid, as a sentence; the case then stays as it was. */
  change(index: number, testCase: ToolCase): string | undefined {
    const before = this.list[index];
    if (!before || !this.#engine) return undefined;
    const next = this.list.with(index, testCase);
    try {
      this.#engine.read(this.#engine.write(next));
    } catch (error) {
      const message = toErrorData(error).message.replace(/^cases\.json: case \d+( \(.*?\))?:? /s, '');
      return sentence(message.charAt(0).toUpperCase() + message.slice(1));
    }
    if (before.name !== testCase.name) this.#rename(before.name, testCase.name);
    this.#write(next);
    return undefined;
  }

  move(from: number, to: number): void {
    const moved = this.list[from];
    if (moved) this.#write(this.list.toSpliced(from, 1).toSpliced(to, 0, moved));
  }

  /** Returns a function that restores it. */
  remove(index: number): () => void {
    const removed = this.list[index];
    if (!removed) return () => undefined;
    this.#write(this.list.toSpliced(index, 1));
    return () => this.add(removed, Math.min(index, this.list.length));
  }

  /** Moves its result and unfinished texts, too. */
  #rename(from: string, to: string): void {
    const kept = this.#results.get(from);
    if (kept) {
      const text = JSON.stringify({ ...(JSON.parse(kept.text) as ToolCase), name: to });
      const others = [...this.#results].filter(([name]) => name !== from);
      this.#results = new Map([...others, [to, { ...kept, text }]]);
    }
    for (const [field, text] of this.halfTyped) {
      if (!field.startsWith(`${from}/`)) continue;
      this.halfTyped.delete(field);
      this.halfTyped.set(to + field.slice(from.length), text);
    }
  }

  #write(cases: readonly ToolCase[]): void {
    const text = this.#engine?.write(cases) ?? '';
    if (text === '') this.#bench.remove(CASES_FILE);
    else this.#bench.write(CASES_FILE, text);
  }

  #parse(): { list: readonly ToolCase[]; problem: string } {
    const text = this.#bench.read(CASES_FILE) ?? '';
    try {
      return { list: this.#engine?.read(text) ?? [], problem: '' };
    } catch (error) {
      return { list: [], problem: errorText(error) };
    }
  }

  #keep(result: CaseResult, list: readonly ToolCase[], texts: Texts): void {
    const { name } = result;
    const text = JSON.stringify(list.find((one) => one.name === name));
    this.#results = new Map(this.#results).set(name, { result, text, texts });
    this.#tested = texts;
    this.#waiting = new Set([...this.#waiting].filter((other) => other !== name));
  }

  #sum(): Coverage | undefined {
    const texts = this.#tested;
    if (!texts || isJson(texts[SCRIPT] ?? '')) return undefined;
    const same = [...this.#results.values()].filter((kept) => sameTexts(kept.texts, texts));
    const counted = same.flatMap(({ result: { report } }) => (report.coverage ? [report.coverage] : []));
    return counted.length === 0 ? undefined : counted.reduce(addCoverage, {});
  }

  /** Everything a run depends on, except the cases. */
  get #texts(): Texts {
    const { [CASES_FILE]: _, ...files } = this.#bench.files;
    return { ...files, [SCRIPT]: this.#bench.source };
  }
}

function sameTexts(one: Texts, other: Texts): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
