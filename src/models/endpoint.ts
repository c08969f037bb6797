// Where a model is reached, and how its address is read.
import { Failure } from '../core/errors.ts';
import type { ModelParameters } from '../core/model-choice.ts';
import type { ModelSettings } from '../core/settings.ts';
import { QuirksByEndpoint, type EndpointQuirks } from './endpoint-quirks.ts';
import { serviceAt, type Service } from './services.ts';
import type { SilenceLimits } from './silence.ts';

export interface Endpoint {
  /** Without a slash at its end, such as `https://api.openai.com/v1`. */
  baseUrl: string;
  model: string;
  key: string | undefined;
  parameters: ModelParameters;
  service: Service;
  /** The user's own, above all others. */
  headers: Readonly<Record<string, string>>;
  quirks: EndpointQuirks;
  fetch: typeof fetch;
  limits: SilenceLimits;
  /** More tries after a 429, a 5xx or a failed connection. */
  retries: number;
}

/** What may be said of how an endpoint is reached. */
export interface EndpointOptions {
  fetch?: typeof fetch;
  limits?: Partial<SilenceLimits>;
  retries?: number;
  /** What is already known of endpoints, and where more is written down. */
  quirks?: QuirksByEndpoint;
}

/** Before the first byte only; the SDK backs off 0.5 to 8 s, or as long as the server says. */
const RETRIES = 2;

/** A person starts to wonder after some ten seconds. */
const NOTICE = 10_000;
/** A server on this device may first have to load a model and read a long prompt on its CPU. */
const LIMIT = { remote: 120_000, local: 300_000 } as const;

/**
 * Reads what a person typed as a base URL. A pasted path of one request (`/chat/completions`) is dropped.
 * @throws Failure `bad_request` when it is no web address.
 */
export function readBaseUrl(typed: string): string {
  const text = typed.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Failure(
      'bad_request',
      `“${text}” is not a web address. It should look like https://api.openai.com/v1 or http://localhost:11434/v1.`,
    );
  }
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

/** What every request to the endpoint carries: what its service wants, the key, and above them the user's own headers. */
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

/** A key, or what a header holds, is not carried on to where a server points. */
export function redirectPolicy({ key, headers }: Endpoint): { redirect?: 'error' } {
  return key !== undefined || Object.keys(headers).length > 0 ? { redirect: 'error' } : {};
}

/** True for a server on this very device. */
export function isLocal(baseUrl: string): boolean {
  return /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\]|0\.0\.0\.0)$/.test(new URL(baseUrl).hostname);
}
