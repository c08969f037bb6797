// Any server with an OpenAI-compatible `/embeddings`, as an Embedder.
//
// - The key is sent in the request's header only, and appears in no error and no storage.
// - The server's answer is validated: as many vectors as texts, all of one length, finite. They are normalized to
//   length 1.
import type { Embedder } from './embedder.ts';
import { Failure } from '../../core/errors.ts';
import { isObject } from '../../base/json.ts';
import { answerText } from '../answer-text.ts';
import { noAnswer, refused, wrongAnswer, type EmbeddingEndpoint } from './endpoint-errors.ts';
import { webAddress } from '../../core/ports/web-address.ts';

/** Texts per request: servers accept 96 and more. */
const BATCH = 64;
/** Milliseconds for one request; a server on the same device may first have to load the model. */
const TIME = 120_000;
/** Maximum characters sent of a text: about 2,000 tokens, where the smallest common models reject longer input. */
const MOST_CHARACTERS = 8000;
/** Maximum dimensions of a vector: the largest models have 8,192. */
const MOST_DIMENSIONS = 16_384;

export class EndpointEmbedder implements Embedder {
  readonly model: string;
  readonly #endpoint: EmbeddingEndpoint;
  #dimensions = 0;

  constructor(endpoint: EmbeddingEndpoint) {
    this.#endpoint = { ...endpoint, url: addressOf(endpoint.url) };
    this.model = `${endpoint.model} at ${this.#endpoint.url}`;
  }

  /** 0 until the first answer. */
  get dimensions(): number {
    return this.#dimensions;
  }

  async embed(
    texts: readonly string[],
    { signal }: { urgent?: boolean | undefined; signal?: AbortSignal | undefined } = {},
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < texts.length; at += BATCH) {
      vectors.push(...(await this.#ask(texts.slice(at, at + BATCH), signal)));
    }
    return vectors;
  }

  async #ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<Float32Array[]> {
    const { url, model, key, fetch } = this.#endpoint;
    const limit = AbortSignal.timeout(TIME);
    // Some servers reject an empty text, whose vector is meaningless anyway.
    const input = texts.map((text) => text.slice(0, MOST_CHARACTERS).trim() || '.');
    let response: Response;
    let body: string;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body: JSON.stringify({ model, input, encoding_format: 'float' }),
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        // A request with the key must not follow a redirect.
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      body = await answerText(response, new URL(url).host);
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof Failure) throw error;
      throw await noAnswer(this.#endpoint, limit.aborted);
    }
    if (!response.ok) throw refused(response.status, body, response.headers, this.#endpoint);
    return this.#read(body, texts.length);
  }

  #read(body: string, count: number): Float32Array[] {
    const rows = rowsOf(body);
    const dimensions = this.#dimensions || (rows?.[0]?.length ?? 0);
    const fits = (row: Float32Array): boolean => row.length === dimensions && row.every(Number.isFinite);
    if (
      !rows ||
      rows.length !== count ||
      dimensions === 0 ||
      dimensions > MOST_DIMENSIONS ||
      !rows.every(fits)
    ) {
      throw wrongAnswer(this.#endpoint);
    }
    this.#dimensions = dimensions;
    return rows.map(toLengthOne);
  }
}

/** Returns the address of the request, for a base URL such as `https://api.openai.com/v1` or the full address. */
export function addressOf(typed: string): string {
  const url = webAddress(typed);
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/embeddings') ? path : `${path}/embeddings`}`;
}

function rowsOf(body: string): Float32Array[] | undefined {
  let answer: unknown;
  try {
    answer = JSON.parse(body);
  } catch {
    return undefined;
  }
  const data = isObject(answer) ? answer['data'] : undefined;
  if (!Array.isArray(data)) return undefined;
  const rows: (Float32Array | undefined)[] = data.map(() => undefined);
  data.forEach((entry: unknown, at) => {
    const { index = at, embedding } = isObject(entry) ? entry : {};
    const isRow = Array.isArray(embedding) && embedding.every((value) => typeof value === 'number');
    if (isRow && typeof index === 'number' && index in rows) rows[index] = Float32Array.from(embedding);
  });
  return rows.every((row) => row !== undefined) ? rows : undefined;
}

function toLengthOne(row: Float32Array): Float32Array {
  const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
  return length > 0 ? row.map((value) => value / length) : row;
}
