// What the page and the worker that generates text say to each other.

/** How the numbers of a model are written, as the names of its files tell. */
export type ModelDtype = 'q4f16' | 'q4' | 'q8' | 'int8' | 'uint8' | 'fp16' | 'fp32';

/** Which files of the device make a model. */
export interface DevicePlace {
  /** As the model hub names it: `owner/name`. */
  id: string;
  dtype: ModelDtype;
  /** Further files that hold the numbers of the first. */
  externalData: number;
}

/** As chat templates of models take them. */
export interface TemplateMessage {
  role: 'system' | 'user' | 'assistant' | 'tool';
  content: string;
  name?: string;
  tool_calls?: { type: 'function'; function: { name: string; arguments: object } }[];
}

export interface TemplatePrompt {
  messages: TemplateMessage[];
  /** Only for templates that know tools. */
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
  /** Not on the graphics card: it is to be tried on the CPU, in another worker. */
  | { type: 'unfit' }
  | { type: 'failed'; message: string }
  | { type: 'text'; id: number; delta: string }
  | { type: 'done'; id: number; input: number; output: number; reason: 'stop' | 'length' }
  | { type: 'refused'; id: number; why: 'too_long' | 'broken'; message: string };
