// For the cases of bundled tools: a real web server that imitates the parts of Jira, GitHub, Slack, webhooks and
// Open-Meteo that the tools use, with their errors and CORS rules, and records requests.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SEARCH_SERVICES } from './case-search-services.ts';

export interface Arrived {
  method: string;
  /** With the query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Replaces the next responses, to simulate failures. */
export interface Instead {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** Number of responses; default 1. */
  times?: number;
}

export interface CaseServer {
  /** `localhost:PORT` */
  host: string;
  origin: string;
  /** Without preflights, in order. */
  arrived: Arrived[];
  /** Replacement responses, consumed from the front. */
  instead: Instead[];
  stop(): Promise<void>;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string | Buffer;
}

export interface Service {
  path: RegExp;
  /** Header names the service allows web pages to send, beyond the safelisted ones. */
  allows: string;
  answer(request: Arrived, match: RegExpExecArray): Reply;
}

/** The credentials that the services accept. */
export const LOGIN = {
  jira: 'me@example.com:jira-token-1',
  github: 'github-token-1',
  slack: 'xoxb-slack-token-1',
  webhook: 'webhook-key-1',
} as const;

const SERVICES: Service[] = [
  {
    path: /^\/jira\/rest\/api\/([23])\/issue$/,
    allows: 'authorization, content-type, x-atlassian-token',
    answer: createTicket,
  },
  {
    // The headers that GitHub documents for web pages, without its own version header.
    path: /^\/github\/repos\/([^/]+)\/([^/]+)\/issues$/,
    allows: 'authorization, content-type, if-match, if-modified-since, if-none-match, x-requested-with',
    answer: createIssue,
  },
  { path: /^\/slack\/chat\.postMessage$/, allows: '', answer: postMessage },
  { path: /^\/services\/(.+)$/, allows: '', answer: takeNotice },
  {
    path: /^\/hook\/(open|signed)$/,
    allows: 'content-type, idempotency-key, x-signature-256, x-build',
    answer: takeHook,
  },
  { path: /^\/weather\/v1\/search$/, allows: '', answer: findPlace },
  { path: /^\/weather\/v1\/forecast$/, allows: '', answer: forecast },
  { path: /^\/pages\/(\w+)$/, allows: '', answer: page },
  ...SEARCH_SERVICES,
];

function createTicket({ headers, body }: Arrived, [, version]: RegExpExecArray): Reply {
  const login = Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString();
  if (login !== LOGIN.jira)
    return { status: 401, text: 'Client must be authenticated to access this resource.' };
  if (headers['x-atlassian-token'] !== 'no-check') return { status: 403, text: 'XSRF check failed' };
  const { fields } = JSON.parse(body) as { fields: Record<string, unknown> };
  const errors: Record<string, string> = {};
  if ((fields['project'] as { key: string }).key !== 'ENG') errors['project'] = 'valid project is required';
  if (!['Task', 'Bug'].includes((fields['issuetype'] as { name: string }).name)) {
    errors['issuetype'] = 'The issue type selected is invalid.';
  }
  const labels = fields['labels'] ?? [];
  if (!Array.isArray(labels)) errors['labels'] = 'data was not an array';
  else if (labels.some((label) => String(label).includes(' ')))
    errors['labels'] = 'The label contains spaces which is invalid.';
  const { description } = fields;
  const isDocument = (description as { type?: string; content?: unknown } | null)?.type === 'doc';
  if (isDocument !== (version === '3'))
    errors['description'] = 'Operation value must be an Atlassian Document';
  if (Object.keys(errors).length > 0) return { status: 400, json: { errorMessages: [], errors } };
  return { status: 201, json: { id: '10007', key: 'ENG-7', self: '/rest/api/3/issue/10007' } };
}

function createIssue({ headers, body }: Arrived, [, owner, repo]: RegExpExecArray): Reply {
  if (headers.authorization !== `Bearer ${LOGIN.github}`)
    return { status: 401, json: { message: 'Bad credentials' } };
  if (`${owner}/${repo}` !== 'ada/engine') return { status: 404, json: { message: 'Not Found' } };
  const { labels, assignees } = JSON.parse(body) as Record<string, unknown>;
  if (!Array.isArray(labels) || !Array.isArray(assignees)) {
    return { status: 422, json: { message: "For 'properties/labels', {} is not an array." } };
  }
  if (assignees.includes('nobody')) {
    const errors = [{ resource: 'Issue', field: 'assignees', code: 'invalid' }];
    return { status: 422, json: { message: 'Validation Failed', errors } };
  }
  return { status: 201, json: { number: 42, html_url: 'https://github.com/ada/engine/issues/42' } };
}

function postMessage({ headers, body }: Arrived): Reply {
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    return { json: { ok: false, error: 'invalid_form_data' } };
  const form = new URLSearchParams(body);
  if (form.get('token') !== LOGIN.slack) return { json: { ok: false, error: 'invalid_auth' } };
  if (!['C01', '#general'].includes(form.get('channel') ?? ''))
    return { json: { ok: false, error: 'channel_not_found' } };
  return { json: { ok: true, channel: 'C01', ts: '1700000000.000100', message: { text: form.get('text') } } };
}

function takeNotice({ body }: Arrived, [, path]: RegExpExecArray): Reply {
  if (path !== 'T01/B01/hook-secret-1') return { status: 404, text: 'no_service' };
  const payload = new URLSearchParams(body).get('payload');
  const { text } = JSON.parse(payload ?? '{}') as { text?: string };
  return text ? { text: 'ok' } : { status: 400, text: 'invalid_payload' };
}

function takeHook({ headers, body }: Arrived, [, kind]: RegExpExecArray): Reply {
  const right = `sha256=${createHmac('sha256', LOGIN.webhook).update(body).digest('hex')}`;
  if (kind === 'signed' && headers['x-signature-256'] !== right)
    return { status: 401, json: { error: 'wrong signature' } };
  return { status: 202, json: { received: JSON.parse(body) as unknown } };
}

const PLACES = [
  {
    name: 'Paris',
    latitude: 48.85341,
    longitude: 2.3488,
    country: 'France',
    country_code: 'FR',
    admin1: 'Île-de-France',
  },
  {
    name: 'Paris',
    latitude: 33.66094,
    longitude: -95.55551,
    country: 'United States',
    country_code: 'US',
    admin1: 'Texas',
  },
];

function findPlace({ path }: Arrived): Reply {
  const name = new URL(path, 'http://server').searchParams.get('name')?.toLowerCase();
  const results = PLACES.filter((place) => place.name.toLowerCase() === name);
  return { json: { generationtime_ms: 0.5, ...(results.length > 0 && { results }) } };
}

function forecast({ path }: Arrived): Reply {
  const query = new URL(path, 'http://server').searchParams;
  if (query.get('latitude') === '0' && query.get('longitude') === '0') {
    return { status: 400, json: { error: true, reason: 'No data is available for this location' } };
  }
  const warm =
    query.get('temperature_unit') === 'fahrenheit'
      ? (celsius: number) => celsius * 1.8 + 32
      : (celsius: number) => celsius;
  const days = Array.from({ length: Number(query.get('forecast_days')) }, (_, day) => day);
  return {
    json: {
      timezone: 'Europe/Paris',
      current: {
        time: '2026-01-02T15:00',
        temperature_2m: warm(5),
        apparent_temperature: warm(0),
        relative_humidity_2m: 80,
        precipitation: 0.5,
        weather_code: 61,
        wind_speed_10m: 20,
      },
      daily: {
        time: days.map((day) => `2026-01-0${day + 2}`),
        weather_code: days.map((day) => (day === 0 ? 61 : 3)),
        temperature_2m_max: days.map(() => warm(10)),
        temperature_2m_min: days.map(() => warm(-5)),
        precipitation_sum: days.map(() => 1.5),
        // Open-Meteo has no chance of rain for the most distant days.
        precipitation_probability_max: days.map((day) => (day < 2 ? 60 : null)),
        wind_speed_10m_max: days.map(() => 30),
      },
    },
  };
}

const PAGES: Record<string, { type: string; body: string | Buffer }> = {
  tea: {
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><title>Tea &amp; more</title><script>track("<p>")</script><div>Green</div><div>Black</div><table><tr><td>Oolong<td>8 min</table>',
  },
  latin: { type: 'text/html; charset=ISO-8859-1', body: Buffer.from('<p>Grüße aus Köln', 'latin1') },
  picture: { type: 'image/png', body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00]) },
};

function page(_: Arrived, [, name = '']: RegExpExecArray): Reply {
  const found = PAGES[name];
  return found
    ? { headers: { 'content-type': found.type }, text: found.body }
    : { status: 404, text: 'not here' };
}

/**
 * Responds like the services, including their CORS rules: a header that a service does not allow is not in its
 * preflight response.
 */
export async function startCaseServer(): Promise<CaseServer> {
  const arrived: Arrived[] = [];
  const instead: Instead[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const request = { method, path, headers, body: Buffer.concat(pieces).toString() };
      const { pathname } = new URL(path, 'http://server');
      const service = SERVICES.find((one) => one.path.test(pathname));
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-expose-headers', 'retry-after');
      if (method === 'OPTIONS') {
        response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH');
        response.setHeader('access-control-allow-headers', service?.allows ?? '');
        response.writeHead(204).end();
        return;
      }
      arrived.push(request);
      if (!standIn(instead, response)) send(response, answerOf(service, request, pathname));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    arrived,
    instead,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function answerOf(service: Service | undefined, request: Arrived, pathname: string): Reply {
  const match = service?.path.exec(pathname);
  if (!service || !match) return { status: 404, text: 'nothing here' };
  try {
    return service.answer(request, match);
  } catch (problem) {
    return { status: 400, text: (problem as Error).message };
  }
}

function standIn(instead: Instead[], response: ServerResponse): boolean {
  const [next] = instead;
  if (!next) return false;
  next.times = (next.times ?? 1) - 1;
  if (next.times < 1) instead.shift();
  const { status = 200, headers = {}, body = '' } = next;
  // Status 0: the connection breaks off without a response.
  if (status === 0) response.destroy();
  else response.writeHead(status, headers).end(body);
  return true;
}

function send(response: ServerResponse, { status = 200, headers = {}, json, text }: Reply): void {
  const type = json === undefined ? 'text/plain' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(json === undefined ? text : JSON.stringify(json));
}
