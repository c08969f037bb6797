// Parameters that endpoints refuse: they are dropped after one retry, and remembered; essential ones are never
// dropped.
import { describe, expect, it } from 'vitest';
import type { ModelParameters } from '../core/model-choice.ts';
import type { WireApi } from '../core/settings.ts';
import { connectModel } from './connect.ts';
import { QuirksByEndpoint } from './endpoint-quirks.ts';
import type { Model, ModelRequest } from './model.ts';

type Body = Record<string, unknown>;

const PARAMETERS: ModelParameters = {
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 100,
  reasoningEffort: 'low',
};

const REQUEST: ModelRequest = {
  system: '',
  messages: [],
  tools: [
    {
      name: 'add',
      description: '',
      parameters: {
        type: 'object',
        properties: { additionalProperties: { type: 'object', additionalProperties: false } },
        additionalProperties: false,
      },
    },
  ],
  toolChoice: 'auto',
};

/** An endpoint that refuses a body with the message that `refusal` returns. */
function endpoint(refusal: (body: Body, path: string) => unknown) {
  const sent: { path: string; body: Body }[] = [];
  const quirks = new QuirksByEndpoint();
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const path = new URL(String(input)).pathname;
    const body = JSON.parse(String(init?.body)) as Body;
    sent.push({ path, body });
    const error = refusal(body, path);
    if (error) return Response.json(error, { status: 400 });
    return Response.json(
      path.endsWith('/responses')
        ? { object: 'response', output: [{ type: 'message', content: [{ text: 'ok' }] }] }
        : { choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] },
    );
  };
  const connect = (api: WireApi = 'auto', baseUrl = 'https://m.example/v1'): Promise<Model> =>
    connectModel({ baseUrl, model: 'm', api, parameters: PARAMETERS }, 'k', { fetch, quirks, retries: 0 });
  return { sent, connect };
}

async function ask(model: Model): Promise<string> {
  let text = '';
  for await (const event of model.stream(REQUEST, new AbortController().signal)) {
    if (event.type === 'text') text += event.delta;
  }
  return text;
}

const refuses = (name: string, message: string) => (body: Body) => name in body && { error: { message } };

describe('parameters', () => {
  it('go to Chat Completions under its names', async () => {
    const { sent, connect } = endpoint(() => undefined);
    await ask(await connect('chat'));
    await ask(await connect('chat', 'https://api.openai.com/v1'));
    expect(sent[0]?.body).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      max_tokens: 100,
      reasoning_effort: 'low',
    });
    expect(sent[1]?.body).toMatchObject({ max_completion_tokens: 100 });
    expect(sent[1]?.body).not.toHaveProperty('max_tokens');
  });

  it('go to Responses under its names', async () => {
    const { sent, connect } = endpoint(() => undefined);
    await ask(await connect('responses'));
    expect(sent[0]?.body).toMatchObject({
      temperature: 0.5,
      top_p: 0.9,
      max_output_tokens: 100,
      reasoning: { effort: 'low' },
    });
  });

  it.each<[string, WireApi, string, string]>([
    [
      'temperature',
      'chat',
      'temperature',
      "Unsupported value: 'temperature' does not support 0.5 with this model.",
    ],
    ['top_p', 'chat', 'top_p', '`top_p` cannot be set'],
    ['reasoning', 'chat', 'reasoning_effort', 'Unrecognized request argument supplied: reasoning_effort'],
    ['thinking', 'chat', 'reasoning_effort', '"m" does not support thinking'],
    ['bookkeeping', 'chat', 'stream_options', 'Extra inputs are not permitted: stream_options'],
    [
      'reasoning',
      'responses',
      'reasoning',
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    ],
    [
      'temperature',
      'responses',
      'temperature',
      "Unsupported parameter: 'temperature' is not supported with this model.",
    ],
    ['encrypted reasoning', 'responses', 'include', 'Encrypted content is not supported with this model.'],
  ])(
    'refused by the endpoint (%s, %s) are dropped on the retry, and from then on',
    async (_what, api, name, message) => {
      const { sent, connect } = endpoint(refuses(name, message));
      expect(await ask(await connect(api))).toBe('ok');
      expect(await ask(await connect(api))).toBe('ok');
      expect(sent.map(({ body }) => name in body)).toEqual([true, false, false]);
      const { [name]: _, ...rest } = sent[0]?.body ?? {};
      expect(sent[1]?.body).toEqual(rest);
    },
  );

  it('refused one after the other are dropped one after the other', async () => {
    const { sent, connect } = endpoint((body) => {
      const name = ['temperature', 'top_p'].find((one) => one in body);
      return name && { error: { message: `no`, param: name } };
    });
    expect(await ask(await connect('chat'))).toBe('ok');
    expect(sent).toHaveLength(3);
  });

  it('limiting the answer are tried under their other name before they are dropped', async () => {
    const { sent, connect } = endpoint(
      refuses(
        'max_tokens',
        "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      ),
    );
    await ask(await connect('chat'));
    expect(sent[1]?.body).toMatchObject({ max_completion_tokens: 100 });
    const neither = endpoint((body) => {
      const name = ['max_tokens', 'max_completion_tokens'].find((one) => one in body);
      return name && { error: { message: `${name}?` } };
    });
    expect(await ask(await neither.connect('chat'))).toBe('ok');
    expect(neither.sent).toHaveLength(3);
  });

  it('of tools lose the schema keywords that Gemini refuses, but keep properties with such names', async () => {
    const { sent, connect } = endpoint((body) => {
      const [tool] = body['tools'] as { function: { parameters: object } }[];
      const message = `Invalid JSON payload received. Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters': Cannot find field.`;
      return (
        'additionalProperties' in (tool?.function.parameters ?? {}) && [{ error: { code: 400, message } }]
      );
    });
    expect(await ask(await connect('chat'))).toBe('ok');
    expect(sent[1]?.body['tools']).toMatchObject([
      {
        function: {
          parameters: { type: 'object', properties: { additionalProperties: { type: 'object' } } },
        },
      },
    ]);
    expect(JSON.stringify(sent[1]?.body['tools'])).not.toContain('false');
  });
});

describe('an essential field', () => {
  it.each(['messages', 'tools', 'model', 'stream', 'store'])('is never dropped: %s', async (name) => {
    const { sent, connect } = endpoint(() => ({
      error: { message: `${name} is not supported`, param: name },
    }));
    await expect(ask(await connect('responses'))).rejects.toThrow(/not supported/);
    expect(sent).toHaveLength(1);
  });

  it('that keeps being refused ends the retries', async () => {
    const { sent, connect } = endpoint(() => ({
      error: { message: 'temperature, top_p, max_tokens, stream_options' },
    }));
    await expect(ask(await connect('chat'))).rejects.toThrow(/did not accept/);
    expect(sent.length).toBeLessThanOrEqual(6);
  });
});

describe('an endpoint that refuses something new each time', () => {
  it('is not asked forever: only keywords that were sent are learned', async () => {
    let count = 0;
    const { sent, connect } = endpoint(
      () => ++count < 50 && { error: { message: `Unknown name "made_up_${count}" at 'tools[0]'` } },
    );
    await expect(ask(await connect('chat'))).rejects.toThrow(/did not accept/);
    expect(sent).toHaveLength(1);
  });
});

describe('a model that calls tools only through Responses', () => {
  const MESSAGE =
    "Function tools with reasoning_effort are not supported for m in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";
  const wants = (_: Body, path: string) => path.endsWith('/completions') && { error: { message: MESSAGE } };

  it('is asked through Responses automatically, and from then on immediately, with all its parameters', async () => {
    const { sent, connect } = endpoint(wants);
    expect(await ask(await connect())).toBe('ok');
    expect(await ask(await connect())).toBe('ok');
    expect(sent.map(({ path }) => path)).toEqual(['/v1/chat/completions', '/v1/responses', '/v1/responses']);
    expect(sent[1]?.body).toMatchObject({ reasoning: { effort: 'low' } });
  });

  it('stays with Chat Completions when a person chose it', async () => {
    const { sent, connect } = endpoint(wants);
    await expect(ask(await connect('chat'))).rejects.toThrow(/Choose “Responses”/);
    expect(sent).toHaveLength(1);
  });
});

describe('Anthropic', () => {
  it('gets the header for browsers, and lists its models with a key in its own header', async () => {
    const { listModels } = await import('./connect.ts');
    const headers: Headers[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      headers.push(new Headers(init?.headers));
      return String(input).endsWith('/models')
        ? Response.json({ data: [{ id: 'claude', type: 'model' }] })
        : Response.json({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] });
    };
    const baseUrl = 'https://api.anthropic.com/v1';
    const { signal } = new AbortController();
    expect(await listModels({ baseUrl }, 'sk', signal, { fetch })).toEqual(['claude']);
    await ask(await connectModel({ baseUrl, model: 'claude', api: 'auto' }, 'sk', { fetch }));
    expect(headers.map((one) => one.get('anthropic-dangerous-direct-browser-access'))).toEqual([
      'true',
      'true',
    ]);
    expect(headers.map((one) => one.get('x-api-key'))).toEqual(['sk', null]);
    expect(headers[1]?.get('authorization')).toBe('Bearer sk');
  });

  it('is the only endpoint that gets that header', async () => {
    let names: string[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      names = [...new Headers(init?.headers).keys()];
      return Response.json({ choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] });
    };
    const baseUrl = 'https://api.anthropic.com.evil.example/v1';
    await ask(await connectModel({ baseUrl, model: 'm', api: 'auto' }, 'sk', { fetch }));
    expect(names).toEqual(['accept', 'authorization', 'content-type']);
  });
});

describe('the context window of a model', () => {
  const baseUrl = 'http://localhost:8080/v1';
  const { signal } = new AbortController();
  const windowWith = async (quirks: QuirksByEndpoint, more = {}) =>
    (await connectModel({ baseUrl, model: 'm', api: 'chat', ...more }, undefined, { quirks })).contextWindow;

  it.each([
    ['llama.cpp', { meta: { n_ctx: 4096, n_ctx_train: 32_768 } }],
    ['vLLM', { max_model_len: 4096 }],
    ['LM Studio', { loaded_context_length: 4096, max_context_length: 32_768 }],
    ['OpenRouter', { context_length: 4096 }],
  ])('is read from the list of %s, and a value set by a person overrides it', async (_server, more) => {
    const { listModels } = await import('./connect.ts');
    const quirks = new QuirksByEndpoint();
    const fetch = async () => Response.json({ data: [{ id: 'm', ...more }, { id: 'other' }] });
    await listModels({ baseUrl }, undefined, signal, { fetch, quirks });
    expect(await windowWith(quirks)).toBe(4096);
    expect(await windowWith(quirks, { contextWindow: 2048 })).toBe(2048);
    expect(await windowWith(quirks, { model: 'other' })).toBeUndefined();
  });

  it.each([
    'request (6029 tokens) exceeds the available context size (4096 tokens), try increasing it',
    "This model's maximum context length is 4096 tokens. However, you requested 6029 tokens.",
    'Trying to keep the first 6029 tokens when context length is only 4,096 tokens',
  ])('is learned from a refusal: %s', async (message) => {
    const quirks = new QuirksByEndpoint();
    const fetch = async () => Response.json({ error: { message } }, { status: 400 });
    const model = await connectModel({ baseUrl, model: 'm', api: 'chat' }, undefined, {
      fetch,
      quirks,
      retries: 0,
    });
    await expect(ask(model)).rejects.toMatchObject({ code: 'too_large' });
    expect(await windowWith(quirks)).toBe(4096);
  });
});
