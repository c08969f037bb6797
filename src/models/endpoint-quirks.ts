// Quirks of an endpoint learned while the page is open: parameters that it refuses, the wire format of its model, and
// its context window.
//
// - Only optional fields are ever dropped: tuning parameters, bookkeeping, schema keywords.
// - A request is retried once for each refused item; what is learned also applies to later questions.
import { isObject } from '../base/json.ts';

export class EndpointQuirks {
  /** Parameters by their names on the wire. */
  readonly refused = new Set<string>();
  /** JSON Schema keywords in the parameters of tools. */
  readonly keywords = new Set<string>();
  wantsResponses = false;
  /** Context window at this endpoint, in tokens. Local servers often set it far below what the model supports. */
  contextWindow: number | undefined;
}

/** The quirks of all endpoints, by address and model. */
export class QuirksByEndpoint {
  readonly #quirks = new Map<string, EndpointQuirks>();

  of(baseUrl: string, model: string): EndpointQuirks {
    const key = JSON.stringify([baseUrl, model]);
    const known = this.#quirks.get(key) ?? new EndpointQuirks();
    this.#quirks.set(key, known);
    return known;
  }
}

/** A smaller number of tokens is not a context window. */
const LEAST_WINDOW = 512;

/**
 * Reads the context window from an entry in a list of models: llama.cpp, vLLM, OpenRouter and LM Studio each use
 * their own field.
 */
export function windowInList(entry: Record<string, unknown>): number | undefined {
  const { meta, max_model_len, context_length, loaded_context_length } = entry;
  const said = [
    isObject(meta) ? meta['n_ctx'] : undefined,
    max_model_len,
    loaded_context_length,
    context_length,
  ];
  return said.find((one): one is number => typeof one === 'number' && one >= LEAST_WINDOW);
}

/** Reads the context window from the refusal of a question that is too long. */
export function windowInRefusal(words: string): number | undefined {
  const [, size] = /context (?:size|length|window)\b[^\d]{0,20}(\d[\d,]{2,})/i.exec(words) ?? [];
  const tokens = Number(size?.replaceAll(',', ''));
  return tokens >= LEAST_WINDOW ? tokens : undefined;
}

/** Optional fields of a request, and how refusals mention them. */
const OPTIONAL: Readonly<Record<string, RegExp>> = {
  temperature: /\btemperature\b/i,
  top_p: /\btop_?p\b/i,
  max_completion_tokens: /\bmax_completion_tokens\b/i,
  max_tokens: /\bmax_tokens\b/i,
  max_output_tokens: /\bmax_output_tokens\b/i,
  reasoning_effort: /\breasoning[_. ]effort\b|\bthinking\b/i,
  reasoning: /\breasoning(?:[_. ]effort)?\b|\bthinking\b/i,
  include: /encrypted.?content|\binclude\b/i,
  stream_options: /\bstream_options\b/i,
};

const UNKNOWN_KEYWORD = /unknown name \\?["'](\$?\w+)\\?["'][^.]*\b(?:tools|function_declarations)\b/i;

/**
 * Sends the result of `build`, and again without what the endpoint refuses.
 * @param build called before each attempt; reads `quirks`
 */
export async function sendLearning<T>(
  send: (body: object) => Promise<T>,
  build: () => Promise<object>,
  quirks: EndpointQuirks,
): Promise<T> {
  for (;;) {
    const entries = Object.entries(await build()).filter(([name]) => !quirks.refused.has(name));
    const body = Object.fromEntries(entries);
    try {
      return await send(body);
    } catch (error) {
      if (!learn(error, body, quirks)) throw error;
    }
  }
}

/** Entry in `refused` for the pictures of a question, which are not a parameter. */
export const PICTURES = 'pictures';

const NO_PICTURES = /\bimages?\b|image_url|input_image|\bvision\b|\bmultimodal\b|\bmmproj\b/i;
/** Pictures in a body of each wire format. */
const HAS_PICTURES = /"type":"(?:image_url|input_image)"/;

/** Returns true when something was learned, so that the next request differs. */
function learn(error: unknown, body: object, quirks: EndpointQuirks): boolean {
  const { status, message, error: said } = error as { status?: unknown; message?: unknown; error?: unknown };
  const words = `${String(message)} ${typeof said === 'string' ? said : JSON.stringify(said)}`;
  // Routers answer 404 when none of their models takes pictures, llama.cpp 500.
  if (typeof status === 'number' && status >= 400 && NO_PICTURES.test(words) && isWithPictures(body))
    return addTo(quirks.refused, PICTURES);
  if (status !== 400 && status !== 422) return false;
  // Use the offered Responses API instead: leaving out reasoning would not help.
  if (/\/v1\/responses/.test(words)) return false;
  const keyword = UNKNOWN_KEYWORD.exec(words)?.[1];
  // Ignores keywords that were never sent, or retries might never end.
  if (keyword !== undefined) return isSent(keyword, body) && addTo(quirks.keywords, keyword);
  const name = refusedName(words, isObject(said) ? said['param'] : undefined, body);
  return name !== undefined && addTo(quirks.refused, name);
}

function isWithPictures(body: object): boolean {
  return HAS_PICTURES.test(JSON.stringify(body));
}

function isSent(keyword: string, body: object): boolean {
  return 'tools' in body && JSON.stringify(body.tools).includes(`"${keyword}":`);
}

function refusedName(words: string, param: unknown, body: object): string | undefined {
  const sent = Object.keys(OPTIONAL).filter((name) => name in body);
  if (typeof param === 'string' && param !== '') {
    const exact = sent.find((name) => param === name || param.startsWith(`${name}.`));
    if (exact !== undefined) return exact;
    // It is about a required field.
    if (/^(?:messages|input|tools|model)\b/.test(param)) return undefined;
  }
  return sent.find((name) => OPTIONAL[name]?.test(words));
}

function addTo(known: Set<string>, name: string): boolean {
  if (known.has(name)) return false;
  known.add(name);
  return true;
}
