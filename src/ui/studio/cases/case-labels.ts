// Labels of cases: names for a run, line ranges, and expected next to actual. Pure.
import { shortened } from '../../../base/shortened.ts';
import { isObject, type Json, type JsonObject } from '../../../base/json.ts';
import type { Coverage } from '../../../core/coverage.ts';
import type { ToolCase } from '../../../core/tool-case.ts';
import type { ToolResult } from '../../../core/call.ts';

/** Maximum characters of a name, and of one value in it. */
const NAME_LENGTH = 60;
const VALUE_LENGTH = 24;

/** Such as `who Ada, loud true`, or `Fails: n -1`. */
export function caseName(args: JsonObject, { error }: ToolResult): string {
  const parts = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return `${name} ${shortened(text.replace(/\s+/g, ' ').trim(), VALUE_LENGTH)}`.trim();
  });
  const about = parts.length === 0 ? 'No arguments' : shortened(parts.join(', '), NAME_LENGTH);
  return error ? `Fails: ${about}` : about;
}

/** Tab label: passed of run, or else the number of cases. */
export function casesLabel(all: number, { passed, ran }: { passed: number; ran: number }): string {
  if (ran > 0) return `Cases ${passed}/${ran}`;
  return all > 0 ? `Cases ${all}` : 'Cases';
}

/** `5, 8–10` of 5, 8, 9, 10. */
export function rangesOf(lines: readonly number[]): { from: number; to: number }[] {
  const ranges: { from: number; to: number }[] = [];
  for (const line of [...lines].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && line <= last.to + 1) last.to = line;
    else ranges.push({ from: line, to: line });
  }
  return ranges;
}

export function rangeText({ from, to }: { from: number; to: number }): string {
  return from === to ? String(from) : `${from}–${to}`;
}

/** The uncovered lines of each text that has some, sorted by path. */
export function unreached(coverage: Coverage): { path: string; ranges: ReturnType<typeof rangesOf> }[] {
  return Object.keys(coverage)
    .sort()
    .flatMap((path) => {
      const counts = Object.entries(coverage[path] ?? {});
      const missed = counts.filter(([, times]) => times === 0).map(([line]) => Number(line));
      return missed.length === 0 ? [] : [{ path, ranges: rangesOf(missed) }];
    });
}

/** Parses typed lines: `5, 8`. Undefined if invalid. */
export function readLines(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter((part) => part !== '');
  const lines = parts.map(Number);
  return lines.every((line) => Number.isSafeInteger(line) && line > 0) ? lines : undefined;
}

/** A text, or multi-line JSON with sorted fields, since their order means nothing. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, sortedFields, 2);
}

/** A replacer for JSON.stringify. */
export function sortedFields(_key: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Expected and actual outcome as texts; undefined when there is nothing to compare. */
export function comparison(
  { expect }: ToolCase,
  { result, error }: ToolResult,
): { expected: string; got: string } | undefined {
  const got = error ? `${error.code}: ${error.message}` : textOf(result as Json);
  if (expect.error) {
    const { code, message, contains } = expect.error;
    const words = [code, message ?? (contains === undefined ? undefined : `… ${contains} …`)];
    const expected = words.filter((word) => word !== undefined).join(': ');
    return { expected: expected === '' ? 'A failure' : expected, got };
  }
  const wanted = expect.result ?? expect.contains ?? expect.schema;
  if (wanted !== undefined) return { expected: textOf(wanted), got };
  return error ? { expected: 'A result', got } : undefined;
}

/** Updates the case to expect the actual result; expectations about lines and log stay. */
export function accepting(testCase: ToolCase, { result, error }: ToolResult): ToolCase {
  const { lines, log } = testCase.expect;
  const rest = { ...(lines && { lines }), ...(log !== undefined && { log }) };
  const outcome = error ? { error: { code: error.code, message: error.message } } : { result };
  return { ...testCase, expect: { ...outcome, ...rest } };
}

/** The subject of a host call, in one line. */
export function callTitle(call: unknown): string {
  if (!isObject(call)) return 'host call';
  const asked = isObject(call['with']) ? call['with'] : {};
  const about = ['url', 'query', 'path', 'name', 'key'].map((key) => asked[key]).find(isText);
  const method = isText(asked['method']) ? `${asked['method']} ` : '';
  return [String(call['call'] ?? 'host call'), about === undefined ? '' : `${method}${about}`]
    .join(' ')
    .trim();
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** File name of an exported case. */
export function caseFileName(tool: string, name: string): string {
  const words = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return `${tool}${words === '' ? '' : `.${words.slice(0, 40)}`}.cases.json`;
}
