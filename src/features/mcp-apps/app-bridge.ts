// The host's side of an app: JSON-RPC over messages, as the MCP Apps extension defines it. Pure.
//
// - Everything from the app is untrusted: messages are limited in number and size, and unknown ones are refused.
// - The app gets the arguments and result of its own call. Anything further needs a person or the server's tools.
import { isObject, type JsonObject } from '../../base/json.ts';
import { withoutHidden } from '../../base/visible-text.ts';
import { toErrorData } from '../../core/errors.ts';

export const APPS_PROTOCOL = '2026-01-26';

/** What an app wants that a person decides. */
export type AppWish =
  | { kind: 'message'; text: string }
  | { kind: 'link'; url: string }
  | { kind: 'file'; name: string; type: string; data: Uint8Array<ArrayBuffer> };

export interface BridgeDeps {
  post(message: JsonObject): void;
  /** Name and version of this program. */
  host: { name: string; version: string };
  /** Theme, sizes and language. */
  context(): JsonObject;
  /** The arguments and the result of the call. */
  input: JsonObject;
  result: JsonObject;
  callTool(name: string, args: JsonObject): Promise<JsonObject>;
  readResource(uri: string): Promise<JsonObject>;
  listResources(): Promise<JsonObject>;
  /** Asks a person. */
  wish(wish: AppWish): Promise<boolean>;
  onReady(): void;
  onHeight(pixels: number): void;
  /** It wants to be closed. */
  onDone(): void;
  /** It sends more messages than any app needs. */
  onFlood(): void;
  /** Milliseconds. */
  now(): number;
}

/** Messages at once, and per second: an animated resize sends 60. A long message counts as several. */
const BURST = 400;
const PER_SECOND = 100;
/** Characters. */
const COUNTED_AS_ONE = 20_000;
/** Requests that wait at a time. */
const MOST_OPEN = 20;
const LONGEST_TEXT = 20_000;
/** Bytes. */
const MOST_FILE = 4 * 2 ** 20;

const NO_METHOD = -32601;
const BAD_PARAMS = -32602;
const FAILED = -32000;

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export class AppBridge {
  readonly #deps: BridgeDeps;
  #left = BURST;
  #at: number;
  #open = 0;
  #closed = false;
  #ready = false;
  #onTornDown: (() => void) | undefined;

  constructor(deps: BridgeDeps) {
    this.#deps = deps;
    this.#at = deps.now();
  }

  receive(message: unknown): void {
    if (this.#closed) return;
    if (!this.#admit(1 + lengthOf(message) / COUNTED_AS_ONE)) {
      this.#closed = true;
      this.#deps.onFlood();
      return;
    }
    if (!isObject(message) || message['jsonrpc'] !== '2.0') return;
    const { id, method } = message;
    const params = isObject(message['params']) ? message['params'] : {};
    if (typeof method !== 'string') {
      if (id === TEARDOWN) this.#onTornDown?.();
    } else if (typeof id === 'string' || typeof id === 'number') void this.#answer(id, method, params);
    else this.#hear(method, params);
  }

  /** Tells the app about a new theme, size or display mode. */
  changed(context: JsonObject): void {
    if (this.#ready) this.#tell('ui/notifications/host-context-changed', context);
  }

  /** Lets the app end its work, for a moment. */
  async close(patience = 500): Promise<void> {
    if (this.#closed || !this.#ready) return;
    const tornDown = new Promise<void>((resolve) => (this.#onTornDown = resolve));
    this.#deps.post({ jsonrpc: '2.0', id: TEARDOWN, method: 'ui/resource-teardown', params: {} });
    await Promise.race([tornDown, new Promise((resolve) => setTimeout(resolve, patience))]);
    this.#closed = true;
  }

  #admit(cost: number): boolean {
    const now = this.#deps.now();
    this.#left = Math.min(BURST, this.#left + ((now - this.#at) / 1000) * PER_SECOND) - cost;
    this.#at = now;
    return this.#left >= 0;
  }

  #tell(method: string, params: JsonObject): void {
    this.#deps.post({ jsonrpc: '2.0', method, params });
  }

  #hear(method: string, params: Record<string, unknown>): void {
    switch (method) {
      case 'ui/notifications/initialized':
        if (this.#ready) return;
        this.#ready = true;
        this.#tell('ui/notifications/tool-input', { arguments: this.#deps.input });
        this.#tell('ui/notifications/tool-result', this.#deps.result);
        this.#deps.onReady();
        return;
      case 'ui/notifications/size-changed':
        if (typeof params['height'] === 'number' && params['height'] >= 0)
          this.#deps.onHeight(params['height']);
        return;
      case 'ui/notifications/request-teardown':
        this.#deps.onDone();
    }
  }

  async #answer(id: string | number, method: string, params: Record<string, unknown>): Promise<void> {
    const reply = (answer: JsonObject): void => {
      if (!this.#closed) this.#deps.post({ jsonrpc: '2.0', id, ...answer });
    };
    if (this.#open >= MOST_OPEN) {
      reply({ error: { code: FAILED, message: 'too many requests are waiting for an answer' } });
      return;
    }
    this.#open += 1;
    try {
      reply({ result: await this.#do(method, params) });
    } catch (error) {
      const { message } = toErrorData(error);
      reply({ error: { code: error instanceof Refusal ? error.code : FAILED, message } });
    } finally {
      this.#open -= 1;
    }
  }

  async #do(method: string, params: Record<string, unknown>): Promise<JsonObject> {
    switch (method) {
      case 'ping':
        return {};
      case 'ui/initialize':
        return this.#introduce();
      case 'tools/call': {
        const args = params['arguments'] ?? {};
        if (!isObject(args)) throw new Refusal(BAD_PARAMS, 'arguments must be an object');
        return this.#deps.callTool(textOf(params, 'name'), args as JsonObject);
      }
      case 'resources/read':
        return this.#deps.readResource(textOf(params, 'uri'));
      case 'resources/list':
        return this.#deps.listResources();
      case 'ui/open-link':
        return this.#ask({ kind: 'link', url: webAddress(textOf(params, 'url')) });
      case 'ui/message':
        return this.#ask({ kind: 'message', text: messageOf(params['content']) });
      case 'ui/download-file':
        return this.#ask(fileOf(params['contents']));
      case 'ui/request-display-mode':
        // Only a person changes it, with the buttons of the frame.
        return { mode: this.#deps.context()['displayMode'] ?? 'inline' };
      default:
        throw new Refusal(NO_METHOD, `${method.slice(0, 100)} is not supported here`);
    }
  }

  #introduce(): JsonObject {
    return {
      protocolVersion: APPS_PROTOCOL,
      hostInfo: this.#deps.host,
      hostCapabilities: {
        openLinks: {},
        downloadFile: {},
        serverTools: {},
        serverResources: {},
        logging: {},
        message: { text: {} },
      },
      hostContext: this.#deps.context(),
    };
  }

  async #ask(wish: AppWish): Promise<JsonObject> {
    return (await this.#deps.wish(wish)) ? {} : { isError: true };
  }
}

const TEARDOWN = 'perilune-teardown';

/** Characters of a message, counted no further than a flood: it may be huge, or refer to itself. */
function lengthOf(message: unknown): number {
  const waiting = [message];
  let length = 0;
  while (waiting.length > 0 && length < BURST * COUNTED_AS_ONE) {
    const value = waiting.pop();
    length += 1;
    if (typeof value === 'string') length += value.length;
    else if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) length += value.byteLength;
    else if (Array.isArray(value)) {
      length += value.length;
      if (length < BURST * COUNTED_AS_ONE) for (const inner of value) waiting.push(inner);
    } else if (isObject(value)) {
      for (const [key, inner] of Object.entries(value)) {
        length += key.length;
        waiting.push(inner);
      }
    }
  }
  return length;
}

function textOf(params: Record<string, unknown>, field: string): string {
  const text = params[field];
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_TEXT)
    throw new Refusal(BAD_PARAMS, `${field} must be a string`);
  return text;
}

function webAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new Refusal(BAD_PARAMS, 'only web addresses can be opened');
  return url.href;
}

function messageOf(content: unknown): string {
  const blocks = Array.isArray(content) ? content : [content];
  const given = blocks
    .flatMap((block: unknown) =>
      isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [],
    )
    .join('\n\n');
  // The message field doesn't show invisible characters, and a model reads them.
  const text = given.length > LONGEST_TEXT ? '' : withoutHidden(given).trim();
  if (text === '')
    throw new Refusal(BAD_PARAMS, `a message must be a string of up to ${LONGEST_TEXT} characters`);
  return text;
}

function fileOf(contents: unknown): AppWish {
  const [first] = Array.isArray(contents) ? contents : [];
  const resource: unknown = isObject(first) ? first['resource'] : undefined;
  if (!isObject(resource)) throw new Refusal(BAD_PARAMS, 'a file must be embedded');
  const { uri, mimeType, text, blob } = resource;
  const data =
    typeof text === 'string'
      ? new TextEncoder().encode(text)
      : Uint8Array.from(atob(typeof blob === 'string' ? blob : ''), (letter) => letter.charCodeAt(0));
  if (data.length === 0 || data.length > MOST_FILE)
    throw new Refusal(BAD_PARAMS, 'a file must have between 1 byte and 4 MB');
  const name = String(uri ?? '')
    .split(/[/\\]/)
    .at(-1)!
    .replace(/[^\p{L}\p{N} ._-]+/gu, '_')
    .replace(/^\.+/, '')
    .slice(0, 100);
  const type = typeof mimeType === 'string' ? mimeType.slice(0, 100) : '';
  return { kind: 'file', name: name || 'file', type, data };
}
