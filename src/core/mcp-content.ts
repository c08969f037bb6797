// Resources and prompts of MCP servers, and sampling. Pure.

/** A resource as listed by its server, with limited lengths and without invisible characters. */
export interface McpResource {
  /** Its address on the server. A template contains `{name}` for each value to fill in. */
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** The part of `_meta` that describes an app. */
  meta?: Record<string, unknown>;
  isTemplate?: true;
}

/** One piece of a resource: text or bytes. */
export interface McpContent {
  uri: string;
  mimeType?: string;
  text?: string;
  bytes?: Uint8Array<ArrayBuffer>;
  /** `_meta`, as the server sent it. */
  meta?: Record<string, unknown>;
}

export interface McpPrompt {
  name: string;
  title?: string;
  description?: string;
  arguments: { name: string; description?: string; required: boolean }[];
}

/** A prompt with its arguments filled in, as one text to ask. */
export interface McpPromptText {
  text: string;
  /** Sentences about what was left out, such as pictures. */
  notes: string[];
}

/** A server's request to a model (sampling). */
export interface SamplingRequest {
  system: string;
  messages: { role: 'user' | 'assistant'; text: string }[];
}

export interface SamplingAnswer {
  model: string;
  text: string;
  /** Whether it was cut at the length limit of the model or the server. */
  isCut: boolean;
}
