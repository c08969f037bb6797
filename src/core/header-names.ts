// Names of request headers: those that only the browser may set, and those that carry credentials. Pure.

/**
 * The forbidden request headers of Fetch, and user-agent: Chromium drops it, and other browsers send a preflight for
 * it.
 */
const BROWSERS_OWN = new Set(
  [
    'accept-charset accept-encoding access-control-request-headers access-control-request-method',
    'access-control-request-private-network connection content-length cookie cookie2 date dnt expect host keep-alive',
    'origin referer set-cookie te trailer transfer-encoding upgrade user-agent via',
    'x-http-method x-http-method-override x-method-override',
  ]
    .join(' ')
    .split(' '),
);

/** Names of headers that carry credentials. */
const SENSITIVE = /^(authorization|.*(api-?key|token|secret|password|credential|session)|.*[-_]key)$/;

/** @param name in lower case */
export function isBrowsersOwn(name: string): boolean {
  return BROWSERS_OWN.has(name) || name.startsWith('sec-') || name.startsWith('proxy-');
}

/** @param name in lower case */
export function isSensitiveHeader(name: string): boolean {
  return SENSITIVE.test(name);
}
