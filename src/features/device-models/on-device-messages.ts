// Messages between the page and the worker that generates text.

/** Number format of a model's weights, as in its file names. */
export type ModelDtype = 'q4f16' | 'q4' | 'q8' | 'int8' | 'uint8' | 'fp16' | 'fp32';

/** The files of an on-device model. */
export interface DevicePlace {
  /** Its name on the model hub: `owner/name`. */
  id: string;
  dtype: ModelDtype;
  /** Number of further files with the weights of the first. */
  externalData: number;
}

/** The format of chat templates. */
export interface TemplateMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  name?: string;
  tool_calls?: { type: 'function'; function: { name: string; arguments: object } }[];
}

export interface TemplatePrompt {
  messages: TemplateMessage[];
  /** Only for templates that support tools. */
  tools?: object[];
}

export interface Sampling {
  maxTokens: number;
  temperature?: number | undefined;
  topP?: number | undefined;
}

export type ToGenerator =
  | { type: 'load'; place: DevicePlace; device: 'any' | 'cpu' }
  | {
      type: 'ask';
      id: number;
      prompt: TemplatePrompt;
      sampling: Sampling;
      stop: SharedArrayBuffer | undefined;
    };

export type FromGenerator =
  | { type: 'loading'; share: number }
  | { type: 'ready'; device: string; contextWindow: number; hasTools: boolean }
  /** The GPU failed: retry on the CPU, in another worker. */
  | { type: 'unfit' }
  | { type: 'failed'; message: string }
  | { type: 'text'; id: number; delta: string }
  | { type: 'done'; id: number; input: number; output: number; reason: 'stop' | 'length' }
  | { type: 'refused'; id: number; why: 'too_long' | 'broken'; message: string };
