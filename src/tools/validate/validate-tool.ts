// Validates the text of a tool without installing or calling it: errors keep it from working, warnings are about
// surprises.
import { Failure, type ErrorCode } from '../../core/errors.ts';
import type { Finding, SyntaxProblem, Validation } from '../../core/finding.ts';
import { isObject, type JsonObject } from '../../base/json.ts';
import type { ToolSpec } from '../../core/tool.ts';
import type { Policy } from '../../core/tool-kinds.ts';
import { luaCode } from '../../lua-language/lua-tokens.ts';
import { treeOf } from '../../lua-language/scopes.ts';
import { argumentFindings } from './argument-findings.ts';
import { callFindings } from './call-findings.ts';
import { jsonProblem } from './json-place.ts';
import {
  hostFindings,
  moduleFindings,
  secretFindings,
  toolFindings,
  writeFindings,
  type Given,
} from './need-findings.ts';
import { scopeFindings } from './scope-findings.ts';
import { ScriptNames } from './script-names.ts';
import {
  approvalFindings,
  defaultFindings,
  identityFindings,
  isNamed,
  nameFindings,
  parameterFindings,
  parameterPlace,
} from './spec-findings.ts';

/** Maximum findings of each kind: more than a person fixes at once. */
const MAX_FINDINGS = 200;

export interface ValidateInput {
  source: string;
  kind: 'lua' | 'connector' | 'http' | 'flow';
  /** `weather.lua`: names the text in findings, and the tool when it doesn't name itself. */
  fileName: string;
  /** Its other text files, by path. */
  files?: Readonly<Record<string, string>>;
  /** The installed tool, or the one that gets it as a new version: that tool's grants count. */
  tool?: { hosts: readonly string[]; writes: boolean; config: JsonObject; policy: Policy };
}

export interface ValidateDeps {
  /** Returns Lua's errors by path, without running anything. */
  compile(sources: Record<string, string>): Promise<SyntaxProblem[]>;
  /**
   * Runs the script in the sandbox as far as its metadata. In a Failure, `details.about` is `schema` when a schema is
   * at fault.
   */
  inspect(source: string, fileName: string, files: Readonly<Record<string, string>>): Promise<ToolSpec>;
  /** Returns what a declarative tool declares. */
  readData(kind: 'http' | 'flow', source: string, fileName: string): Promise<ToolSpec>;
  /** Returns the script that it compiles to. */
  toScript(kind: 'http' | 'flow', source: string, fileName: string): Promise<string>;
  /** Returns the names by which scripts can call other tools. */
  knownTools(): readonly string[];
  secretNames(): Promise<readonly string[]>;
}

/** Failures of the sandbox that are no finding about the script. */
const NOT_ITS_FAULT: ReadonlySet<ErrorCode> = new Set(['unavailable', 'sandbox_crashed', 'cancelled']);

/** @throws Failure `unavailable`, `sandbox_crashed` or `cancelled` when the sandbox could not check it */
export async function validateTool(input: ValidateInput, deps: ValidateDeps): Promise<Validation> {
  const { kind, tool } = input;
  const given: Given = {
    hosts: tool?.hosts ?? [],
    writes: tool?.writes ?? false,
    config: tool?.config ?? {},
    secrets: await deps.secretNames(),
    tools: deps.knownTools(),
  };
  const { errors, warnings } =
    kind === 'http' || kind === 'flow'
      ? await validateData({ ...input, kind }, given, deps)
      : await validateLua(input, given, deps);
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, MAX_FINDINGS),
    warnings: warnings.slice(0, MAX_FINDINGS),
  };
}

type Found = Omit<Validation, 'valid'>;

async function validateLua(input: ValidateInput, given: Given, deps: ValidateDeps): Promise<Found> {
  const { source, fileName, files = {} } = input;
  const modules = Object.entries(files).filter(([path]) => path.endsWith('.lua'));
  const problems = await deps.compile({ ...Object.fromEntries(modules), [fileName]: source });
  const errors: Finding[] = problems.map((problem) => ({ code: 'syntax', ...problem }));
  const parsed = [[fileName, source] as const, ...modules].map(([path, text]) => ({
    path,
    tree: treeOf(text),
  }));
  const scripts = parsed.map(({ path, tree }) => new ScriptNames(path, tree.code));
  const main = scripts[0] as ScriptNames;
  // A script that doesn't compile has no declaration; the error was reported already.
  const spec =
    errors.length > 0 ? undefined : await orFinding(deps.inspect(source, fileName, files), errors, main);
  if (spec) errors.push(...defaultFindings(spec, main));
  const warnings: Finding[] = [];
  const assigned = new Set(scripts.flatMap((script) => [...script.assigned]));
  for (const script of scripts) {
    warnings.push(
      ...callFindings(script, assigned),
      ...toolFindings(script, withSelf(given, spec)),
      ...writeFindings(script, given),
    );
    // Under pcall, a script may test for a module.
    const guarded = script.code.some(({ text }) => text === 'pcall' || text === 'xpcall');
    (guarded ? warnings : errors).push(...moduleFindings(script, files));
  }
  // Names and arguments are checked only in files that Lua can parse.
  const broken = new Set(problems.map(({ file }) => file));
  const trees = new Map(
    parsed.filter(({ path }) => !broken.has(path)).map(({ path, tree }) => [path, tree] as const),
  );
  const told = new Set(warnings.map(({ file, line, column }) => `${file}:${line}:${column}`));
  if (broken.size === 0) warnings.push(...scopeFindings(trees, told));
  for (const [path, tree] of trees) warnings.push(...argumentFindings(path, tree, assigned));
  warnings.push(...hostFindings(scripts, spec, given), ...secretFindings(scripts, spec, given));
  if (spec) {
    warnings.push(
      ...parameterFindings(spec, scripts),
      ...identityFindings(spec, isNamed(source, spec.name, fileName)),
      ...nameFindings(spec, fileName),
      ...approvalFindings(spec, main, input.tool?.policy),
    );
  }
  return { errors, warnings };
}

async function validateData(
  input: ValidateInput & { kind: 'http' | 'flow' },
  given: Given,
  deps: ValidateDeps,
): Promise<Found> {
  const { kind, source, fileName } = input;
  const broken = jsonProblem(source, fileName);
  if (broken) return { errors: [{ code: 'syntax', ...broken }], warnings: [] };
  const errors: Finding[] = [];
  const told = await orFinding(deps.readData(kind, source, fileName), errors);
  const script = told && (await orFinding(deps.toScript(kind, source, fileName), errors));
  if (!told || script === undefined) return { errors, warnings: [] };
  const spec = await orFinding(deps.inspect(script, fileName, {}), errors);
  errors.push(...defaultFindings(told, undefined));
  // Places in a generated script mean nothing to its author.
  const compiled = new ScriptNames(fileName, luaCode(script));
  const needs = [
    ...toolFindings(compiled, withSelf(given, told)),
    ...hostFindings([compiled], spec ?? told, given),
    ...secretFindings([compiled], told, given),
  ].map(({ code, message }): Finding => ({ code, message }));
  const about = [
    ...parameterFindings(told, []),
    ...identityFindings(told, true),
    ...nameFindings(told, fileName),
    ...approvalFindings(told, undefined, input.tool?.policy),
  ];
  return { errors, warnings: [...needs, ...about] };
}

function withSelf(given: Given, spec: ToolSpec | undefined): Given {
  return spec ? { ...given, tools: [...given.tools, spec.name] } : given;
}

/** Turns a Failure into an error at the line or the parameter that it names. */
async function orFinding<T>(work: Promise<T>, errors: Finding[], main?: ScriptNames): Promise<T | undefined> {
  try {
    return await work;
  } catch (problem) {
    if (!(problem instanceof Failure) || NOT_ITS_FAULT.has(problem.code)) throw problem;
    const { details, message } = problem;
    const code = isObject(details) && details['about'] === 'schema' ? 'schema' : 'metadata';
    errors.push({ code, message, ...(main && placeOfMessage(message, main)) });
    return undefined;
  }
}

/** Finds the place in `weather.lua:12: …`, or in a message that names a parameter. */
function placeOfMessage(message: string, main: ScriptNames): Partial<Finding> | undefined {
  const start = `${main.file}:`;
  const line = message.startsWith(start) ? Number(/^\d+(?=: )/.exec(message.slice(start.length))?.[0]) : NaN;
  if (line > 0) {
    const first = main.code.findIndex((token) => token.line === line);
    const last = main.code.findLastIndex((token) => token.endLine === line);
    return first >= 0 && last >= first ? main.placeOf(first, last) : { file: main.file, line, column: 1 };
  }
  const name = /^parameters, ([\w-]+)|parameter '([^'.[]+)/.exec(message);
  return name ? parameterPlace(main, (name[1] ?? name[2]) as string) : undefined;
}
