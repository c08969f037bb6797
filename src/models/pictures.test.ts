// Pictures of a question in each wire format, and how they are replaced for a model without image input.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Picture, pictureUrl, tokensOfPicture } from '../core/picture.ts';
import type { WireApi } from '../core/settings.ts';
import { connectModel } from './connect.ts';
import { QuirksByEndpoint } from './endpoint-quirks.ts';
import type { Model, ModelEvent, ModelRequest } from './model.ts';
import { leavingPicturesOut } from './pictures.ts';

const PICTURE: Picture = {
  ...{ kind: 'picture', id: 'p', title: 'cat.png', type: 'image/png', data: 'aGVsbG8=' },
  ...{ width: 1500, height: 750 },
};
const URL_OF_IT = 'data:image/png;base64,aGVsbG8=';
const asking = (...pictures: Picture[]): ModelRequest => ({
  system: 'Be good.',
  messages: [{ role: 'user', text: 'What is it?', pictures }],
  tools: [],
  toolChoice: 'auto',
});

const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));

const ANSWERS: Record<string, string> = {
  '/v1/chat/completions': `data: ${JSON.stringify({ choices: [{ delta: { content: 'A cat.' }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
  '/v1/responses': [
    { type: 'response.output_text.delta', delta: 'A cat.', item_id: 'm', output_index: 0, content_index: 0 },
    { type: 'response.completed', response: { status: 'completed', output: [] } },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join(''),
};

/** An endpoint that refuses pictures with this message, or accepts them. */
async function serve(refusal?: {
  status: number;
  words: string;
}): Promise<{ url: string; bodies: string[] }> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      bodies.push(body);
      if (refusal && body.includes(URL_OF_IT)) {
        response.writeHead(refusal.status, { 'content-type': 'application/json' });
        return response.end(JSON.stringify({ error: { message: refusal.words } }));
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      return response.end(ANSWERS[request.url ?? '']);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, bodies };
}

async function eventsOf(model: Model, request: ModelRequest): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of model.stream(request, new AbortController().signal)) events.push(event);
  return events;
}

const types = (events: readonly ModelEvent[]): string[] => [...new Set(events.map(({ type }) => type))];

describe.each<[WireApi, string, object[]]>([
  [
    'chat',
    'messages',
    [
      { type: 'text', text: 'What is it?' },
      { type: 'image_url', image_url: { url: URL_OF_IT } },
    ],
  ],
  [
    'responses',
    'input',
    [
      { type: 'input_text', text: 'What is it?' },
      { type: 'input_image', image_url: URL_OF_IT, detail: 'auto' },
    ],
  ],
])('a picture in the format %s', (api, name, content) => {
  it('is sent beside the text', async () => {
    const { url, bodies } = await serve();
    const events = await eventsOf(
      await connectModel({ baseUrl: url, model: 'm', api }, 'k'),
      asking(PICTURE),
    );
    expect(types(events)).toEqual(['text', 'finish']);
    const body = JSON.parse(bodies[0]!) as Record<string, { role: string; content: unknown }[]>;
    expect(body[name]!.find(({ role }) => role === 'user')!.content).toEqual(content);
  });

  it.each([
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [422, 'unknown variant `image_url`, expected `text`; input_image is not supported'],
    [404, 'No endpoints found that support image input'],
  ])('is left out after a refusal with %i, and both sides are told', async (status, words) => {
    const { url, bodies } = await serve({ status, words });
    const quirks = new QuirksByEndpoint();
    const model = await connectModel({ baseUrl: url, model: 'm', api }, 'k', { quirks });
    const events = await eventsOf(model, asking(PICTURE));
    expect(types(events)).toEqual(['without_pictures', 'text', 'finish']);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toContain('Attached pictures, which you cannot see: \\"cat.png\\"');
    // Known from now on.
    expect(types(await eventsOf(model, asking(PICTURE)))).toEqual(['without_pictures', 'text', 'finish']);
    expect(bodies).toHaveLength(3);
    expect(types(await eventsOf(model, asking()))).toEqual(['text', 'finish']);
  });

  it('is replaced by its text once it is refused and if text recognition is available', async () => {
    const { url, bodies } = await serve({ status: 400, words: 'image_url is not supported' });
    const model = await connectModel({ baseUrl: url, model: 'm', api }, 'k', {});
    const readPicture = vi.fn(async ({ id }: Picture) => (id === 'p' ? 'Fee: 235 "crowns"' : ''));
    const request = { ...asking(PICTURE, { ...PICTURE, id: 'q', title: 'sky.png' }), readPicture };
    expect(await eventsOf(model, request)).toContainEqual({ type: 'without_pictures', read: true });
    const { messages, input } = JSON.parse(bodies[1]!) as Record<string, unknown>;
    const sent = JSON.stringify(messages ?? input);
    expect(sent).toContain('Text recognised in');
    expect(JSON.parse(`"${/which may have wrong letters: (.*?)\)/.exec(sent)![1]}"`)).toBe(
      '"Fee: 235 \\"crowns\\""',
    );
    expect(sent.match(/Text recognised in/g)).toHaveLength(1);
  });
});

it('asks a model without image input without them, after its download', async () => {
  const asked: ModelRequest[] = [];
  const model = leavingPicturesOut({
    id: 'own',
    contextWindow: 4096,
    async *stream(request) {
      asked.push(request);
      yield { type: 'downloading', share: 0.5 };
      yield { type: 'text', delta: 'I cannot see it.' };
    },
  });
  expect(model).toMatchObject({ id: 'own', contextWindow: 4096 });
  expect(types(await eventsOf(model, asking(PICTURE)))).toEqual(['downloading', 'without_pictures', 'text']);
  expect(JSON.stringify(asked)).not.toContain(PICTURE.data);
  expect(types(await eventsOf(model, asking()))).toEqual(['downloading', 'text']);
});

describe('the size of a picture', () => {
  it.each([
    { type: 'image/svg+xml' },
    { type: 'text/html' },
    { data: 'https://evil.example/track.png' },
    { data: 'aGVs"onerror=' },
    { data: 7 },
    { type: undefined },
  ])('is unknown without a valid address: %j', (change) => {
    expect(pictureUrl({ ...PICTURE, ...change } as Picture)).toBeUndefined();
  });

  it('determines its tokens', () => expect(tokensOfPicture(PICTURE)).toBe(1500));
});
