// The virtual machine: runs one script at a time, each in a fresh Lua state. Works in a worker and in Node.
//
// - JSON bytes in, JSON bytes out. No Lua table, function or error object ever reaches JavaScript.
// - A run ends by itself, by a clock check (Lua can't catch what that throws), or when its worker is terminated. The
//   clock is checked on allocations, at host calls, and after the first second by the count hook, which slows Lua
//   down. An empty loop in that first second, or a C function such as a pattern match, checks no clock.
// - After a timeout or a trap the machine is spent, because its memory may be damaged. Make a new one.
import type { Coverage } from '../../core/coverage.ts';
import { Failure, toErrorData, type ErrorData } from '../../core/errors.ts';
import { inMebibytes, type Limits } from '../../core/limits.ts';
import { Deadline, Expired } from '../deadline.ts';
import { INSPECT_LOOKS } from '../inspection.ts';
import { loadLua, type Pointer } from './lua-api.ts';
import { crashError, timeoutError } from './end-errors.ts';
import { Differs, Journal } from './journal.ts';
import type { LineCounts } from './line-counts.ts';
import { LuaMachine, type HostFunctions, type LuaState, type PreludePart } from './lua-state.ts';
import { OPERATIONS } from './natives.ts';

export type { PreludePart };

export interface Job {
  /**
   * `tool` calls tool.execute, `connector` calls connector.scan, `script` runs the text itself (see `ScriptOutcome`),
   * `inspect` reads the metadata and refuses every host call, `compile` runs none of the script.
   */
  mode: 'tool' | 'connector' | 'script' | 'inspect' | 'compile';
  /** The script's name in error positions. */
  name: string;
  source: string;
  /** Modules for `require`, by path. */
  modules: Readonly<Record<string, string>>;
  /** JSON text, as are `config` and `env`. */
  args: string;
  config: string;
  env: string;
  limits: Limits;
  /** Secret values in `env`. */
  secrets?: readonly string[];
  /** Clock and random values to repeat: this is a replay. */
  recorded?: readonly string[] | undefined;
  /** Count the executed lines. */
  coverage?: boolean | undefined;
}

/** The host of a running script. */
export interface Host {
  /**
   * Handles everything that leaves the worker. Payload and answer are JSON texts; a Failure becomes a Lua error.
   * @param hashed it may contain a digest of a secret
   */
  call(
    operation: string,
    payload: string,
    bytes: Uint8Array | undefined,
    hashed: boolean,
  ): Promise<HostAnswer>;
  log(level: string, text: string): void;
  progress(fraction: number, text: string): void;
  emit(text: string): void;
}

export interface HostAnswer {
  json: string;
  bytes?: Uint8Array | undefined;
}

export type Outcome = { json: string; error?: undefined } | { error: ErrorData; json?: undefined };

type Answer =
  | { text: Uint8Array; bytes?: Uint8Array | undefined; error?: undefined }
  | { error: ErrorData; text?: undefined; bytes?: undefined };

/** Milliseconds of its own work that a script may take before the hook watches it. */
const UNWATCHED = 1000;

interface Run {
  job: Job;
  host: Host;
  deadline: Deadline;
  journal: Journal;
  /** On the clock of `performance.now()`; Infinity while it is watched. */
  watchAt: number;
  /** Remaining clock checks. */
  looks: number;
  waiting?: Promise<Answer>;
  answer?: Answer;
}

const encoder = new TextEncoder();
// `ignoreBOM` keeps a leading U+FEFF, which belongs to the script.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export class LuaVm {
  readonly #machine: LuaMachine;
  readonly #hosts: HostFunctions;
  #run: Run | undefined;
  #spent = false;
  #state: LuaState | undefined;
  #used = false;
  #chances: readonly string[] | undefined;
  #counts: LineCounts | undefined;

  /** @param compiled needed in a browser, see loadLua */
  static async load(prelude: readonly PreludePart[], compiled?: WebAssembly.Module): Promise<LuaVm> {
    const vm = new LuaVm(new LuaMachine(await loadLua(compiled), () => vm.#checkClock()));
    vm.#machine.compile(prelude);
    vm.#state = vm.#machine.open(vm.#hosts);
    return vm;
  }

  private constructor(machine: LuaMachine) {
    this.#machine = machine;
    this.#hosts = {
      native: machine.register((state) => this.#native(state)),
      start: machine.register((state) => this.#start(state)),
      take: machine.register((state) => this.#take(state)),
    };
  }

  /** True when nothing may run here any more. */
  get spent(): boolean {
    return this.#spent;
  }

  /** Clock and random values of the last script; undefined when there were too many. */
  get chances(): readonly string[] | undefined {
    return this.#chances;
  }

  /** Lines that the last script reached; undefined unless requested. */
  get coverage(): Coverage | undefined {
    return this.#counts?.coverage;
  }

  /** Resets the machine in idle time, so that the next call need not wait. */
  prepare(): void {
    if (this.#spent || !this.#used) return;
    this.#state?.reset();
    this.#used = false;
  }

  /** Never rejects because of a script. Throws when busy or spent, which is the caller's mistake. */
  async run(job: Job, host: Host): Promise<Outcome> {
    if (this.#run || this.#spent) throw new Error('this machine is busy or used up');
    this.prepare();
    const state = this.#state as LuaState;
    this.#used = true;
    this.#counts = job.coverage ? this.#count(state, job) : undefined;
    state.limit(job.limits.memory);
    const journal = new Journal(job.secrets ?? [], job.recorded);
    const milliseconds = job.limits.timeout * 1000;
    const deadline = new Deadline(milliseconds);
    // A script with a short limit is watched from the start, so that it ends by itself.
    const bounded = job.mode === 'inspect';
    const watched = bounded || job.coverage === true || milliseconds <= UNWATCHED;
    if (watched && !job.coverage) state.watch();
    const watchAt = watched ? Infinity : performance.now() + UNWATCHED;
    this.#run = { job, host, deadline, journal, watchAt, looks: bounded ? INSPECT_LOOKS : Infinity };
    try {
      const outcome = await this.#drive(state, this.#run);
      // A script's own error says more.
      if (!outcome.error) journal.checkEnd();
      return outcome;
    } catch (problem) {
      this.#spent = true;
      if (problem instanceof Differs) return { error: { code: 'tool_error', message: problem.message } };
      if (!(problem instanceof Expired)) return { error: crashError(problem) };
      journal.noteTimeout();
      return { error: timeoutError(job.name, job.limits.timeout) };
    } finally {
      this.#run = undefined;
      this.#chances = journal.notes;
    }
  }

  /** Pauses the current run's time limit until `release`, while a person is asked. */
  hold(): void {
    this.#run?.deadline.hold();
  }

  release(): void {
    this.#run?.deadline.release();
  }

  #count(state: LuaState, { name, source, modules }: Job): LineCounts {
    const files = Object.entries(modules).map(([path, text]) => ({ path, chunk: `=${path}`, text }));
    const texts = [{ path: '', chunk: `=${name}`, text: sourceText(source) }, ...files].map((file) => ({
      ...file,
      lines: this.#machine.linesOf(file.text) ?? [],
    }));
    state.reset();
    return state.count(texts);
  }

  async #drive(state: LuaState, run: Run): Promise<Outcome> {
    for (;;) {
      const step = state.resume();
      if (step.status === 'failed') return { error: { code: 'tool_error', message: step.message } };
      if (step.status === 'done') return toOutcome(step.values, run.job.limits);
      if (!run.waiting) throw new Error('the script yielded without a host call');
      const asked = performance.now();
      run.answer = await run.deadline.race(run.waiting);
      run.watchAt += performance.now() - asked;
      delete run.waiting;
    }
  }

  #checkClock(): void {
    const run = this.#run;
    if (!run) return;
    if (--run.looks < 0 || run.deadline.passed) throw new Expired();
    if (performance.now() < run.watchAt) return;
    run.watchAt = Infinity;
    this.#state?.watch();
  }

  /** native(name, ...) -> text | nil, problem */
  #native(state: Pointer): number {
    this.#checkClock();
    const run = this.#run as Run;
    const name = this.#text(state, 1);
    try {
      const result = this.#answerNow(run, name, state);
      this.#machine.push(state, typeof result === 'string' ? encoder.encode(result) : result);
      return 1;
    } catch (problem) {
      if (!(problem instanceof Failure)) throw problem;
      this.#machine.pushNil(state);
      this.#machine.push(state, encoder.encode(problem.message));
      return 2;
    }
  }

  #answerNow(run: Run, name: string, state: Pointer): Uint8Array | string {
    switch (name) {
      case 'input':
        return inputOf(run.job, this.#text(state, 2));
      case 'module':
        return moduleOf(run.job, this.#text(state, 2));
      case 'log':
        run.host.log(this.#text(state, 2), this.#text(state, 3));
        return '';
      case 'progress':
        run.host.progress(Number(this.#text(state, 2)), this.#text(state, 3));
        return '';
      case 'emit':
        run.host.emit(this.#text(state, 2));
        return '';
      default:
        return run.journal.answer(name, this.#bytes(state, 2), this.#bytes(state, 3));
    }
  }

  /** start(operation, payload, bytes?): the prelude yields right after it. */
  #start(state: Pointer): number {
    const run = this.#run as Run;
    const operation = this.#text(state, 1);
    const payload = this.#bytes(state, 2);
    run.waiting = this.#begin(run, operation, payload, this.#machine.read(state, 3)).catch(
      (problem: unknown) => {
        if (problem instanceof Differs || problem instanceof Expired) throw problem;
        return { error: toErrorData(problem) };
      },
    );
    return 0;
  }

  async #begin(run: Run, operation: string, payload: Uint8Array, bytes?: Uint8Array): Promise<Answer> {
    const local = OPERATIONS[operation];
    if (local) {
      const text = run.journal.replays ? '' : await local(payload);
      run.journal.note(operation, 'done');
      return { text: encoder.encode(text) };
    }
    const answer = await run.host.call(operation, decoder.decode(payload), bytes, run.journal.hashed);
    const text = encoder.encode(answer.json);
    const most = run.job.limits.answer;
    if (text.length <= most) return { text, bytes: answer.bytes };
    throw new Failure('too_large', `the answer is larger than ${inMebibytes(most)}; ask for less`);
  }

  /** take() -> true, text, bytes? | false, message, code */
  #take(state: Pointer): number {
    const machine = this.#machine;
    const { text, bytes, error } = (this.#run as Run).answer as Answer;
    machine.pushBoolean(state, error === undefined);
    machine.push(state, error ? encoder.encode(error.message) : text);
    if (error) machine.push(state, encoder.encode(error.code));
    else if (bytes) machine.push(state, bytes);
    return error || bytes ? 3 : 2;
  }

  #bytes(state: Pointer, index: number): Uint8Array {
    return this.#machine.read(state, index) ?? new Uint8Array();
  }

  #text(state: Pointer, index: number): string {
    return decoder.decode(this.#bytes(state, index));
  }
}

/** Removes a byte order mark and the content of a first line that begins with #. */
function sourceText(source: string): string {
  return source.replace(/^\uFEFF/, '').replace(/^#[^\r\n]*/, '');
}

/** Returns the job's value for a name that the prelude asks for. */
function inputOf(job: Job, name: string): string {
  switch (name) {
    case 'mode':
    case 'name':
    case 'source':
    case 'args':
    case 'config':
    case 'env':
      return job[name];
    case 'coverage':
      return job.coverage ? 'on' : '';
    case 'memory':
    case 'depth':
      return String(job.limits[name]);
    default:
      return '';
  }
}

function moduleOf({ modules }: Job, path: string): string {
  const source = Object.hasOwn(modules, path) ? modules[path] : undefined;
  if (source !== undefined) return source;
  throw new Failure('not_found', `no file '${path}'`);
}

function toOutcome([kind, first, second]: Uint8Array[], limits: Limits): Outcome {
  if (decoder.decode(kind) === 'error') {
    const code = decoder.decode(first) as ErrorData['code'];
    return { error: { code, message: decoder.decode(second) } };
  }
  const json = first ?? new Uint8Array();
  if (json.length <= limits.result) return { json: decoder.decode(json) };
  const message = `the result is ${json.length} bytes of JSON; at most ${limits.result} are allowed. Return less, or a part of it`;
  return { error: { code: 'tool_error', message } };
}
