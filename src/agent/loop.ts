// The agent's loop: asks the model, runs the tools that it calls and returns their results, until it answers.
//
// - Yields AgentEvents without `start`; exactly one `end`, always last.
// - An error of a tool or a call is a result for the model; an error of the model's endpoint is an `error` event;
//   only bugs throw.
// - Every `tool_call` gets its `tool_result`, also on stop, on failure and when the budget is spent.
// - Calls of one turn run in parallel; the model gets their results in the order of its calls.
// - A consumer that stops reading stops the running tools.
import { PROPOSE_TOOL } from '../core/proposal.ts';
import { RUN_SCRIPT } from '../core/script-result.ts';
import { StreamedText } from './streamed-text.ts';
import type { AgentEvent, EndReason, Usage } from '../core/conversation.ts';
import { MODEL_READS_PICTURES, MODEL_TAKES_NO_PICTURES } from './no-pictures.ts';
import { Failure, isAbort, toErrorData, type ErrorData } from '../core/errors.ts';
import type { CallReport } from '../core/tool.ts';
import { BUDGET, type Budget } from './budget.ts';
import { EventQueue } from '../base/event-queue.ts';
import { LoopCalls, type PendingCall, type RunTool } from './loop-calls.ts';
import type { FinishReason, Model, ModelMessage, ModelRequest, ModelTool } from '../models/model.ts';
import { downloadNotice, waitingNotice } from './model-notices.ts';
import { readArguments, resultText } from './tool-results.ts';
import { WallClock } from './wall-clock.ts';

export interface LoopOptions {
  model: Model;
  system: string;
  /** The conversation so far, the question last. */
  messages: ModelMessage[];
  /** Returns the tools for the next request; called before each. */
  tools(): ModelTool[];
  /** Tells whether a tool can be called although it was not offered. */
  exists?(name: string): boolean;
  call: RunTool;
  /** Changes the outcome that the model sees, for example numbers its passages. */
  present?(outcome: CallReport['outcome']): CallReport['outcome'];
  /** Returns the text in a picture, for models without image input. Never rejects. */
  readPicture?: ModelRequest['readPicture'];
  /** Stores a result that is too long for the model. Returns how it can be read in parts. */
  keepOutput?(name: string, text: string): string | undefined;
  /** Number of calls before this answer was interrupted: ids continue from there. */
  callsBefore?: number;
  signal: AbortSignal;
  budget?: Partial<Budget>;
}

interface Turn {
  text: string;
  calls: PendingCall[];
  raw?: unknown[];
  finish?: FinishReason;
}

export async function* runLoop(options: LoopOptions): AsyncGenerator<AgentEvent, void> {
  const loop = new Loop(options);
  try {
    yield* loop.answer();
  } catch (error) {
    yield* loop.fail(error);
  } finally {
    loop.dispose();
  }
  yield loop.end();
}

class Loop {
  readonly #options: LoopOptions;
  readonly #budget: Budget;
  readonly #calls: LoopCalls;
  readonly #messages: ModelMessage[];
  readonly #abort = new AbortController();
  /** Rejects when the loop should stop. */
  readonly #stopped: Promise<never>;
  readonly #clock: WallClock;
  #expired = false;
  #toldOfPictures = false;
  #reason: EndReason = 'answered';
  #usage: Usage | undefined;

  constructor(options: LoopOptions) {
    this.#options = options;
    this.#budget = { ...BUDGET, ...options.budget };
    this.#messages = [...options.messages];
    this.#stopped = new Promise((_resolve, reject) => {
      const { signal } = this.#abort;
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    this.#stopped.catch(() => undefined);
    options.signal.addEventListener('abort', this.#stop, { once: true });
    if (options.signal.aborted) this.#stop();
    this.#clock = new WallClock(this.#budget.time, () => {
      this.#expired = true;
      this.#abort.abort();
    });
    this.#calls = new LoopCalls({
      budget: this.#budget,
      call: (...given) => options.call(...given),
      given: () => options.tools().map((tool) => tool.name),
      exists: (name) => options.exists?.(name) === true,
      signal: this.#abort.signal,
      stopped: this.#stopped,
      clock: this.#clock,
      before: options.callsBefore ?? 0,
    });
  }

  readonly #stop = (): void => this.#abort.abort();

  dispose(): void {
    this.#clock.pause();
    this.#options.signal.removeEventListener('abort', this.#stop);
    this.#abort.abort();
  }

  end(): AgentEvent {
    return this.#usage
      ? { type: 'end', reason: this.#reason, usage: this.#usage }
      : { type: 'end', reason: this.#reason };
  }

  async *answer(): AsyncGenerator<AgentEvent, void> {
    for (let number = 1; ; number++) {
      this.#abort.signal.throwIfAborted();
      const last = this.#calls.spent || number >= this.#budget.turns;
      const turn = yield* this.#ask(last);
      if (turn.calls.length === 0) return yield* this.#close(turn);
      if (last) this.#reason = 'budget';
      yield* this.#runCalls(turn, last);
      if (last) return;
      if (this.#calls.spent || number + 1 >= this.#budget.turns) {
        this.#reason = 'budget';
        yield {
          type: 'notice',
          code: 'many_calls',
          text: 'The limit of tool calls is reached. This answer uses what was found so far.',
        };
      }
    }
  }

  /** Converts an early end of the loop to events: results for the open calls, then the cause. */
  *fail(error: unknown): Generator<AgentEvent, void> {
    const stopped = this.#abort.signal.aborted;
    const data: ErrorData = stopped
      ? { code: 'cancelled', message: 'stopped' }
      : toErrorData(error, 'unavailable');
    yield* this.#calls.abandon(
      stopped ? data : { code: 'cancelled', message: 'the answer broke off before this call' },
    );
    if (this.#expired) {
      this.#reason = 'budget';
      const minutes = Math.round(this.#budget.time / 60_000);
      yield { type: 'notice', code: 'out_of_time', text: `Stopped after ${minutes} minutes.` };
    } else if (stopped) {
      this.#reason = 'stopped';
    } else {
      this.#reason = 'failed';
      yield { type: 'error', error: data };
      if (!(error instanceof Failure) && !isAbort(error)) console.error(error);
    }
  }

  /** Makes one request: yields its text and the start of its calls, and collects both. */
  async *#ask(last: boolean): AsyncGenerator<AgentEvent, Turn> {
    const { model, system, readPicture } = this.#options;
    const request = {
      system: last ? `${system}\n\nNo more tools can be called. Answer now with what you have.` : system,
      messages: this.#messages,
      tools: this.#options.tools(),
      toolChoice: last ? ('none' as const) : ('auto' as const),
      ...(readPicture && { readPicture }),
    };
    const turn: Turn = { text: '', calls: [] };
    const ids = new Map<string, string>();
    const texts = new Map<string, StreamedText>();
    // Many endpoints send reasoning only when it is complete, so the wait counts as reasoning time.
    let since = performance.now();
    for await (const event of model.stream(request, this.#abort.signal)) {
      this.#abort.signal.throwIfAborted();
      switch (event.type) {
        case 'text':
          turn.text += event.delta;
          since = performance.now();
          yield { type: 'text', delta: event.delta };
          break;
        case 'call_started': {
          const id = this.#calls.begin(event.name);
          ids.set(event.key, id);
          if (event.name === RUN_SCRIPT || event.name === PROPOSE_TOOL)
            texts.set(event.key, new StreamedText('source'));
          yield { type: 'tool_call', id, name: event.name, args: {}, state: 'writing' };
          break;
        }
        case 'call_finished':
          turn.calls.push({ id: ids.get(event.key) ?? this.#calls.begin(event.call.name), call: event.call });
          break;
        case 'usage':
          this.#usage = added(this.#usage, event);
          break;
        case 'waiting':
          yield waitingNotice(event);
          break;
        case 'downloading':
          yield downloadNotice(event.share);
          break;
        case 'raw':
          turn.raw = [...(turn.raw ?? []), ...event.items];
          break;
        case 'finish':
          turn.finish = event.reason;
          break;
        case 'reasoning':
          yield {
            type: 'reasoning',
            delta: event.delta,
            milliseconds: Math.round(performance.now() - since),
          };
          break;
        case 'switched':
          yield {
            type: 'notice',
            code: 'fell_back',
            text: `${event.from} failed (${event.why}). ${event.to} answers instead.`,
          };
          break;
        case 'without_pictures':
          // Once per answer, however often the model is asked.
          if (!this.#toldOfPictures) yield event.read ? MODEL_READS_PICTURES : MODEL_TAKES_NO_PICTURES;
          this.#toldOfPictures = true;
          break;
        case 'call_delta': {
          const delta = texts.get(event.key)?.push(event.delta);
          const id = ids.get(event.key);
          if (delta && id !== undefined) yield { type: 'tool_source', id, delta };
          break;
        }
      }
    }
    this.#abort.signal.throwIfAborted();
    if (!turn.finish) throw cutOff(turn);
    return turn;
  }

  *#close(turn: Turn): Generator<AgentEvent, void> {
    if (turn.finish === 'length') {
      yield {
        type: 'notice',
        code: 'cut_off',
        text: 'The answer was cut off: it reached the model’s length limit.',
      };
    } else if (turn.finish === 'filter') {
      yield {
        type: 'notice',
        code: 'filtered',
        text: 'The answer was stopped by the content filter of the model endpoint.',
      };
    } else if (turn.text.trim() === '') {
      throw new Failure(
        'unavailable',
        'The model gave an empty answer. Ask again, or choose another model in Settings.',
      );
    }
  }

  async *#runCalls(turn: Turn, refuseAll: boolean): AsyncGenerator<AgentEvent, void> {
    const queue = new EventQueue<AgentEvent>();
    const reports = turn.calls.map((pending) =>
      this.#calls.run(pending, refuseAll, (event) => queue.push(event)),
    );
    const all = Promise.all(reports).finally(() => queue.close());
    yield* queue;
    const finished = await all;
    this.#abort.signal.throwIfAborted();
    this.#handBack(turn, finished);
  }

  #handBack(turn: Turn, reports: CallReport[]): void {
    this.#messages.push({
      role: 'assistant',
      text: turn.text,
      // Servers parse the arguments that they get back, and refuse the whole request when that fails.
      calls: turn.calls.map(({ call }) =>
        'args' in readArguments(call.arguments, this.#budget.arguments) ? call : { ...call, arguments: '{}' },
      ),
      ...(turn.raw && { raw: turn.raw }),
    });
    turn.calls.forEach(({ call }, position) => {
      const { outcome } = reports[position] as CallReport;
      const output = resultText(this.#options.present?.(outcome) ?? outcome, this.#budget.output, (text) =>
        this.#options.keepOutput?.(call.name, text),
      );
      this.#messages.push({ role: 'tool', call: call.id, name: call.name, output });
    });
  }
}

function cutOff(turn: Turn): Failure {
  return turn.text === '' && turn.calls.length === 0
    ? new Failure('unavailable', 'The model endpoint ended the connection without an answer. Ask again.')
    : new Failure(
        'unavailable',
        'The answer was cut off: the connection ended too early. Continue it or ask again.',
      );
}

function added(before: Usage | undefined, { input, output, cached, reasoning }: Usage): Usage {
  return {
    input: (before?.input ?? 0) + input,
    output: (before?.output ?? 0) + output,
    context: input + output,
    ...sumOf('cached', before?.cached, cached),
    ...sumOf('reasoning', before?.reasoning, reasoning),
  };
}

function sumOf(
  name: 'cached' | 'reasoning',
  before: number | undefined,
  now: number | undefined,
): Partial<Usage> {
  return before === undefined && now === undefined ? {} : { [name]: (before ?? 0) + (now ?? 0) };
}
