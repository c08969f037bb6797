// When the program's own calls raise an error instead of giving something, for the reference of calls.
import type { ErrorCode } from '../core/errors.ts';

export interface Raise {
  code: ErrorCode;
  /** `the host is not granted` */
  when: string;
}

const REQUEST: readonly Raise[] = [
  { code: 'bad_request', when: 'address, method or a header cannot be sent' },
  { code: 'denied', when: 'the host is not granted, or a person says no' },
  { code: 'unavailable', when: 'nobody answers, or the server does not allow web pages to ask' },
  { code: 'timeout', when: 'the answer takes longer than timeout' },
  { code: 'too_large', when: 'the answer is larger than 10 MiB' },
  { code: 'rate_limited', when: 'the tool has made its 120 requests of the minute' },
];
const LIBRARY: Raise = { code: 'unavailable', when: 'the library does not answer' };
const OUTSIDE: Raise = { code: 'denied', when: 'the path leads out of the folder' };
const UNASKED: Raise = { code: 'denied', when: 'writing is not granted and a person says no' };
const wrong = (when: string): Raise => ({ code: 'tool_error', when });

/** By the name of a call, or of the table that it belongs to. What is not here raises nothing but for wrong arguments. */
const RAISES: Readonly<Record<string, readonly Raise[]>> = {
  'context.search': [{ code: 'bad_request', when: 'there is no such mode' }, LIBRARY],
  'context.get': [{ code: 'not_found', when: 'there is no document of this id' }, LIBRARY],
  'context.sources': [LIBRARY],
  'context.query': [{ code: 'bad_request', when: 'the SQL has an error or does more than read' }, LIBRARY],
  http: REQUEST,
  'http.token': [...REQUEST, { code: 'unavailable', when: 'the answer holds no access token' }],
  'json.parse': [wrong('the text is no JSON')],
  'json.decode': [wrong('the text is no JSON')],
  'json.encode': [wrong('the value holds a function, or itself')],
  'fs.read': [
    { code: 'not_found', when: 'there is no such file' },
    { code: 'too_large', when: 'the file is larger than an answer may be' },
    OUTSIDE,
  ],
  'fs.write': [{ code: 'denied', when: 'the text holds a secret' }, UNASKED, OUTSIDE],
  'fs.list': [OUTSIDE],
  'fs.delete': [{ code: 'not_found', when: 'there is no such file' }, UNASKED, OUTSIDE],
  'base64.decode': [wrong('the text is no Base64')],
};

export function raisesOf(call: string): readonly Raise[] {
  const [table = call] = call.split('.');
  return RAISES[call] ?? RAISES[table] ?? [];
}
