// Test support: runs an HTTP tool as the app would, in the real virtual machine, with the real dispatcher and HTTP
// client, through Node's fetch.
import type { Act } from '../../core/call.ts';
import { Outbound } from '../../core/outbound.ts';
import { noGrants } from '../../core/ports/no-grants.ts';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptTrial, type Trial } from '../../../scripts/script-trial.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { namesIn } from '../../core/placeholders.ts';
import type { SignInTarget } from '../../core/ports/tool-sign-in.ts';
import type { Secret } from '../../core/secrets.ts';
import type { HostCallRecord } from '../../core/run-record.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { memoryFolders } from '../../sandbox/dispatcher.test-support.ts';
import { HostCallDispatcher } from '../../sandbox/host.ts';
import { GrantedHttpClient } from '../../sandbox/http/granted-http-client.ts';
import type { HostServices } from '../../sandbox/capabilities.ts';
import { RunSecrets } from '../../sandbox/run-secrets.ts';
import { RunRecorder } from '../../sandbox/trace.ts';
import { compileHttp } from './compile-http.ts';
import { httpToolSpec, readHttpSpec } from './http-spec.ts';

export interface HttpTrialOptions {
  args?: JsonObject;
  config?: JsonObject;
  secrets?: Record<string, string>;
  /** Default: those that the tool asks for. */
  hosts?: string[];
  folder?: string;
  /** Hosts that each secret is bound to, by name. */
  bound?: Record<string, readonly string[]>;
  onEmit?(text: string): void;
  signIn?: SignInTarget;
  outbound?: Outbound;
}

export interface HttpTrialResult extends Trial {
  /** Call records of the run, as stored. */
  records: readonly HostCallRecord[];
  /** Questions to the person, who said no. */
  asked: Act[];
  waits: number[];
  warnings: string[];
}

export class HttpTrial {
  readonly #trial = new ScriptTrial();
  /** New values of secrets, by name. */
  readonly renewed: [name: string, value: string][] = [];
  /** One for all runs, as on the page. */
  readonly #services: HostServices;

  constructor(more: Pick<HostServices, 'accessToken'> = {}) {
    this.#services = {
      search: async () => [],
      get: () => Promise.reject(new Error('no document was asked for')),
      sources: async () => [],
      folders: memoryFolders(),
      renewSecret: async ({ name }, value) => this.renewed.push([name, value]) > 0,
      ...more,
    };
  }

  async run(given: Json, options: HttpTrialOptions = {}): Promise<HttpTrialResult> {
    const spec = readHttpSpec(JSON.stringify(given));
    return this.script(compileHttp(spec), { hosts: httpToolSpec(spec).hosts, ...options });
  }

  async script(source: string, options: HttpTrialOptions): Promise<HttpTrialResult> {
    const { args = {}, hosts = [], folder = 'tool-1' } = options;
    const held = Object.entries(options.secrets ?? {});
    // Secrets come from the config, as in the app.
    const config = { ...Object.fromEntries(held.map(([name]) => [name, `\${${name}}`])), ...options.config };
    const named = new Set(namesIn(config));
    const secrets = new RunSecrets(
      held
        .filter(([name]) => named.has(name))
        .map(([name, value]): Secret => ({ name, value, hosts: options.bound?.[name] ?? [] })),
    );
    const asked: Act[] = [];
    const waits: number[] = [];
    const warnings: string[] = [];
    const http = new GrantedHttpClient({
      open: async () => ({ fetch: (url, init) => fetch(url, init), release: () => undefined }),
      wait: async (milliseconds) => void waits.push(milliseconds),
      random: () => 0.5,
      online: () => true,
      origin: () => 'http://localhost:9',
    });
    const dispatcher = new HostCallDispatcher(this.#services, http, {
      grants: noGrants({
        hosts,
        folder,
        outbound: options.outbound ?? new Outbound(),
        approve: async (act) => {
          asked.push(act);
          return false;
        },
        tokenHosts: hosts,
        signIn: options.signIn && (async () => options.signIn),
      }),
      secrets,
      limits: DEFAULT_LIMITS,
      signal: new AbortController().signal,
      warn: (text) => void warnings.push(text),
    });
    const recorder = new RunRecorder(secrets, performance.now());
    const outcome = await this.#trial.script(source, {
      args,
      config: secrets.expand(config),
      env: secrets.env(config),
      ...(options.onEmit && { onEmit: options.onEmit }),
      answer: async (operation, payload, bytes) => {
        const text = JSON.stringify(payload);
        const pending = recorder.begin(operation, text, bytes, false);
        try {
          const answer = await dispatcher.answer(operation, text, bytes);
          pending.answered(answer);
          return answer;
        } catch (problem) {
          pending.failed(problem);
          throw problem;
        }
      },
    });
    const { hostCalls } = recorder.finish({});
    const redacted = outcome.message === undefined ? undefined : secrets.redact(outcome.message);
    return { ...outcome, message: redacted, records: hostCalls, asked, waits, warnings };
  }
}

export interface SeenRequest {
  method: string;
  /** Path and query, unchanged. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Reply {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A server that records requests and answers as the test says. */
export class ReplyServer {
  readonly seen: SeenRequest[] = [];
  reply: (request: SeenRequest) => Reply = () => ({ type: 'application/json', body: '{"ok":true}' });
  origin = '';
  host = '';
  readonly #server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const request = { method, url, headers, body: Buffer.concat(pieces).toString() };
      this.seen.push(request);
      const { status = 200, type, headers: more = {}, body = '' } = this.reply(request);
      response.writeHead(status, { ...(type !== undefined && { 'content-type': type }), ...more }).end(body);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const { port } = this.#server.address() as AddressInfo;
    this.host = `127.0.0.1:${port}`;
    this.origin = `http://${this.host}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** The only request since `seen` was emptied. */
  get only(): SeenRequest {
    if (this.seen.length !== 1) throw new Error(`${this.seen.length} requests came`);
    return this.seen[0] as SeenRequest;
  }
}
