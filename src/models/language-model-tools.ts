// Tools of the Prompt API in its open-loop form, in browsers that have them: the model names a call, and the page
// makes it.
//
// - Support is detected by the message types for calls and results; other browsers reject these types.
import { isObject } from '../base/json.ts';
import { uniqueId } from './call-ids.ts';
import type { LanguageModelApi, SessionOptions, SessionTool } from './language-model-api.ts';
import type { ModelEvent, ModelTool } from './model.ts';

/** Returns the session options with tools; undefined if this browser does not offer them to pages. */
export async function optionsWithTools(
  api: LanguageModelApi,
  options: SessionOptions,
  tools: readonly ModelTool[],
): Promise<SessionOptions | undefined> {
  const { expectedInputs = [{ type: 'text' }], expectedOutputs = [{ type: 'text' }] } = options;
  const wanted: SessionOptions = {
    ...options,
    expectedInputs: [...expectedInputs, { type: 'tool-response' }],
    expectedOutputs: [...expectedOutputs, { type: 'tool-call' }],
    tools: tools.map(({ name, description, parameters }): SessionTool => ({
      name,
      description,
      inputSchema: parameters,
    })),
  };
  const availability = await api.availability(wanted).catch(() => 'unavailable' as const);
  return availability === 'unavailable' ? undefined : wanted;
}

/** Parses a chunk of an answer with tools: text, calls, or a list of both. */
export class ToolChunks {
  #calls = 0;
  readonly #ids = new Set<string>();

  read(chunk: unknown): ModelEvent[] {
    if (typeof chunk === 'string') return chunk === '' ? [] : [{ type: 'text', delta: chunk }];
    if (Array.isArray(chunk)) return chunk.flatMap((part: unknown) => this.read(part));
    if (!isObject(chunk)) return [];
    const { type, value } = chunk;
    if (type === 'text') return this.read(value);
    if (type !== 'tool-call' || !isObject(value) || typeof value['name'] !== 'string') return [];
    const { name, arguments: args, callId } = value;
    const key = String(++this.#calls);
    const call = {
      id: uniqueId(typeof callId === 'string' && callId !== '' ? callId : `call_${key}`, this.#ids),
      name,
      arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}),
    };
    return [
      { type: 'call_started', key, name },
      { type: 'call_finished', key, call },
    ];
  }
}
