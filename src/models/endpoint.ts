// The endpoint of a model, and how its address is parsed.
import type { ModelParameters } from '../core/model-choice.ts';
import type { ModelSettings } from '../core/settings.ts';
import { QuirksByEndpoint, type EndpointQuirks } from './endpoint-quirks.ts';
import { serviceAt, type Service } from './services.ts';
import type { SilenceLimits } from './silence.ts';
import { webAddress } from '../core/ports/web-address.ts';

export interface Endpoint {
  /** Without a trailing slash, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  model: string;
  key: string | undefined;
  parameters: ModelParameters;
  service: Service;
  /** The user's own headers, which override all others. */
  headers: Readonly<Record<string, string>>;
  quirks: EndpointQuirks;
  fetch: typeof fetch;
  limits: SilenceLimits;
  /** Number of retries after a 429, a 5xx or a failed connection. */
  retries: number;
}

/** Options for reaching an endpoint. */
export interface EndpointOptions {
  fetch?: typeof fetch;
  limits?: Partial<SilenceLimits>;
  retries?: number;
  /** Known quirks of endpoints; new ones are added. */
  quirks?: QuirksByEndpoint;
}

/** Only before the first byte. Pauses last 0.5 to 8 s, or as long as the server says. */
const RETRIES = 2;

/** Milliseconds of silence after which the user is told. */
const NOTICE = 10_000;
/** A local server may first have to load a model and read a long prompt on its CPU. */
const LIMIT = { remote: 120_000, local: 300_000 } as const;

/**
 * Parses a typed base URL. A pasted request path (`/chat/completions`) is removed.
 * @throws Failure `bad_request` when it is not a web address.
 */
export function readBaseUrl(typed: string): string {
  const url = webAddress(typed);
  const path = url.pathname
    .replace(/\/(?:chat\/completions|completions|responses|models)?\/*$/, '')
    .replace(/\/+$/, '');
  return `${url.origin}${path}`;
}

export function toEndpoint(
  settings: Pick<ModelSettings, 'baseUrl' | 'model' | 'parameters' | 'headers'>,
  key: string | undefined,
  options: EndpointOptions = {},
): Endpoint {
  const baseUrl = readBaseUrl(settings.baseUrl);
  const model = settings.model.trim();
  return {
    baseUrl,
    model,
    key: key?.trim() || undefined,
    parameters: settings.parameters ?? {},
    service: serviceAt(baseUrl),
    headers: settings.headers ?? {},
    quirks: (options.quirks ?? new QuirksByEndpoint()).of(baseUrl, model),
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    limits: { notice: NOTICE, limit: isLocal(baseUrl) ? LIMIT.local : LIMIT.remote, ...options.limits },
    retries: options.retries ?? RETRIES,
  };
}

/** Returns the headers of every request: those of its service, the key, and over them the user's own. */
export function requestHeaders(
  { service, key, headers }: Endpoint,
  keyName = 'authorization',
): Record<string, string> {
  const own = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return {
    ...service.headers,
    ...(key !== undefined && { [keyName]: keyName === 'authorization' ? `Bearer ${key}` : key }),
    ...own,
  };
}

/** A redirect must not receive a key or a header value. */
export function redirectPolicy({ key, headers }: Endpoint): { redirect?: 'error' } {
  return key !== undefined || Object.keys(headers).length > 0 ? { redirect: 'error' } : {};
}

/** Tells whether a server is on this device. */
export function isLocal(baseUrl: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname);
}
