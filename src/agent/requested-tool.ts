// The tool that a question asks for: by its name, or because it is a sum, a date or a conversion. Pure.
import type { JsonObject } from '../base/json.ts';
import type { ComputedQuestion } from '../core/ports/tables.ts';
import type { ToolInfo } from '../core/tool.ts';
import { arithmeticIn } from './arithmetic.ts';
import { conversionIn } from './unit-questions.ts';
import { datesIn } from './date-questions.ts';
import { expressionParameterOf, guessArguments, saidArguments } from './offer-tools.ts';

export interface RequestedTool {
  name: string;
  description: string;
  args: JsonObject;
  /** It may run without asking: nothing leaves the device, and all its arguments were stated. */
  runs: boolean;
  /** The question is for this tool alone, so there is nothing to look up. */
  isWhole: boolean;
  /** The document that it computes with. */
  source?: { id: string; title: string; source: string; source_id: string };
  /** The part of a table that it asks for. */
  computes?: Pick<ComputedQuestion, 'of' | 'where' | 'rows' | 'list' | 'columns' | 'hasCents' | 'lacks'>;
}

/** Bundled tools whose questions are recognised by their form. */
export const DATES = 'date_calculator';
const UNITS = 'unit_converter';
/** “Use”, “run”: before a tool's name they make it a request. */
const REQUEST =
  /^(?:please )?(?:can you |could you )?(?:use|run|call|try|start|execute|ask|open)(?: the| my)?(?: tool)? /i;
const LONGEST = 10_000;

/** @param today ISO 8601 date in the caller's zone */
export function requestedTool(
  question: string,
  tools: readonly ToolInfo[],
  today: string,
): RequestedTool | undefined {
  if (question.length > LONGEST) return undefined;
  const usable = tools.filter(
    ({ builtin, kind, enabled, policy, userCallable, problem }) =>
      !builtin &&
      kind !== 'connector' &&
      enabled &&
      policy !== 'deny' &&
      userCallable &&
      problem === undefined,
  );
  const named = namedTool(question, usable);
  if (named) return named;
  const make = (tool: ToolInfo | undefined, args: JsonObject | undefined): RequestedTool | undefined =>
    tool && args && asked(tool, args, true);
  const expression = arithmeticIn(question);
  if (expression !== undefined) {
    const tool = usable.find((one) => expressionParameterOf(one) !== undefined);
    const parameter = tool && expressionParameterOf(tool);
    return make(tool, parameter === undefined ? undefined : { [parameter]: expression });
  }
  const bundled = (name: string): ToolInfo | undefined =>
    usable.find((tool) => tool.name === name && tool.origin === 'bundled');
  return make(bundled(DATES), datesIn(question, today)) ?? make(bundled(UNITS), conversionIn(question));
}

/** Finds `use text_analysis on “…”`, `json formatter: {…}`: a name of two or more words, or one after a request word. */
function namedTool(question: string, tools: readonly ToolInfo[]): RequestedTool | undefined {
  const isRequest = REQUEST.test(question);
  const rest = question.replace(REQUEST, '').toLowerCase();
  for (const tool of [...tools].sort((a, b) => b.name.length - a.name.length)) {
    const spoken = tool.name.toLowerCase().replace(/[_-]+/g, ' ');
    const name = [tool.name.toLowerCase(), spoken].find(
      (one) => rest.startsWith(one) && !/[\p{L}\p{N}_]/u.test(rest[one.length] ?? ''),
    );
    if (name === undefined) continue;
    const after = rest.slice(name.length);
    const sum = sumFor(tool, after);
    if (sum) return asked(tool, sum, true);
    const isDirect = /^(?: tool)?\s*(?:$|[:(,]|["“'`{[])/.test(after);
    if (!isRequest && !isDirect) continue;
    const said = saidArguments(question.slice(question.toLowerCase().indexOf(name) + name.length), tool);
    return asked(tool, said ?? guessArguments(question, tool), true, said !== undefined);
  }
  return undefined;
}

/** `calculator 2 + 3`: arithmetic and nothing else after the name. */
function sumFor(tool: ToolInfo, after: string): JsonObject | undefined {
  const parameter = expressionParameterOf(tool);
  const expression = arithmeticIn(after.replace(/^ (?:for|with|on) /, ' '));
  return parameter === undefined || expression === undefined ? undefined : { [parameter]: expression };
}

function asked(tool: ToolInfo, args: JsonObject, isWhole: boolean, isSaid = true): RequestedTool {
  const { name, description } = tool;
  return { name, description, args, runs: isSaid && staysHere(tool), isWhole };
}

/**
 * Tells whether a tool sends nothing: a script that is allowed and has no hosts. Calls to other tools are refused:
 * see `only` of a call. Write permission does not matter: it covers the tool's own folder, and `allow` grants it too.
 */
function staysHere({ kind, policy, hosts }: ToolInfo): boolean {
  return kind === 'lua' && policy === 'allow' && hosts.length === 0;
}
