// Parses messages from the app's page, and refuses those without the expected shape. Pure.
import { fromBase64 } from '../../base/base64.ts';
import { isObject } from '../../base/json.ts';
import { listOf, number, oneOf, record, text, type Shape } from '../../base/shape.ts';
import { Failure } from '../../core/errors.ts';
import { MOST_SENT, type Redirects, type ToCompanion } from '../../core/ports/companion.ts';

export interface PageRequest {
  method: string;
  url: URL;
  headers: Headers;
  body: Uint8Array<ArrayBuffer> | undefined;
  redirect: Redirects;
  origins: readonly string[] | undefined;
}

const header: Shape = (value) => Array.isArray(value) && value.length === 2 && value.every(text);
const SHAPES: Record<ToCompanion['type'], Shape> = {
  fetch: record(
    {
      id: number,
      method: text,
      url: text,
      headers: listOf(header),
      redirect: oneOf('follow', 'error', 'manual'),
    },
    { body: text, origins: listOf(text) },
  ),
  more: record({ id: number }),
  abort: record({ id: number }),
  allow: record({ origin: text }),
  collections: record({ collections: listOf(record({ id: text, name: text })) }),
  kept: record({ id: text }, { problem: text }),
  answer: record(
    { id: text, text, state: oneOf('running', 'waiting', 'done') },
    { problem: text, chat: text },
  ),
};

/** Returns undefined for anything else, including types that only later versions know. */
export function readMessage(message: unknown): ToCompanion | undefined {
  if (!isObject(message) || typeof message['type'] !== 'string') return undefined;
  const { type } = message;
  return Object.hasOwn(SHAPES, type) && SHAPES[type as ToCompanion['type']](message)
    ? (message as unknown as ToCompanion)
    : undefined;
}

const METHOD = /^[A-Z]{1,20}$/;
/** Methods that `fetch` refuses, or that would open a tunnel. */
const NEVER = ['CONNECT', 'TRACE', 'TRACK'];
const MOST_HEADERS = 100;

/** @throws Failure `bad_request`, `denied` for an address that is not on the web, `too_large` */
export function readRequest(sent: Extract<ToCompanion, { type: 'fetch' }>): PageRequest {
  const method = sent.method.toUpperCase();
  if (!METHOD.test(method) || NEVER.includes(method))
    throw new Failure('bad_request', 'the extension does not send this method');
  if (!URL.canParse(sent.url)) throw new Failure('bad_request', 'this is not an address');
  const url = new URL(sent.url);
  if (!/^https?:$/.test(url.protocol))
    throw new Failure('denied', 'the extension sends only to http and https addresses');
  if (url.username !== '' || url.password !== '')
    throw new Failure('denied', 'the address has a password in it');
  url.hash = '';
  if (sent.headers.length > MOST_HEADERS) throw new Failure('bad_request', 'there are too many headers');
  const { redirect, origins } = sent;
  return { method, url, headers: headersOf(sent.headers), body: bodyOf(sent.body), redirect, origins };
}

function headersOf(pairs: [string, string][]): Headers {
  try {
    return new Headers(pairs);
  } catch {
    throw new Failure('bad_request', 'a header is not valid');
  }
}

function bodyOf(base64: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (base64 === undefined) return undefined;
  if (base64.length > Math.ceil(MOST_SENT / 3) * 4)
    throw new Failure('too_large', `the extension sends at most ${MOST_SENT / 2 ** 20} MB`);
  try {
    return fromBase64(base64);
  } catch {
    throw new Failure('bad_request', 'the body is not valid Base64');
  }
}
