// Reads, records and runs the test cases of tools. No person is asked, and nothing leaves the sandbox.
import { addCoverage, type Coverage } from '../../core/coverage.ts';
import { Failure } from '../../core/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { CASES_FILE, type ToolCase } from '../../core/tool-case.ts';
import { isCompiled } from '../../core/tool-kinds.ts';
import { limitsOf, type CallReport, type Tool } from '../../core/tool.ts';
import { noGrants } from '../../core/ports/no-grants.ts';
import { compile, kindOf, readData } from '../runnable.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';
import { problemsOf } from './check-case.ts';
import { readCases, writeCases } from './read-cases.ts';
import { freeCaseName, recordCase } from './record-case.ts';

export interface CasesDeps {
  runner: Pick<ToolRunner, 'run' | 'validate' | 'inspect'>;
  /** Needed only for test cases of installed tools. */
  tools?: { get(reference: string): Tool | undefined };
}

/** The tool under test: its texts, saved or not. */
export interface CaseSubject {
  name: string;
  /** Lua, or the JSON of a request or a flow. */
  source: string;
  /** Its other texts, by path. */
  files: Readonly<Record<string, string>>;
  /** Its settings, unless a test case has its own. */
  config?: JsonObject;
  limits?: Tool['limits'];
}

export interface CaseResult {
  name: string;
  passed: boolean;
  /** Differences from the expectation, in sentences. */
  problems: string[];
  milliseconds: number;
  report: CallReport;
}

export interface CasesReport {
  results: CaseResult[];
  /** Of all test cases together. */
  coverage: Coverage;
}

export interface CasesRunOptions {
  /** Run only these. */
  names?: readonly string[];
  signal?: AbortSignal;
  onResult?(result: CaseResult): void;
}

export class Cases {
  readonly #deps: CasesDeps;

  /** Reads the text of a `cases.json`. */
  readonly read = readCases;
  readonly write = writeCases;
  readonly record = recordCase;
  readonly freeCaseName = freeCaseName;

  constructor(deps: CasesDeps) {
    this.#deps = deps;
  }

  /** @throws Failure `not_found`, `bad_request` */
  of(reference: string): ToolCase[] {
    return readCases(this.#tool(reference).files[CASES_FILE] ?? '');
  }

  /**
   * Runs test cases of an installed tool: those of its file unless others are given.
   * @throws Failure `not_found`, also for an unknown case name; `bad_request`
   */
  async runOf(reference: string, options: CasesRunOptions = {}): Promise<CasesReport> {
    const { name, source, files, config, limits } = this.#tool(reference);
    return this.run({ name, source, files, config, limits }, this.of(reference), options);
  }

  /**
   * Runs them one after another. Never rejects because of a test case or its tool.
   * @throws Failure `bad_request` or `timeout` when the texts are not a tool, `not_found` for an unknown case name
   */
  async run(
    subject: CaseSubject,
    cases: readonly ToolCase[],
    options: CasesRunOptions = {},
  ): Promise<CasesReport> {
    const { names, signal, onResult } = options;
    const unknown = names?.find((wanted) => !cases.some(({ name }) => name === wanted));
    if (unknown !== undefined) throw new Failure('not_found', `no case is called '${unknown}'`);
    const chosen = cases.filter(({ name }) => names?.includes(name) ?? true);
    const results: CaseResult[] = [];
    let coverage: Coverage = {};
    if (chosen.length === 0) return { results, coverage };
    const prepared = await this.#prepare(subject);
    for (const testCase of chosen) {
      signal?.throwIfAborted();
      const result = await this.#runCase(prepared, testCase, signal);
      results.push(result);
      coverage = addCoverage(coverage, result.report.coverage ?? {});
      onResult?.(result);
    }
    return { results, coverage };
  }

  async #prepare(subject: CaseSubject): Promise<Prepared> {
    const { source, files, name } = subject;
    const kind = kindOf(source);
    const fileName = `${name}.${kind === 'lua' ? 'lua' : 'json'}`;
    const spec =
      kind === 'lua'
        ? await this.#deps.runner.inspect(source, fileName, files)
        : await readData(kind, source, fileName);
    const limits = limitsOf({ spec, limits: subject.limits ?? {} });
    return { subject, spec, limits, script: await compile(kind, source, fileName) };
  }

  async #runCase(prepared: Prepared, testCase: ToolCase, signal?: AbortSignal): Promise<CaseResult> {
    const { subject, spec, limits, script } = prepared;
    const { host, chances, secrets, args, config = subject.config ?? {}, expect, name } = testCase;
    const report = await this.#deps.runner.run({
      key: `case:${subject.name}`,
      entry: spec.kind === 'connector' ? 'connector' : 'tool',
      name: spec.name,
      source: script,
      compiled: isCompiled(kindOf(subject.source)),
      schema: spec.parameters,
      ...(spec.returns && { returns: spec.returns }),
      args,
      config,
      secrets: [],
      limits,
      grants: noGrants({ files: subject.files }),
      answers: { ...(host && { host }), ...(chances && { chances }), ...(secrets && { secrets }) },
      coverage: true,
      ...(signal && { signal }),
    });
    const problems = await problemsOf(expect, report, this.#deps.runner);
    return { name, passed: problems.length === 0, problems, milliseconds: report.milliseconds, report };
  }

  #tool(reference: string): Tool {
    const tool = this.#deps.tools?.get(reference);
    if (!tool) throw new Failure('not_found', `no tool registered with name: ${reference}`);
    if (tool.kind === 'builtin') throw new Failure('bad_request', 'a built-in tool has no cases');
    return tool;
  }
}

interface Prepared {
  subject: CaseSubject;
  spec: Tool['spec'];
  limits: ReturnType<typeof limitsOf>;
  script: string;
}
