// Answers the host calls of one run: counts them, dispatches each to its service, and refuses the rest.
import { Failure, type ErrorCode } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import { ContextCalls } from './calls/context-calls.ts';
import { FolderCalls } from './calls/folder-calls.ts';
import { htmlToMarkdown } from './calls/html-calls.ts';
import { HttpCalls } from './calls/http-calls.ts';
import { TokenCalls } from './calls/token-calls.ts';
import { callTool, callTools } from './calls/tool-calls.ts';
import type { HostCall, HostServices, HttpService, ServedRun } from './capabilities.ts';
import type { HostAnswer } from '../core/ports/grants.ts';

type Operation = (call: HostCall) => Promise<HostAnswer>;

/** One per run. Once the run's signal aborts, later answers no longer matter. */
export class HostCallDispatcher {
  readonly #run: ServedRun;
  readonly #operations: ReadonlyMap<string, Operation>;
  /**
   * Details of the last failure under each code. The script sees only code and message, and these come back when it
   * raises the failure again.
   */
  readonly #details = new Map<ErrorCode, unknown>();
  #calls = 0;
  #open = 0;

  constructor(services: HostServices, http: HttpService, run: ServedRun) {
    this.#run = run;
    const taint = run.grants.taint;
    const context = new ContextCalls(services, taint);
    const folder = new FolderCalls(services.folders, taint);
    const requests = new HttpCalls(http, taint, services);
    const tokens = new TokenCalls(services, requests, taint);
    run.grants.outbound.hold(run.secrets.bound);
    this.#operations = new Map<string, Operation>([
      ['context.search', (call) => context.search(call)],
      ['context.get', (call) => context.get(call)],
      ['context.sources', (call) => context.sources(call)],
      ['context.query', (call) => context.query(call)],
      ['fs.read', (call) => folder.read(call)],
      ['fs.write', (call) => folder.write(call)],
      ['fs.list', (call) => folder.list(call)],
      ['fs.search', (call) => folder.search(call)],
      ['fs.patch', (call) => folder.patch(call)],
      ['fs.delete', (call) => folder.delete(call)],
      ['html.markdown', (call) => htmlToMarkdown(services, call)],
      ['http.request', (call) => requests.request(call)],
      ['http.events', (call) => requests.events(call)],
      ['http.token', (call) => tokens.token(call)],
      ['tool.call', (call) => callTool(call, taint)],
      ['tool.calls', (call) => callTools(call, taint)],
    ]);
  }

  /**
   * @param payload JSON text of an object
   * @param clock pauses the run's deadline while a person is asked
   * @throws Failure that the script may see
   */
  async answer(
    operation: string,
    payload: string,
    bytes?: Uint8Array,
    clock: Pick<HostCall, 'hold' | 'release'> = STEADY,
  ): Promise<HostAnswer> {
    const serve = this.#operations.get(operation);
    if (!serve) throw new Failure('unavailable', `${operation} is not available`);
    this.#spend(1);
    const { openCalls } = this.#run.limits;
    if (this.#open >= openCalls) {
      throw new Failure(
        'rate_limited',
        `a run can have at most ${openCalls} host calls open at the same time`,
      );
    }
    this.#open += 1;
    try {
      const asked = toPayload(payload);
      const instead = await this.#run.grants.before?.(operation, asked, bytes);
      if (instead) return instead;
      return await serve({
        run: this.#run,
        payload: asked,
        bytes,
        hold: clock.hold,
        release: clock.release,
        spend: (calls) => this.#spend(calls),
        note: ({ code, details }) => this.#details.set(code, details),
      });
    } catch (problem) {
      if (problem instanceof Failure) this.#details.set(problem.code, problem.details);
      throw problem;
    } finally {
      this.#open -= 1;
    }
  }

  #spend(calls: number): void {
    const { hostCalls } = this.#run.limits;
    this.#calls += calls;
    if (this.#calls <= hostCalls) return;
    throw new Failure(
      'rate_limited',
      `a run may make ${hostCalls} host calls, and this one has made them all`,
    );
  }

  /** Returns the details of a failure that ended the run. */
  detailsOf(code: ErrorCode): unknown {
    return this.#details.get(code);
  }
}

/** For callers without a deadline. */
const STEADY = { hold: () => undefined, release: () => undefined };

function toPayload(json: string): Record<string, unknown> {
  try {
    const payload: unknown = JSON.parse(json);
    if (isObject(payload)) return payload;
  } catch {
    // Reported below.
  }
  throw new Failure('bad_request', 'the host call contained no JSON object');
}
