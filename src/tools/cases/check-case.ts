// Compares the outcome of a test run with what its case expects, and describes the differences in sentences.
import { toErrorData } from '../../core/errors.ts';
import type { Json } from '../../base/json.ts';
import { jsonDifferences } from '../../base/json-differences.ts';
import type { ObjectSchema, Schema } from '../../core/schema.ts';
import type { CaseExpectation } from '../../core/tool-case.ts';
import type { CallReport } from '../../core/tool.ts';
import type { ToolRunner } from '../../core/ports/tool-runner.ts';

/** Returns an empty list when everything is as expected. */
export async function problemsOf(
  expect: CaseExpectation,
  report: CallReport,
  runner: Pick<ToolRunner, 'validate'>,
): Promise<string[]> {
  const { outcome, logs, coverage } = report;
  const problems = outcome.error
    ? errorProblems(expect, outcome.error)
    : await resultProblems(expect, outcome.result, runner);
  const { log, lines = [] } = expect;
  if (log !== undefined && !logs.some(({ text }) => text.includes(log))) {
    const had = logs.length === 0 ? 'nothing was logged' : `there are ${logs.length} lines without it`;
    problems.push(`The log does not contain ${JSON.stringify(log)}: ${had}.`);
  }
  for (const line of lines) {
    const count = coverage?.['']?.[line];
    if (count === undefined && coverage) problems.push(`Line ${line} has no executable code.`);
    else if (!count) problems.push(`Line ${line} was not reached.`);
  }
  return problems;
}

function errorProblems(
  { error: expected }: CaseExpectation,
  actual: { code: string; message: string },
): string[] {
  if (!expected) return [`It failed: ${actual.message} (${actual.code})`];
  const problems: string[] = [];
  const { code, message, contains } = expected;
  if (code !== undefined && code !== actual.code) {
    problems.push(`It failed with ${actual.code}, expected ${code}: ${actual.message}`);
  }
  if (message !== undefined && message !== actual.message) {
    problems.push(...jsonDifferences(message, actual.message, 'error.message', false));
  }
  if (contains !== undefined)
    problems.push(...jsonDifferences(contains, actual.message, 'error.message', true));
  return problems;
}

async function resultProblems(
  { error, result, contains, schema }: CaseExpectation,
  actual: Json,
  runner: Pick<ToolRunner, 'validate'>,
): Promise<string[]> {
  if (error) {
    const how = error.code ?? error.contains ?? error.message;
    return [`It was expected to fail${how === undefined ? '' : ` with ${how}`}, but returned a result.`];
  }
  const problems: string[] = [];
  if (result !== undefined) problems.push(...jsonDifferences(result, actual, 'result', false));
  if (contains !== undefined) problems.push(...jsonDifferences(contains, actual, 'result', true));
  const misfit = schema === undefined ? undefined : await misfitOf(schema, actual, runner);
  if (misfit !== undefined) problems.push(`The result does not match the schema: ${misfit}`);
  return problems;
}

/** Schemas are compiled to code, which only the sandbox may run. */
async function misfitOf(
  schema: Schema,
  result: Json,
  runner: Pick<ToolRunner, 'validate'>,
): Promise<string | undefined> {
  const whole: ObjectSchema = { type: 'object', properties: { result: schema }, required: ['result'] };
  try {
    await runner.validate(whole, { result });
    return undefined;
  } catch (problem) {
    return toErrorData(problem).message.replace(/^parameter '(result[^']*)'/, '$1');
  }
}
