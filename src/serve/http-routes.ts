// Tools, documents and agents over HTTP, with the routes and responses of Context Harness. Each failure is `{
// "error": { "code", "message" } }` with the HTTP status of its code.
import { isObject, type JsonObject } from '../base/json.ts';
import { HTTP_STATUS } from '../core/error-codes.ts';
import { Failure, toErrorData, type ErrorCode } from '../core/errors.ts';
import { readJson } from './read-json.ts';
import { resultOf, type HttpServed } from './served.ts';

/** Programs that use HTTP make calls deliberately, like scripts of a page. */
const CALLER = { kind: 'page' } as const;

/** Seconds after which a call refused by the rate limit can be retried. */
const RETRY_AFTER = 1;

interface Route {
  method: 'GET' | 'POST';
  path: RegExp;
  answer(served: HttpServed, request: Request, name: string): Promise<unknown>;
}

const ROUTES: readonly Route[] = [
  { method: 'GET', path: /^\/health$/, answer: async ({ version }) => ({ status: 'ok', version }) },
  { method: 'GET', path: /^\/tools\/list$/, answer: async (served) => ({ tools: await toolList(served) }) },
  { method: 'GET', path: /^\/tools\/sources$/, answer: sources },
  { method: 'POST', path: /^\/tools\/([^/]+)$/, answer: callTool },
  { method: 'GET', path: /^\/agents\/list$/, answer: async (served) => ({ agents: await served.agents() }) },
  { method: 'POST', path: /^\/agents\/([^/]+)\/prompt$/, answer: promptOf },
];

/** Never rejects. The signal of the request aborts the call. */
export async function answerHttp(served: HttpServed, request: Request): Promise<Response> {
  try {
    const { pathname } = new URL(request.url);
    const here = ROUTES.filter(({ path }) => path.test(pathname));
    const route = here.find(({ method }) => method === request.method);
    if (route) {
      const [, name = ''] = route.path.exec(pathname) ?? [];
      return Response.json(await route.answer(served, request, decoded(name)));
    }
    const [other] = here;
    if (other)
      return refusal(405, 'bad_request', `${pathname} answers ${other.method}, not ${request.method}`, {
        allow: other.method,
      });
    throw new Failure('not_found', `there is nothing at ${request.method} ${pathname}`);
  } catch (problem) {
    const { code, message, details } = toErrorData(problem);
    return failed(code, message, details);
  }
}

/** Returns the refusal of a request before anything was called. */
export function refusal(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: { code, message } }, { status, headers });
}

function failed(code: ErrorCode, message: string, details: unknown): Response {
  const error = { code, message, ...(details !== undefined && { details }) };
  return Response.json(
    { error },
    {
      status: HTTP_STATUS[code],
      headers: code === 'rate_limited' ? { 'retry-after': String(retryAfter(details)) } : {},
    },
  );
}

function retryAfter(details: unknown): number {
  const seconds = isObject(details) ? details['retry_after'] : undefined;
  return typeof seconds === 'number' ? Math.ceil(seconds) : RETRY_AFTER;
}

async function toolList(served: HttpServed): Promise<object[]> {
  const tools = await served.tools();
  return tools.map(({ name, description, builtin, parameters }) => ({
    name,
    description,
    builtin,
    parameters,
  }));
}

async function callTool(served: HttpServed, request: Request, name: string): Promise<unknown> {
  const args = await readJson(request);
  const report = await served.call(name, args, { caller: CALLER, signal: request.signal });
  const { error } = report.outcome;
  if (error) throw new Failure(error.code, error.message, error.details);
  return { result: resultOf(report) };
}

/** The documentation of Context Harness names the sources directly, its tools wrap them: this response fits both. */
async function sources(served: HttpServed, request: Request): Promise<unknown> {
  const report = await served.call('sources', {}, { caller: CALLER, signal: request.signal });
  const { error } = report.outcome;
  if (error) throw new Failure(error.code, error.message, error.details);
  const result = resultOf(report) as JsonObject;
  return { ...result, result };
}

/** The arguments are top-level fields of the body, or in `arguments` as its specification says. */
async function promptOf(served: HttpServed, request: Request, name: string): Promise<unknown> {
  const given = await readJson(request);
  const body = isObject(given) ? (given as JsonObject) : {};
  const { arguments: nested } = body;
  const args = isObject(nested) ? (nested as JsonObject) : body;
  return served.prompt(name, args, request.signal);
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
