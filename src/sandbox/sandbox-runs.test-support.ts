// Test support: runs in the real worker code and real Lua, over ports as on the page, with a given dispatcher.
import { Outbound } from '../core/outbound.ts';
import { DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import type { JsonObject } from '../base/json.ts';
import type { RunTrace } from '../core/run-record.ts';
import type { Secret } from '../core/secrets.ts';
import type { CallReport } from '../core/tool.ts';
import { memoryFolders } from './dispatcher.test-support.ts';
import type { HostServices, HttpService } from './capabilities.ts';
import type { Grants } from '../core/ports/grants.ts';
import { noGrants } from '../core/ports/no-grants.ts';
import { Requests } from './requests.ts';
import { Run } from './run.ts';
import type { RunRequest } from '../core/ports/tool-runner.ts';
import type { SandboxFrame, SpawnedWorker } from './sandbox-frame.ts';
import { WorkerPool } from './worker-pool.ts';

/** By a name that the type check doesn't follow: it is a program for another kind of scope. */
const WORKER = './worker/worker.ts';

type Start = (event: { data: object; ports: MessagePort[] }) => Promise<void>;

/** Loads the worker's file and returns its start function. */
async function workerStart(): Promise<Start> {
  const scope = globalThis as unknown as { self?: { onmessage?: Start } };
  scope.self ??= globalThis as unknown as { onmessage?: Start };
  await import(WORKER);
  return scope.self.onmessage as Start;
}

export interface TrialRun extends Partial<Omit<RunRequest, 'limits' | 'grants' | 'secrets'>> {
  limits?: Partial<Limits>;
  grants?: Partial<Grants>;
  /** Values by name. */
  secrets?: Record<string, string>;
  /** In a newly started machine that has run nothing. */
  fresh?: boolean | undefined;
  services?: Partial<HostServices>;
  http?: HttpService;
}

export class SandboxRuns {
  readonly #ports: MessagePort[] = [];
  readonly #pools: WorkerPool[] = [];
  /** Kept across runs. */
  readonly folders = memoryFolders();

  async run(source: string, trial: TrialRun = {}): Promise<CallReport & { trace: RunTrace }> {
    const start = await workerStart();
    const { limits, grants, secrets = {}, services, http, fresh, ...request } = trial;
    const known = fresh ? undefined : this.#pools[0];
    const pool = known ?? new WorkerPool(() => Promise.resolve(this.#frame(start)));
    if (!known) this.#pools.push(pool);
    const given: Secret[] = Object.entries(secrets).map(([name, value]) => ({ name, value, hosts: [] }));
    const run = new Run(
      {
        key: 'tool-1',
        entry: 'tool',
        name: 't',
        source,
        schema: { type: 'object' },
        args: {},
        config: Object.fromEntries(
          given.map(({ name }) => [name.toLowerCase(), `\${${name}}`]),
        ) as JsonObject,
        secrets: given,
        limits: { ...DEFAULT_LIMITS, timeout: 60, ...limits },
        grants: { ...grantsOfTest(), ...grants },
        ...request,
      },
      {
        services: {
          search: () => Promise.reject(new Error('nothing was to be searched')),
          get: () => Promise.reject(new Error('no document was to be read')),
          sources: () => Promise.reject(new Error('no sources were to be listed')),
          folders: this.folders,
          ...services,
        },
        http: http ?? { send: () => Promise.reject(new Error('nothing was to be sent')) },
        requests: new Requests(pool),
      },
    );
    const report = await run.finish();
    return { ...report, trace: report.trace as RunTrace };
  }

  close(): void {
    for (const pool of this.#pools) pool.dispose();
    for (const port of this.#ports) port.close();
  }

  #frame(start: Start): SandboxFrame {
    const spawn = (): SpawnedWorker => {
      const { port1, port2 } = new MessageChannel();
      this.#ports.push(port1, port2);
      void start({ data: {}, ports: [port2] });
      return { port: port1, onDeath: () => undefined, terminate: () => port2.close() };
    };
    return { attached: true, spawn, close: () => undefined } as unknown as SandboxFrame;
  }
}

function grantsOfTest(): Grants {
  return noGrants({
    folder: 'tool-1',
    cautious: false,
    outbound: new Outbound(),
    approve: () => Promise.reject(new Error('nobody was to be asked')),
    callTool: () => Promise.reject(new Error('no tool was to be called')),
  });
}
