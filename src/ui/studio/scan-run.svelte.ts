// One scan of a connector: what it is doing, and what came of it.
import type { App } from '../../apps/web/app.ts';
import type { AddProgress } from '../../core/document.ts';
import { toErrorData, type ErrorData } from '../../core/errors.ts';

type Report = Awaited<ReturnType<App['scan']>>;

export interface ScanState {
  /** Nothing is added. */
  dryRun: boolean;
  /** How far the documents are; absent while the script runs. */
  progress?: AddProgress | undefined;
  /** What the script says of its progress: the page in hand, 0 to 1, and words. */
  reading?: { page: number; fraction?: number; text?: string };
  report?: Report;
  problem?: ErrorData;
  /** Absent while it goes on. */
  milliseconds?: number;
}

export class ScanRun {
  readonly #scan: App['scan'];
  #state = $state.raw<ScanState>();
  #controller: AbortController | undefined;

  constructor(scan: App['scan']) {
    this.#scan = scan;
  }

  get state(): ScanState | undefined {
    return this.#state;
  }

  get running(): boolean {
    return this.#state !== undefined && this.#state.milliseconds === undefined;
  }

  /** Never rejects: the state says what happened. */
  async start(name: string, dryRun: boolean): Promise<void> {
    if (this.running) return;
    const { signal } = (this.#controller = new AbortController());
    const started = performance.now();
    this.#state = { dryRun };
    try {
      const report = await this.#scan(name, {
        dryRun,
        caller: { kind: 'user' },
        signal,
        onProgress: (progress) => this.#update({ progress }),
        onRead: (reading) => this.#update({ reading, progress: undefined }),
      });
      this.#update({ report });
    } catch (error) {
      this.#update({ problem: toErrorData(error, 'unavailable') });
    }
    this.#update({ milliseconds: performance.now() - started });
  }

  /** What is in the library by then stays there. */
  stop(): void {
    this.#controller?.abort();
  }

  #update(change: Partial<ScanState>): void {
    if (this.#state) this.#state = { ...this.#state, ...change };
  }
}
