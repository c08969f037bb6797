// Known services with OpenAI-style APIs and their peculiarities. Pure.

export interface Service {
  /** Headers that the service requires from a page. */
  headers?: Readonly<Record<string, string>>;
  /** Its list of models differs from OpenAI's: the key goes into this header. */
  listKey?: string;
  /** Its list of models is public; this path below the base URL checks a key. */
  keyPath?: string;
  /** The output limit's field in Chat Completions; most servers know only the older name. */
  limit: 'max_tokens' | 'max_completion_tokens';
  speaksResponses?: boolean;
  /** Calls are signed, and unsigned ones are refused. This replaces an unknown signature. */
  unsigned?: object;
}

const SERVICES: readonly (readonly [host: RegExp, service: Service])[] = [
  [/(?:^|\.)api\.openai\.com$/, { limit: 'max_completion_tokens', speaksResponses: true }],
  [
    /^api\.anthropic\.com$/,
    {
      limit: 'max_tokens',
      headers: { 'anthropic-dangerous-direct-browser-access': 'true', 'anthropic-version': '2023-06-01' },
      listKey: 'x-api-key',
    },
  ],
  [/^openrouter\.ai$/, { limit: 'max_tokens', keyPath: 'key' }],
  [
    /^generativelanguage\.googleapis\.com$/,
    {
      limit: 'max_tokens',
      unsigned: { google: { thought_signature: 'skip_thought_signature_validator' } },
    },
  ],
];

const ANY: Service = { limit: 'max_tokens' };

export function serviceAt(baseUrl: string): Service {
  const { hostname } = new URL(baseUrl);
  return SERVICES.find(([host]) => host.test(hostname))?.[1] ?? ANY;
}
