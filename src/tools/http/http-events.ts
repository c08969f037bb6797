// HTTP tools whose answer is a stream of server-sent events: they show each event as it comes.
import { isObject } from '../../base/json.ts';
import { luaTable } from '../../lua-language/write-lua.ts';
import type { HttpRequestSpec, HttpSpec } from './http-types.ts';
import type { LuaExpressions } from './lua-expressions.ts';

/** Tells whether a tool reads a stream of events: it says so, or it asks the server for one. */
export function readsEvents({ request, response = {} }: Pick<HttpSpec, 'request' | 'response'>): boolean {
  const { mode = 'auto' } = response;
  return mode === 'events' || ((mode === 'auto' || mode === 'text') && asksForEvents(request));
}

function asksForEvents({ headers = {}, body }: HttpRequestSpec): boolean {
  const accepts = Object.entries(headers).some(
    ([name, value]) => name.toLowerCase() === 'accept' && /text\/event-stream/i.test(String(value)),
  );
  if (accepts) return true;
  return typeof body === 'string'
    ? /"stream"\s*:\s*true\b/.test(body)
    : isObject(body) && body['stream'] === true;
}

/**
 * Returns lines that declare `events`, which collects the stream.
 * @param part an expression for the wanted part of `value`; undefined: all of it
 */
export function eventLines(
  { response = {} }: HttpSpec,
  lua: LuaExpressions,
  part: string | undefined,
): string[] {
  const options = luaTable([
    ...(part === undefined ? [] : [['part', `function(value) return ${part} end`] as [string, string]]),
    ['joined', response.mode === 'text' ? 'true' : 'false'],
  ]);
  return [`local events = ${lua.call('event_reader', 'context', options)}`];
}

/** Ends a call whose answer was such a stream. */
export const EVENTS_RESULT = 'if answer.streamed then return events.result() end';
