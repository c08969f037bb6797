// What is known of services that speak as OpenAI does and have ways of their own. Pure.

export interface Service {
  /** What a page has to say with every request before the service lets it in. */
  headers?: Readonly<Record<string, string>>;
  /** Its list of models is not OpenAI's: it wants the key under this name. */
  listKey?: string;
  /** Its list of models is public: this path, below the base URL, says whether a key is good. */
  keyPath?: string;
  /** How Chat Completions calls the longest answer; most servers know the older name only. */
  limit: 'max_tokens' | 'max_completion_tokens';
  speaksResponses?: boolean;
  /** Calls come signed, and one that comes back without a signature is refused. This stands for one that is not known. */
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
