// The cases of the tool on the bench: read from its text, changed in it, and run against its texts as they stand.
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

/** What is known of a case. `stale`: it was so before the last change of the case or of the tool. */
export type CaseState =
  { kind: 'new' } | { kind: 'running' } | { kind: 'passed' | 'failed'; result: CaseResult; stale: boolean };

/** Of one of the texts: how often each of its lines was reached, and the text as it was then. */
export interface LineMarks {
  text: string;
  lines: Readonly<Record<number, number>>;
}

interface Kept {
  result: CaseResult;
  /** The case as it was run, and the texts that it ran. */
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
  /** What the results to show the lines of were run with. */
  #tested = $state.raw<Texts>();
  /** Those that wait for their turn, the one that runs among them. */
  #waiting = $state.raw<ReadonlySet<string>>(new Set());
  #failure = $state('');
  /** What was done, for those who do not see it. */
  said = $state('');
  /** Texts that are no values yet, by the field they stand in: they outlive the closing of a card. */
  readonly halfTyped = new Map<string, string>();
  #controller: AbortController | undefined;
  readonly #read = $derived.by(() => this.#parse());
  readonly #coverage = $derived.by(() => this.#sum());

  /** @param setup settings and limits of the tool as they are when cases run */
  constructor(bench: EditorState, open: () => Promise<Engine>, setup: () => Setup) {
    this.#bench = bench;
    this.#open = open;
    this.#setup = setup;
  }

  /** Loads what reads and runs cases. Until then there are none. */
  async load(): Promise<Engine> {
    return (this.#engine ??= await this.#open());
  }

  get ready(): boolean {
    return this.#engine !== undefined;
  }

  /** In their order; none while the text cannot be read. */
  get list(): readonly ToolCase[] {
    return this.#read.list;
  }

  /** Why the text cannot be read, as a sentence. */
  get unreadable(): string {
    return this.#read.problem;
  }

  get names(): string[] {
    return this.list.map(({ name }) => name);
  }

  /** Why the last run came to nothing, as a sentence. */
  get failure(): string {
    return this.#failure;
  }

  get running(): boolean {
    return this.#waiting.size > 0;
  }

  /** How many of the cases that have run on the texts as they stand passed. */
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

  /** Of the last run and of those before it on the same texts; undefined where lines say nothing, as in a request. */
  get coverage(): Coverage | undefined {
    return this.#coverage;
  }

  /** The texts have changed since the lines were counted. */
  get moved(): boolean {
    return this.#tested !== undefined && !sameTexts(this.#tested, this.#texts);
  }

  marksOf(path: string): LineMarks | undefined {
    const lines = this.#coverage?.[path];
    const text = this.#tested?.[path];
    return lines && text !== undefined ? { text, lines } : undefined;
  }

  /** Runs cases on the texts as they stand, saved or not; what still runs is stopped. Never rejects. */
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

  /** Makes a case of a run, last in the list. Answers its name. @throws Failure when too little of the run was kept. */
  async record(report: CallReport, config: JsonObject, name: string): Promise<string> {
    const engine = await this.load();
    if (this.unreadable !== '') throw new Error(this.unreadable);
    const { args, outcome, trace } = report;
    const made = engine.record({ args, config, outcome, ...(trace && { trace }) }, name, this.names);
    this.#write([...this.list, made]);
    return made.name;
  }

  /** Answers the place of the new one. */
  add(testCase: ToolCase, place = this.list.length): number {
    const name = this.#engine?.freeName(testCase.name, this.names) ?? testCase.name;
    this.#write(this.list.toSpliced(place, 0, { ...testCase, name }));
    return place;
  }

  /** Several at once; one whose name is taken gets a name of its own, or takes the place of the one that is there. */
  merge(coming: readonly ToolCase[], clash: 'both' | 'replace'): void {
    this.#write(mergeCases(this.list, coming, clash));
  }

  /** Cases of a text. @throws Failure `bad_request` with what is wrong with it */
  async readText(text: string): Promise<ToolCase[]> {
    const engine = await this.load();
    // One case alone is a file of cases, too: what is dragged out can be dropped in.
    return engine.read(/^\s*\{/.test(text) ? `[${text}]` : text);
  }

  /** Answers why it cannot be like that, as a sentence; the case then stays as it was. */
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

  /** Answers what brings it back. */
  remove(index: number): () => void {
    const removed = this.list[index];
    if (!removed) return () => undefined;
    this.#write(this.list.toSpliced(index, 1));
    return () => this.add(removed, Math.min(index, this.list.length));
  }

  /** What came of it, and what is half typed in it, goes with it. */
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

  /** All that a run depends on: the cases themselves are not among it. */
  get #texts(): Texts {
    const { [CASES_FILE]: _, ...files } = this.#bench.files;
    return { ...files, [SCRIPT]: this.#bench.source };
  }
}

function sameTexts(one: Texts, other: Texts): boolean {
  const paths = Object.keys(one);
  return paths.length === Object.keys(other).length && paths.every((path) => one[path] === other[path]);
}
