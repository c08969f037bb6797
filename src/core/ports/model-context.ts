// WebMCP in browsers: `document.modelContext`, and the older `navigator.modelContext`. Shared by the app and the widget.
//
// - Newer browsers end an offer by its signal, older ones by `unregisterTool`. Both are supported.
// - If a browser refuses a tool or has no WebMCP, nothing is offered and nothing fails.
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

/** Undefined in a browser without WebMCP. */
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

/** Names of our own offers, by context. */
const offered = new WeakMap<ModelContext, Set<string>>();

/** Tells whether a tool of this name is an offer of ours. */
export function isOffered(context: ModelContext, name: string): boolean {
  return offered.get(context)?.has(name) ?? false;
}

/** @returns ends the offer */
export function offerTool(context: ModelContext, tool: ModelContextTool): () => void {
  const ended = new AbortController();
  const names = offered.get(context) ?? new Set();
  offered.set(context, names.add(tool.name));
  try {
    const registered = context.registerTool(tool, { signal: ended.signal });
    if (registered instanceof Promise) registered.catch(() => names.delete(tool.name));
  } catch {
    // For example, because the page has already registered that name.
    names.delete(tool.name);
    return () => undefined;
  }
  return () => {
    names.delete(tool.name);
    ended.abort();
    try {
      context.unregisterTool?.(tool.name);
    } catch {
      // The signal has already ended it.
    }
  };
}

/** Reads an agent's arguments: an object, or its JSON. Anything else counts as no arguments. */
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
