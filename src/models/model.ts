// A language model as the loop sees it: a function from a request to a stream of events, for any wire format.
import type { ObjectSchema } from '../core/schema.ts';
import type { Picture } from '../core/picture.ts';
import type { ModelSettings } from '../core/settings.ts';

/** A call as written by the model. `id` is unique within its answer; the result refers to it. */
export interface ModelCall {
  id: string;
  name: string;
  /** JSON text as received, possibly invalid; `{}` when the model sent nothing. */
  arguments: string;
}

export interface UserMessage {
  role: 'user';
  text: string;
  pictures?: readonly Picture[];
}

export type ModelMessage =
  | UserMessage
  | {
      role: 'assistant';
      text: string;
      calls: ModelCall[];
      /** Items to send back with the next request of the same answer, such as encrypted reasoning. */
      raw?: unknown[];
    }
  | { role: 'tool'; call: string; name: string; output: string };

export interface ModelTool {
  name: string;
  description: string;
  parameters: ObjectSchema;
}

export interface ModelRequest {
  system: string;
  messages: ModelMessage[];
  tools: ModelTool[];
  /** `none`: the tools stay declared, since earlier turns used them, but the model must answer in words. */
  toolChoice: 'auto' | 'none';
  /**
   * Returns the text in a picture, for models without image input; empty if there is none. Never rejects. Absent:
   * pictures are not read.
   */
  readPicture?(picture: Picture): Promise<string>;
}

export type FinishReason = 'stop' | 'length' | 'filter';

export type ModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'reasoning'; delta: string }
  /** A call begins; `key` links the three events of one call. */
  | { type: 'call_started'; key: string; name: string }
  | { type: 'call_delta'; key: string; delta: string }
  | { type: 'call_finished'; key: string; call: ModelCall }
  /** `cached` is part of the input, `reasoning` of the output. */
  | { type: 'usage'; input: number; output: number; cached?: number; reasoning?: number }
  /** Comes first: the requested model failed, and another one answers. The names are display names. */
  | { type: 'switched'; from: string; to: string; why: string }
  /** The model takes no pictures, and answers without those of the request; `read`: with their recognised text. */
  | { type: 'without_pictures'; read: boolean }
  /** No data for this many seconds, once per silence. `retry`: too many requests, so it is asked again after them; counts down each second. */
  | { type: 'waiting'; seconds: number; retry?: true }
  /** The model is downloading to this device: fraction from 0 to 1. */
  | { type: 'downloading'; share: number }
  | { type: 'raw'; items: unknown[] }
  /** Last, and only when the model reported its end. A stream without it was cut off. */
  | { type: 'finish'; reason: FinishReason };

export interface Model {
  /** With fallback, the id of the model that answers now; so is the context window. */
  readonly id: string;
  /** Context window in tokens, if known. */
  readonly contextWindow?: number | undefined;
  /**
   * Asks the model.
   * - Yields events as they arrive; every `call_started` has its `call_finished` before `finish`.
   * - Throws a Failure with a sentence for people when the endpoint fails, before or during the stream.
   * - Throws an AbortError when `signal` aborts.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Extension point for models that run on this device. */
declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    deviceModel: {
      /** @throws Failure that says what to do when the model is missing or can't run */
      connect(settings: ModelSettings): Promise<Model>;
    };
  }
}
