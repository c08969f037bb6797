// The parts of the browser's Prompt API in use, which TypeScript's types lack so far.
//
// Its two generations name the quota differently (`inputQuota`, now `contextWindow`); neither is needed here.

export interface SessionMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface Expected {
  type: 'text' | 'tool-call' | 'tool-response';
  languages?: readonly string[];
}

/** Without `execute`: the model names the call in its answer, and does not wait for it. */
export interface SessionTool {
  name: string;
  description: string;
  inputSchema: object;
}

export interface SessionOptions {
  initialPrompts?: readonly SessionMessage[];
  expectedInputs?: readonly Expected[];
  expectedOutputs?: readonly Expected[];
  tools?: readonly SessionTool[];
  signal?: AbortSignal;
  monitor?: (monitor: DownloadMonitor) => void;
}

export interface DownloadMonitor {
  /** `loaded` is a fraction, or bytes of `total`. */
  addEventListener(
    type: 'downloadprogress',
    listener: (event: { loaded: number; total?: number }) => void,
  ): void;
}

export interface PromptOptions {
  signal?: AbortSignal;
  /** A JSON Schema for the answer. */
  responseConstraint?: object;
}

export interface LanguageModelSession {
  prompt(input: readonly SessionMessage[], options?: PromptOptions): Promise<string>;
  /** Each chunk is the new text. Sessions with tools also yield calls, or lists of both. */
  promptStreaming(input: readonly SessionMessage[], options?: PromptOptions): ReadableStream<unknown>;
  destroy(): void;
}

export interface LanguageModelApi {
  availability(
    options?: SessionOptions,
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  /** Rejects with a DOMException; `QuotaExceededError` when its initial prompts exceed the window. */
  create(options?: SessionOptions): Promise<LanguageModelSession>;
}
