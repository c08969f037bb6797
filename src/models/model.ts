// A language model as the loop sees it: one function from a request to a stream of events, whatever the wire format.
import type { ObjectSchema } from '../core/schema.ts';
import type { Picture } from '../core/picture.ts';
import type { ModelSettings } from '../core/settings.ts';

/** A call as the model wrote it. `id` is unique within its answer and is what the result refers to. */
export interface ModelCall {
  id: string;
  name: string;
  /** JSON text as received, which may be no JSON at all; `{}` when the model sent nothing. */
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
      /** What the adapter wants back in the next request of the same answer, such as encrypted reasoning. */
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
  /** The text in a picture, for models that take none; empty where there is none. Never rejects. Absent: nobody reads them. */
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
  /** Told before anything else: the model that was asked failed, and another one answers. Names as people know them. */
  | { type: 'switched'; from: string; to: string; why: string }
  /** It takes no pictures, and answers without those of the request; `read`: with the text in them. */
  | { type: 'without_pictures'; read: boolean }
  /** Nothing has been heard for this many seconds; said once a silence. */
  | { type: 'waiting'; seconds: number }
  /** The model itself is on its way to this device: how much of it is there, 0 to 1. */
  | { type: 'downloading'; share: number }
  | { type: 'raw'; items: unknown[] }
  /** Last, and only when the model said that it was done. A stream that ends without it was cut. */
  | { type: 'finish'; reason: FinishReason };

export interface Model {
  /** Of several that stand in for each other: of the one that answers now, as is the next. */
  readonly id: string;
  /** Tokens that it holds, as far as known. */
  readonly contextWindow?: number | undefined;
  /**
   * Asks the model.
   * - Yields events as they arrive; every `call_started` has its `call_finished` before `finish`.
   * - Throws a Failure with a sentence for people when the endpoint fails, before or during the stream.
   * - Throws an AbortError when `signal` aborts.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}

/** Where a feature offers models that run on this device. */
declare module '../core/extensions.ts' {
  interface ExtensionPoints {
    deviceModel: {
      /** @throws Failure that says what to do, when the model is not here or cannot run */
      connect(settings: ModelSettings): Promise<Model>;
    };
  }
}
