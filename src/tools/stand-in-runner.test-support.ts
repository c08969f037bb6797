// Test support: a runner without Lua in place of the sandbox. A "script" is a comment with the JSON of its `tool`
// table and its behaviour.
import { Failure } from '../core/errors.ts';
import { isObject, type Json, type JsonObject } from '../base/json.ts';
import { defaultsOf, type ObjectSchema } from '../core/schema.ts';
import { toToolSpec } from '../core/tool-spec.ts';
import type { CallReport, ToolSpec } from '../core/tool.ts';
import type { RunRequest, ToolRunner } from '../core/ports/tool-runner.ts';

/** `echo` returns the arguments, `fail` raises, `wait` runs until it is aborted. */
export type Does = 'echo' | 'fail' | 'wait';

export function script(tool: Record<string, unknown>, does: Does = 'echo', note = ''): string {
  return `--${JSON.stringify({ tool, does, note })}`;
}

export class StandInRunner implements ToolRunner {
  readonly runs: RunRequest[] = [];
  readonly validated: unknown[] = [];

  async inspect(source: string, fileName?: string): Promise<ToolSpec> {
    return toToolSpec(read(source)['tool'], fileName);
  }

  async validate(schema: ObjectSchema, args: unknown): Promise<JsonObject> {
    this.validated.push(args);
    const given = (isObject(args) ? args : {}) as JsonObject;
    for (const name of schema.required ?? []) {
      if (!(name in given)) throw new Failure('bad_request', `missing required parameter: ${name}`);
    }
    return { ...defaultsOf(schema), ...given };
  }

  async run(request: RunRequest): Promise<CallReport> {
    this.runs.push(request);
    const report = (outcome: CallReport['outcome'], args: JsonObject): CallReport => ({
      outcome,
      args,
      logs: [],
      milliseconds: 1,
    });
    let args: JsonObject = {};
    try {
      args = await this.validate(request.schema, request.args);
      request.onLog?.({ level: 'info', text: `run ${request.name}` }, 0);
      return report({ result: await perform(read(request.source)['does'], args, request) }, args);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return report({ error: error.toData() }, args);
    }
  }
}

async function perform(does: unknown, args: JsonObject, request: RunRequest): Promise<Json> {
  if (does === 'fail') throw new Failure('tool_error', `${request.name}:3: no luck`);
  if (does === 'wait') {
    await new Promise((resolve) => request.signal?.addEventListener('abort', resolve, { once: true }));
    throw new Failure('cancelled', 'stopped');
  }
  return args;
}

function read(source: string): Record<string, unknown> {
  try {
    return JSON.parse(source.slice(2)) as Record<string, unknown>;
  } catch {
    throw new Failure('bad_request', 'tool.lua:1: syntax error');
  }
}
