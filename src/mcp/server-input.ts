// Checks what a person enters about a server.
import { Failure } from '../core/errors.ts';
import { isSafeForSecrets } from '../core/hosts.ts';
import type { McpServer } from '../core/mcp-server.ts';
import { SERVER_NAME } from '../core/mcp-tool.ts';

export interface ServerInput {
  name: string;
  url: string;
  auth: McpServer['auth'];
  /** With `bearer`. Absent keeps the stored one. */
  token?: string;
  /** With `headers`: values by name. A name without a value keeps the stored one. */
  headers?: Record<string, string>;
  /** With `oauth`, if the server's operator issued one. */
  clientId?: string;
}

const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,64}$/;
/** Headers set by the browser or the protocol. */
const RESERVED =
  /^(host|content-|accept|cookie|origin|referer|connection|mcp-|last-event-id|transfer-|sec-|proxy-)/i;

/** @throws Failure `bad_request` that says what to change. */
export function checkInput(given: ServerInput, others: readonly Pick<McpServer, 'name'>[]): ServerInput {
  const name = given.name.trim();
  if (!SERVER_NAME.test(name)) {
    throw new Failure(
      'bad_request',
      'The name prefixes its tool names. Use up to 24 letters, digits and single underscores, starting with a letter.',
    );
  }
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
    throw new Failure('bad_request', `A server called ${name} already exists. Choose another name.`);
  }
  const headers = given.headers ?? {};
  for (const [header, value] of Object.entries(headers)) {
    if (!HEADER_NAME.test(header) || RESERVED.test(header)) {
      throw new Failure(
        'bad_request',
        `${header || 'A header without a name'} cannot be used as a custom header.`,
      );
    }
    // eslint-disable-next-line no-control-regex -- a header has one line
    if (/[\u0000-\u001f\u007f]|[^\u0000-\u00ff]/.test(value)) {
      throw new Failure('bad_request', `The value of ${header} must be one line of plain characters.`);
    }
  }
  // eslint-disable-next-line no-control-regex -- as above
  if (given.token !== undefined && /[\u0000-\u0020\u007f]|[^\u0000-\u007f]/.test(given.token.trim())) {
    throw new Failure('bad_request', 'A token has no spaces. Copy it again.');
  }
  return {
    ...given,
    name,
    url: checkAddress(given.url),
    ...(given.token !== undefined && { token: given.token.trim() }),
  };
}

function checkAddress(text: string): string {
  const address = text.trim();
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
    throw new Failure(
      'bad_request',
      'Enter the full address of the server, such as https://example.com/mcp.',
    );
  }
  const url = new URL(address);
  if (url.username !== '' || url.password !== '') {
    throw new Failure('bad_request', 'Don’t put a password in the address. Use a token or custom headers.');
  }
  if (!isSafeForSecrets(url)) {
    throw new Failure(
      'bad_request',
      `Use https://${url.host}: anyone on the network path could read and change http traffic.`,
    );
  }
  url.hash = '';
  return url.href;
}
