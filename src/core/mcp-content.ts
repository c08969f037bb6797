// What a server offers besides tools: resources to read and prompts to ask with. Pure.

/** Read from the list of a server: bounded, without characters that cannot be seen. */
export interface McpResource {
  /** As the server knows it; for a template, with `{name}` where something is to be filled in. */
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  isTemplate?: true;
}

/** One piece of a resource: text, or bytes. */
export interface McpContent {
  uri: string;
  mimeType?: string;
  text?: string;
  bytes?: Uint8Array<ArrayBuffer>;
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
  /** What of it was left out, such as pictures; sentences. */
  notes: string[];
}

/** What a server wants a model to answer (sampling). */
export interface SamplingRequest {
  system: string;
  messages: { role: 'user' | 'assistant'; text: string }[];
}

export interface SamplingAnswer {
  model: string;
  text: string;
  /** It was cut at the length that the model or the server allows. */
  isCut: boolean;
}
