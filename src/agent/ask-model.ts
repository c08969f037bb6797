// One request to a model for a text: no tools, no history, and a limit on the output read.
import type { Usage } from '../core/conversation.ts';
import { Failure } from '../core/errors.ts';
import type { Model } from '../models/model.ts';

export interface TextRequest {
  system: string;
  text: string;
  /** Characters to read. Reading stops there, so further output is not paid for. */
  longest: number;
  /** Receives the text as it grows. */
  onText?(text: string): void;
}

export interface ModelText {
  text: string;
  usage: Usage | undefined;
}

/** @throws Failure `unavailable` for an empty or cut-off answer; the errors of the model; the abort of `signal` */
export async function askModel(
  model: Model,
  { system, text, longest, onText }: TextRequest,
  signal: AbortSignal,
): Promise<ModelText> {
  const request = {
    system,
    messages: [{ role: 'user' as const, text }],
    tools: [],
    toolChoice: 'none' as const,
  };
  let said = '';
  let usage: Usage | undefined;
  let isDone = false;
  for await (const event of model.stream(request, signal)) {
    signal.throwIfAborted();
    if (event.type === 'text') {
      said += event.delta;
      onText?.(said);
    }
    if (event.type === 'usage') usage = { input: event.input, output: event.output };
    if (event.type === 'finish') isDone = true;
    if (said.length > longest) break;
  }
  signal.throwIfAborted();
  if (!isDone && said.length <= longest) throw new Failure('unavailable', 'the connection ended too early');
  if (said.trim() === '') throw new Failure('unavailable', 'the model wrote nothing');
  return { text: said.trim().slice(0, longest), usage };
}

export function addedUsage(before: Usage | undefined, { input, output }: Usage): Usage {
  return { input: (before?.input ?? 0) + input, output: (before?.output ?? 0) + output };
}
