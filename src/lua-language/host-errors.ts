// When the program's own calls raise an error instead of returning a value, for the reference.
import type { ErrorCode } from '../core/errors.ts';

export interface Raise {
  code: ErrorCode;
  /** `the host is not granted` */
  when: string;
}

const REQUEST: readonly Raise[] = [
  { code: 'bad_request', when: 'the URL, the method or a header is invalid' },
  { code: 'denied', when: 'the host is not granted, or the request is not approved' },
  { code: 'unavailable', when: 'the server can’t be reached or does not allow web pages (CORS)' },
  { code: 'timeout', when: 'the response takes longer than timeout' },
  { code: 'too_large', when: 'the response is larger than 10 MiB' },
  { code: 'rate_limited', when: 'the tool has made 120 requests in a minute' },
];
const LIBRARY: Raise = { code: 'unavailable', when: 'the library is not available' };
const OUTSIDE: Raise = { code: 'denied', when: 'the path leads out of the folder' };
const UNASKED: Raise = { code: 'denied', when: 'writing is neither granted nor approved' };
const wrong = (when: string): Raise => ({ code: 'tool_error', when });

/** By the name of a call, or of its table. Other calls raise errors only for wrong arguments. */
const RAISES: Readonly<Record<string, readonly Raise[]>> = {
  'context.search': [{ code: 'bad_request', when: 'the mode is unknown' }, LIBRARY],
  'context.get': [{ code: 'not_found', when: 'no document has this id' }, LIBRARY],
  'context.sources': [LIBRARY],
  'context.query': [{ code: 'bad_request', when: 'the SQL has an error or does more than read' }, LIBRARY],
  http: REQUEST,
  'http.token': [...REQUEST, { code: 'unavailable', when: 'the response contains no access token' }],
  'html.markdown': [
    { code: 'bad_request', when: 'it is not a page, or the page has no text' },
    { code: 'timeout', when: 'reading it takes longer than 15 seconds' },
  ],
  'json.parse': [wrong('the text is not valid JSON')],
  'json.decode': [wrong('the text is not valid JSON')],
  'json.encode': [wrong('the value contains a function or itself')],
  'fs.read': [
    { code: 'not_found', when: 'the file does not exist' },
    { code: 'too_large', when: 'the file is larger than the response limit' },
    OUTSIDE,
  ],
  'fs.write': [{ code: 'denied', when: 'the text contains a secret' }, UNASKED, OUTSIDE],
  'fs.list': [OUTSIDE],
  'fs.search': [{ code: 'bad_request', when: 'the text is empty' }, OUTSIDE],
  'fs.patch': [
    { code: 'conflict', when: 'the diff does not fit the file' },
    { code: 'bad_request', when: 'it is not a unified diff of this file' },
    UNASKED,
    OUTSIDE,
  ],
  'fs.delete': [{ code: 'not_found', when: 'the file does not exist' }, UNASKED, OUTSIDE],
  'base64.decode': [wrong('the text is not valid Base64')],
};

export function raisesOf(call: string): readonly Raise[] {
  const [table = call] = call.split('.');
  return RAISES[call] ?? RAISES[table] ?? [];
}
