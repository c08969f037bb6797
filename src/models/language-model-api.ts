// What is used of the Prompt API as browsers have it, none of which is in the types of the language yet.
//
// Of its two generations the names of what is measured differ (`inputQuota`, now `contextWindow`); nothing here needs them.

export interface SessionMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

interface Expected {
  type: 'text' | 'tool-call' | 'tool-response';
  languages?: readonly string[];
}

/** Without `execute`: the model names the call in its answer, and waits for nobody. */
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
  /** `loaded` is a share, or bytes of `total`. */
  addEventListener(
    type: 'downloadprogress',
    listener: (event: { loaded: number; total?: number }) => void,
  ): void;
}

export interface PromptOptions {
  signal?: AbortSignal;
  /** A JSON schema that the answer keeps to. */
  responseConstraint?: object;
}

export interface LanguageModelSession {
  prompt(input: readonly SessionMessage[], options?: PromptOptions): Promise<string>;
  /** Chunks are what has come since the one before; of sessions with tools also calls, or lists of both. */
  promptStreaming(input: readonly SessionMessage[], options?: PromptOptions): ReadableStream<unknown>;
  destroy(): void;
}

export interface LanguageModelApi {
  availability(
    options?: SessionOptions,
  ): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  /** Rejects with a DOMException; `QuotaExceededError` when it begins with more than it can hold. */
  create(options?: SessionOptions): Promise<LanguageModelSession>;
}
