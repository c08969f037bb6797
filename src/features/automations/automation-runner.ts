// Runs automations, on schedule and by hand. Across all tabs, each has one run at a time. Each run is recorded from its
// start, so a run that ended with its page is known.
import type { App } from '../../apps/web/app.ts';
import { dueAt, missedBy, type Automation, type AutomationRun } from '../../core/automation.ts';
import { once } from '../../core/deferred.ts';
import { Failure, toErrorData } from '../../core/errors.ts';
import { Scheduler, type Jobs } from '../../base/scheduler.ts';
import { tabSchedule } from '../../knowledge/tab-schedule.ts';
import type { AutomationTable } from '../../storage/automations.ts';
import { sentence } from '../../ui/components/sentence.ts';
import { toasts } from '../../ui/components/toasts.svelte.ts';
import { performTask, type Performed } from './perform-task.ts';
import { refusedCalls } from './refused-calls.ts';

/** The tab that holds this lock runs due automations. */
const LOCK = 'perilune-automations';
/** Milliseconds. A model that hangs must not keep the others waiting. */
const LONGEST = 30 * 60_000;
const MINUTE = 60_000;

const lockOf = (id: string): string => `perilune-automation:${id}`;

export class AutomationRunner {
  readonly #app: App;
  readonly #table: AutomationTable;
  /** The runs of this tab, by automation. */
  readonly #stops = new Map<string, AbortController>();
  /** Stops runs of other tabs. */
  readonly #channel = new BroadcastChannel('perilune-automations-stop');

  constructor(app: App, table: AutomationTable) {
    this.#app = app;
    this.#table = table;
    this.#channel.addEventListener('message', ({ data }) => this.#stops.get(String(data))?.abort());
  }

  start(): void {
    new Scheduler(this.#jobs(), tabSchedule(LOCK)).start();
  }

  stop(id: string): void {
    this.#stops.get(id)?.abort();
    this.#channel.postMessage(id);
  }

  /** @throws Failure `conflict` while it is running, `unavailable` when the run can't be recorded */
  async run(automation: Automation, by: AutomationRun['by'], signal?: AbortSignal): Promise<void> {
    const ran = await this.#unlessHeld(automation.id, () => this.#run(automation, by, signal));
    if (ran === undefined)
      throw new Failure('conflict', `“${automation.title}” is already running. Wait, or stop it first.`);
  }

  /** Records the end of runs whose page was closed. */
  async settle(all: readonly Automation[]): Promise<void> {
    for (const { id, runs } of all) {
      const [last] = runs;
      if (last?.state !== 'running') continue;
      await this.#unlessHeld(id, async () => {
        const text = 'The page was closed during this run.';
        await this.#table.record(id, { ...last, state: 'failed', took: 0, text });
        return true;
      });
    }
  }

  #jobs(): Jobs {
    return {
      turns: async (now) => {
        const all = await this.#table.list();
        await this.settle(all);
        return all.flatMap((automation) => {
          const at = dueAt(automation, now);
          if (at === undefined) return [];
          const [last] = automation.runs;
          return {
            ...{ id: automation.id, at, pause: MINUTE, recorded: last && Date.parse(last.at) },
            run: (signal: AbortSignal) => this.run(automation, 'schedule', signal),
          };
        });
      },
      onChange: (listener) => this.#table.onChange(listener),
    };
  }

  /** @returns undefined when it is running in any tab */
  #unlessHeld<T>(id: string, work: () => Promise<T>): Promise<T | undefined> {
    return navigator.locks.request(lockOf(id), { ifAvailable: true }, (held) => (held ? work() : undefined));
  }

  async #run(automation: Automation, by: AutomationRun['by'], outer?: AbortSignal): Promise<true> {
    const { id, title } = automation;
    const started = Date.now();
    const abort = new AbortController();
    const timeout = AbortSignal.timeout(LONGEST);
    const signal = AbortSignal.any([abort.signal, timeout, ...(outer ? [outer] : [])]);
    const missed = by === 'schedule' ? missedBy(automation, started) : undefined;
    const run: AutomationRun = {
      ...{ id: crypto.randomUUID(), at: new Date(started).toISOString(), by, state: 'running' },
      ...missed,
    };
    this.#stops.set(id, abort);
    try {
      await this.#table.record(id, run);
      if (missed) toasts.notice(`“${title}” was due while Perilune was closed. It is running now.`);
      const performed = await performTask(this.#app, automation, run.at, signal).catch(
        (error: unknown): Performed => ({ problem: sentence(toErrorData(error).message) }),
      );
      const refused = await refusedCalls(this.#app, id, run.at).catch(() => []);
      const { problem, ...made } = performed;
      const why = timeout.aborted ? 'It took longer than 30 minutes, so it was stopped.' : problem;
      const state = signal.aborted && !timeout.aborted ? 'stopped' : why === undefined ? 'done' : 'failed';
      await this.#table.record(id, {
        ...{ ...run, ...made, state, took: Math.max(0, Date.now() - started) },
        ...(why !== undefined && { text: why }),
        ...(refused.length > 0 && { refused }),
      });
      if (by === 'schedule' && state === 'failed') toasts.problem(`“${title}” failed: ${why}`);
    } finally {
      this.#stops.delete(id);
    }
    return true;
  }
}

const runners = new WeakMap<App, () => Promise<AutomationRunner>>();

/** Returns the one runner of this tab. */
export function runnerOf(app: App): Promise<AutomationRunner> {
  const open =
    runners.get(app) ?? once(async () => new AutomationRunner(app, (await app.storage()).automations));
  runners.set(app, open);
  return open();
}
