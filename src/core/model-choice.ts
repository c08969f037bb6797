// The model that answers, and its parameters.

/** Omitted fields use the endpoint's defaults. Endpoints refuse parameters that their model does not support. */
export interface ModelParameters {
  /** 0 to 2. */
  temperature?: number;
  /** 0 to 1. */
  topP?: number;
  /** Maximum tokens of one answer. */
  maxOutputTokens?: number;
  /** How long a reasoning model may think. */
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
}

/** The `connection` of a conversation without a model. */
export const SEARCH_ONLY = 'none';

/** Choice of a conversation or a profile. */
export interface ModelChoice {
  /** Id of a connection in the settings. A deleted one is not replaced: see chosen-model.ts. */
  connection: string;
  /** Another model of the same endpoint. */
  model?: string;
  /** Override those of the connection. */
  parameters?: ModelParameters;
}

/** Price per million tokens, in the user's currency. */
export interface TokenPrice {
  input: number;
  output: number;
  cached?: number;
}
