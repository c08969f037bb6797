// A scan of a connector: its progress and its result.
import type { App } from '../../apps/web/app.ts';
import type { AddProgress } from '../../core/document.ts';
import { toErrorData, type ErrorData } from '../../core/errors.ts';

type Report = Awaited<ReturnType<App['scan']>>;

export interface ScanState {
  /** Adds nothing. */
  dryRun: boolean;
  /** Progress of the documents; absent while the script runs. */
  progress?: AddProgress | undefined;
  /** Progress reported by the script: current page, 0 to 1, and text. */
  reading?: { page: number; fraction?: number; text?: string };
  report?: Report;
  problem?: ErrorData;
  /** Absent while it is in progress. */
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

  /** Documents already added stay. */
  stop(): void {
    this.#controller?.abort();
  }

  #update(change: Partial<ScanState>): void {
    if (this.#state) this.#state = { ...this.#state, ...change };
  }
}
