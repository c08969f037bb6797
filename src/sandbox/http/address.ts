// Checks which addresses a tool may reach: an exact comparison on the canonical form that the browser itself would
// use.
import { Failure, type ErrorCode } from '../../core/errors.ts';
import { allowsPlainHttp, isHostName, isOwnNetwork } from '../../core/hosts.ts';

/** Maximum characters of an address. Servers and proxies accept about this much. */
export const MAX_ADDRESS = 8192;

/** Browsers silently strip some of these, so `https://allowed.com\n.evil.com` would not be what it looks like. */
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** A refused address. The message continues a sentence after `failed: `. */
export class AddressRefused extends Failure {
  constructor(code: ErrorCode, reason: string) {
    super(code, reason);
  }
}

/**
 * Parses and checks the address that a script asks for.
 * @param origins what `originsOf` made of the tool's grants
 * @throws AddressRefused with a reason that names the host as the browser understands it
 */
export function checkAddress(text: string, origins: readonly string[]): URL {
  if (text.length > MAX_ADDRESS) {
    throw new AddressRefused('bad_request', `the address is longer than ${MAX_ADDRESS} characters`);
  }
  if (CONTROL.test(text)) {
    throw new AddressRefused(
      'bad_request',
      'the address contains a line break or another control character; encode it as %0A or leave it out',
    );
  }
  const url = parse(text);
  if (!url) {
    throw new AddressRefused(
      'bad_request',
      'this is not a full address; write https://, the host and the path',
    );
  }
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== 'https' && scheme !== 'http') {
    throw new AddressRefused('denied', `tools may use https only, not ${scheme}:`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefused(
      'denied',
      `the address has a user name or password before the @, and its host is really ${url.host}; send them in a header`,
    );
  }
  if (!isHostName(url.hostname)) {
    throw new AddressRefused(
      'denied',
      url.hostname.endsWith('.')
        ? `the host ${url.host} ends with a dot; write it without`
        : `${url.host} is not a host name`,
    );
  }
  url.hash = '';
  if (origins.includes(url.origin)) return url;
  throw new AddressRefused('denied', notGranted(url));
}

function notGranted(url: URL): string {
  const own = isOwnNetwork(url.hostname);
  const isPlain = allowsPlainHttp(url.hostname);
  if (url.protocol === 'http:' && !isPlain) {
    return `${url.host} needs https: tools can’t use plain http there`;
  }
  const grant = isPlain && url.protocol === 'https:' && url.port === '' ? `${url.hostname}:443` : url.host;
  return own
    ? `${url.host} is in your own network or on this device, and this tool may not reach it; to allow that, add ${grant} to the hosts in the tool's settings`
    : `this tool may not reach ${url.host}; to allow it, add ${grant} to the hosts in the tool's settings`;
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
