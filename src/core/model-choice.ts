// Which model answers, and how it is asked to.

/** Left out: as the endpoint has it. Endpoints refuse what their model does not know. */
export interface ModelParameters {
  /** 0 to 2. */
  temperature?: number;
  /** 0 to 1. */
  topP?: number;
  /** Tokens of one answer at most. */
  maxOutputTokens?: number;
  /** How long a model that reasons may think. */
  reasoningEffort?: 'none' | 'minimal' | 'low' | 'medium' | 'high';
}

/** The `connection` of a conversation in which no model is asked. */
export const SEARCH_ONLY = 'none';

/** In one conversation, or of one profile. */
export interface ModelChoice {
  /** The id of a connection in the settings. One that is gone is replaced by none: see chosen-model.ts. */
  connection: string;
  /** Another model of the same endpoint. */
  model?: string;
  /** Above those of the connection. */
  parameters?: ModelParameters;
}

/** What a million tokens cost, in the currency that the user thinks in. */
export interface TokenPrice {
  input: number;
  output: number;
  cached?: number;
}
