// Test support: the sandbox's work in this process, with the real virtual machine, dispatcher and HTTP client,
// through Node's fetch.
import { inspectWithAny } from '../../scripts/inspect-tool.ts';
import { withMachine } from '../../scripts/lua-machines.ts';
import { Failure, toErrorData } from '../core/errors.ts';
import type { Json, JsonObject } from '../base/json.ts';
import type { CallReport } from '../core/tool.ts';
import type { LogLevel } from '../core/call.ts';
import { memoryFolders } from '../sandbox/dispatcher.test-support.ts';
import { HostCallDispatcher } from '../sandbox/host.ts';
import { GrantedHttpClient } from '../sandbox/http/granted-http-client.ts';
import type { HostServices } from '../sandbox/capabilities.ts';
import { RunSecrets } from '../sandbox/run-secrets.ts';
import { Validator } from '../sandbox/worker/validate.ts';
import type { RunRequest, ToolRunner } from '../core/ports/tool-runner.ts';

const SERVICES = {
  search: async () => [],
  get: async (id: string) => {
    throw new Failure('not_found', `document not found: ${id}`);
  },
  sources: async () => [],
  folders: memoryFolders(),
};

export const realRunner = realRunnerOver(SERVICES);

export function realRunnerOver(services: HostServices): ToolRunner {
  return {
    inspect: (source, fileName, files) => inspectWithAny(source, fileName ?? 'tool.lua', files),
    validate: async (schema, args) => new Validator().args(JSON.stringify(schema), thaw(args)),
    async run(request) {
      const report: CallReport = { outcome: { result: null }, args: {}, logs: [], milliseconds: 0 };
      try {
        report.args = new Validator().args(JSON.stringify(request.schema), thaw(givenTo(request)));
        report.outcome = { result: await execute(request, report, services) };
      } catch (error) {
        report.outcome = { error: toErrorData(error) };
      }
      return report;
    },
  };
}

async function execute(
  request: RunRequest,
  { args, logs }: CallReport,
  services: HostServices,
): Promise<Json> {
  const { name, source, limits, entry, grants, config } = request;
  const secrets = new RunSecrets([...request.secrets]);
  const signal = request.signal ?? new AbortController().signal;
  const http = new GrantedHttpClient({
    open: async () => ({ fetch: (url, init) => fetch(url, init), release: () => undefined }),
    wait: async () => undefined,
    random: () => 0.5,
    online: () => true,
    origin: () => 'http://localhost:9',
  });
  const dispatcher = new HostCallDispatcher(services, http, {
    grants,
    secrets,
    limits,
    signal,
    warn: () => undefined,
  });
  const job = {
    mode: entry,
    name,
    source,
    modules: grants.files,
    limits,
    args: JSON.stringify(args),
    config: JSON.stringify(secrets.expand(config)),
    env: JSON.stringify(secrets.env(config)),
  } as const;
  const { json, error } = await withMachine((vm) =>
    vm.run(job, {
      call: (operation, payload, bytes) => dispatcher.answer(operation, payload, bytes),
      log: (level, text) => void logs.push({ level: level as LogLevel, text }),
      progress: () => undefined,
      emit: () => undefined,
    }),
  );
  if (error) throw new Failure(error.code, error.message);
  // As on the page.
  const result = JSON.parse(secrets.redact(json)) as Json;
  if (request.returns) new Validator().result(JSON.stringify(request.returns), result);
  return result;
}

/** A connector gets its config with its arguments. */
function givenTo({ entry, args, config, secrets }: RunRequest): unknown {
  if (entry === 'tool') return args;
  return { ...new RunSecrets([...secrets]).expand(config), ...(args as JsonObject) };
}

/** Requests cross the boundary as JSON: frozen arguments arrive unfrozen. */
function thaw(args: unknown): unknown {
  return JSON.parse(JSON.stringify(args ?? null)) as unknown;
}
