// Explains in a sentence why a server could not be used, and what would help. SDK errors are recognised by their
// shape.
import { Failure, isAbort } from '../core/errors.ts';
import { readQuestion } from './read-question.ts';
import { seen } from './read-tools.ts';

export interface Circumstances {
  url: URL;
  name: string;
  /** The server opened a session, and this page could read its id. */
  hasSession: boolean;
}

/** Response headers that a server needs so that a page can use it. */
export const CORS_HEADERS = {
  allow:
    'Content-Type, Accept, Authorization, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID',
  expose: 'Mcp-Session-Id, Mcp-Protocol-Version, WWW-Authenticate, Last-Event-ID',
} as const;

/** @param whyUnreachable asked when the request got no answer at all */
export async function troubleOf(
  error: unknown,
  { url, name, hasSession }: Circumstances,
  whyUnreachable: (url: URL) => Promise<string>,
): Promise<Failure> {
  const failure = causes(error).find((one): one is Failure => one instanceof Failure);
  if (failure) return failure;
  const { host } = url;
  if (isAnswer(error)) return answered(error, host);
  const status = statusOf(error);
  if (isUnauthorized(error) || status === 401) return signIn(name);
  if (status === 403) {
    return new Failure(
      'denied',
      `${host} refused the request (403): the token may lack a permission, or the server may not allow this page's origin`,
    );
  }
  if (status === 404 || status === 405) {
    return new Failure('not_found', `${host} has no MCP server at this address; it often ends in /mcp`);
  }
  if (status === 400 && !hasSession && /session/i.test(messageOf(error))) {
    return new Failure(
      'unavailable',
      `the browser does not let this page read the session that ${host} sends; the server must send “Access-Control-Expose-Headers: ${CORS_HEADERS.expose}”`,
    );
  }
  if (/redirect/i.test(messageOf(error))) {
    return new Failure('unavailable', `${host} redirects to another address; enter that address`);
  }
  if (status !== undefined && status >= 300) {
    return new Failure('unavailable', `${host} returned an error (${status}): ${said(error)}`);
  }
  if (causes(error).some((one) => isNetworkError(one)))
    return new Failure('unavailable', await whyUnreachable(url));
  if (isTimeout(error)) return new Failure('timeout', `${host} does not respond`);
  if (isAbort(error) || /abort/i.test(messageOf(error))) return new Failure('cancelled', 'stopped');
  return new Failure('unavailable', `${host} sent a response that Perilune cannot use: ${said(error)}`);
}

/** The server answered with an error. Its text is about its own work, whatever it resembles: “fetch failed”. */
function isAnswer(error: unknown): error is { code: number; data?: unknown } {
  return isRecord(error) && error['name'] === 'ProtocolError' && typeof error['code'] === 'number';
}

function answered(error: { code: number; data?: unknown }, host: string): Failure {
  const { code, data } = error;
  if (code === -32602) return new Failure('bad_request', said(error));
  if (code === -32601) return new Failure('not_found', said(error));
  if (code === -32020) {
    return new Failure('unavailable', `${host} requires arguments in headers, which a web page cannot send`);
  }
  const pages = code === -32042 ? pagesIn(data) : [];
  if (pages.length > 0) {
    return new Failure(
      'denied',
      `${host} needs you to open a page first: ${pages.join(' ')} – do that, then call the tool again`,
    );
  }
  return new Failure('unavailable', `${host} returned an error (${code}): ${said(error)}`);
}

/** The addresses of an error that asks for a person's visit (URL elicitation). */
function pagesIn(data: unknown): string[] {
  const listed = isRecord(data) && Array.isArray(data['elicitations']) ? data['elicitations'] : [];
  return listed.slice(0, 3).flatMap((one: unknown) => {
    const question = readQuestion(one);
    return question?.what.kind === 'url' ? [question.what.url] : [];
  });
}

export function signIn(name: string): Failure {
  return new Failure(
    'denied',
    `server '${name}' requires authentication; sign in or enter a token in Settings, MCP servers`,
  );
}

function causes(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (let one = error; one !== undefined && all.length < 6; one = isRecord(one) ? one['cause'] : undefined)
    all.push(one);
  return all;
}

/** Recognises the error of `fetch` without a response. */
function isNetworkError(error: unknown): boolean {
  return (
    error instanceof TypeError ||
    /failed to fetch|fetch failed|networkerror|load failed/i.test(messageOf(error))
  );
}

function isTimeout(error: unknown): boolean {
  return (
    (isRecord(error) && error['code'] === 'REQUEST_TIMEOUT') || /timed out|timeout/i.test(messageOf(error))
  );
}

function isUnauthorized(error: unknown): boolean {
  return isRecord(error) && (error['name'] === 'UnauthorizedError' || messageOf(error) === 'Unauthorized');
}

function statusOf(error: unknown): number | undefined {
  if (!isRecord(error)) return undefined;
  const { data, status } = error as { data?: { status?: unknown }; status?: unknown };
  const found = status ?? data?.status;
  return typeof found === 'number' ? found : undefined;
}

function said(error: unknown): string {
  return seen(messageOf(error), 300) || 'it does not say why';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
