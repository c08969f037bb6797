// The optional settings of a model: parameters, context window, price.
import type { ModelParameters } from '../../../core/model-choice.ts';
import type { ModelSettings } from '../../../core/settings.ts';

/** As in a number field, whose empty value is null or undefined. */
type Typed = number | null | undefined;

/** A detail that is a number. */
export type NumberDetail =
  'temperature' | 'topP' | 'maxOutputTokens' | 'contextWindow' | 'input' | 'output' | 'cached';

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high'] as const;

export class ModelDetails {
  temperature = $state<Typed>();
  topP = $state<Typed>();
  maxOutputTokens = $state<Typed>();
  /** Empty: the endpoint's default. */
  effort = $state('');
  contextWindow = $state<Typed>();
  input = $state<Typed>();
  output = $state<Typed>();
  cached = $state<Typed>();

  fill({ parameters = {}, contextWindow, price }: ModelSettings): void {
    this.temperature = parameters.temperature;
    this.topP = parameters.topP;
    this.maxOutputTokens = parameters.maxOutputTokens;
    this.effort = parameters.reasoningEffort ?? '';
    this.contextWindow = contextWindow;
    this.input = price?.input;
    this.output = price?.output;
    this.cached = price?.cached;
  }

  get isEmpty(): boolean {
    return Object.keys(this.read()).length === 0;
  }

  /** The first invalid value, as a sentence. */
  get problem(): string | undefined {
    const { temperature, topP, maxOutputTokens, contextWindow, input, output, cached } = this;
    if (isOutside(temperature, 0, 2)) return 'Temperature must be a number from 0 to 2.';
    if (isOutside(topP, 0, 1)) return 'Top P must be a number from 0 to 1.';
    if (isNoCount(maxOutputTokens)) return 'The answer limit must be a whole number of tokens.';
    if (isNoCount(contextWindow)) return 'The context window must be a whole number of tokens.';
    if ([input, output, cached].some((price) => isOutside(price, 0, Infinity)))
      return 'A price must be 0 or more.';
    if (isThere(input) !== isThere(output) || (isThere(cached) && !isThere(input)))
      return 'Enter both the input and the output price, or neither.';
    return undefined;
  }

  /** Returns only the values entered. */
  read(): Pick<ModelSettings, 'parameters' | 'contextWindow' | 'price'> {
    const { temperature, topP, maxOutputTokens, contextWindow, input, output, cached } = this;
    const reasoningEffort = EFFORTS.find((one) => one === this.effort);
    const parameters: ModelParameters = {
      ...(isThere(temperature) && { temperature }),
      ...(isThere(topP) && { topP }),
      ...(isThere(maxOutputTokens) && { maxOutputTokens }),
      ...(reasoningEffort && { reasoningEffort }),
    };
    return {
      ...(Object.keys(parameters).length > 0 && { parameters }),
      ...(isThere(contextWindow) && { contextWindow }),
      ...(isThere(input) &&
        isThere(output) && { price: { input, output, ...(isThere(cached) && { cached }) } }),
    };
  }
}

function isThere(value: Typed): value is number {
  return typeof value === 'number' && !Number.isNaN(value);
}

function isOutside(value: Typed, least: number, most: number): boolean {
  return isThere(value) && (value < least || value > most);
}

function isNoCount(value: Typed): boolean {
  return isThere(value) && (!Number.isInteger(value) || value < 1);
}
