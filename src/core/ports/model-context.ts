// WebMCP as browsers have it: `document.modelContext`, and the older `navigator.modelContext`. Declared in one place for the app and the widget.
//
// - Newer browsers end an offer by its signal, older ones by `unregisterTool`. Both are served.
// - A browser that refuses a tool, or has none of this, is no reason to fail: nothing is offered then.
import type { JsonObject } from '../../base/json.ts';

export interface ModelContextTool {
  name: string;
  description: string;
  inputSchema: object;
  annotations?: { readOnlyHint?: boolean; untrustedContentHint?: boolean };
  execute(input: unknown, client?: unknown): Promise<unknown>;
}

export interface ModelContext {
  registerTool(tool: ModelContextTool, options?: { signal?: AbortSignal }): unknown;
  unregisterTool?(name: string): unknown;
}

/** Undefined in a browser without it. */
export function modelContextOf(
  places: readonly unknown[] = [
    (globalThis as { document?: object }).document,
    (globalThis as { navigator?: object }).navigator,
  ],
): ModelContext | undefined {
  for (const place of places) {
    const context = (place as { modelContext?: Partial<ModelContext> } | undefined)?.modelContext;
    if (typeof context?.registerTool === 'function') return context as ModelContext;
  }
  return undefined;
}

/** @returns ends the offer */
export function offerTool(context: ModelContext, tool: ModelContextTool): () => void {
  const ended = new AbortController();
  try {
    const registered = context.registerTool(tool, { signal: ended.signal });
    if (registered instanceof Promise) registered.catch(() => undefined);
  } catch {
    // Such as one whose name the page has registered already.
    return () => undefined;
  }
  return () => {
    ended.abort();
    try {
      context.unregisterTool?.(tool.name);
    } catch {
      // The signal has ended it.
    }
  };
}

/** What an agent gives as arguments: an object, or its JSON. Anything else is no argument. */
export function argumentsOf(input: unknown): JsonObject {
  const given: unknown = typeof input === 'string' ? parsed(input) : input;
  return typeof given === 'object' && given !== null && !Array.isArray(given)
    ? (JSON.parse(JSON.stringify(given)) as JsonObject)
    : {};
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
