// Tools that the page around the widget registers with WebMCP, as tools of its assistant.
//
// - Each says where it comes from, and each call needs the visitor's approval.
// - Tools that the widget itself offers are left out.
// - A tool that the page removes is removed here too.
import { isObject, type Json } from '../../base/json.ts';
import { Failure } from '../../core/errors.ts';
import { isOffered, type ModelContext } from '../../core/ports/model-context.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import type { HostTool } from '../site-chat.ts';

/** A tool as listed by the browser. */
export interface ListedTool {
  name: string;
  description?: string;
  /** A JSON Schema, or its text. */
  inputSchema?: unknown;
  origin?: string;
}

/** The part of a newer `document.modelContext` that runs tools. */
export interface ToolContext extends ModelContext {
  getTools(): Promise<readonly ListedTool[]>;
  executeTool(tool: ListedTool, args: object, options?: { signal?: AbortSignal }): Promise<unknown>;
}

export interface PageTools {
  /** @throws Failure for an invalid tool, or a taken name @returns removes it */
  register(tool: HostTool): () => void;
  report(error: unknown): void;
}

export function canUseTools(context: ModelContext | undefined): context is ToolContext {
  const { getTools, executeTool } = (context ?? {}) as Partial<ToolContext>;
  return typeof getTools === 'function' && typeof executeTool === 'function';
}

/** Registers the tools of the page, and follows their changes until `ended`. Resolves once the first are there. */
export async function usePageTools(
  context: ToolContext,
  tools: PageTools,
  ended: AbortSignal,
): Promise<void> {
  const used = new Map<string, () => void>();
  const update = async (): Promise<void> => {
    const listed = (await context.getTools()).filter(({ name }) => !isOffered(context, name));
    if (ended.aborted) return;
    const keys = new Set(listed.map(keyOf));
    for (const [key, remove] of used) {
      if (keys.has(key)) continue;
      remove();
      used.delete(key);
    }
    for (const tool of listed) {
      const key = keyOf(tool);
      if (used.has(key)) continue;
      try {
        used.set(key, tools.register(hostTool(context, tool)));
      } catch (error) {
        used.set(key, () => undefined);
        tools.report(error);
      }
    }
  };
  const changed = (): void => void update().catch((error: unknown) => tools.report(error));
  const target = context as Partial<EventTarget>;
  target.addEventListener?.('toolchange', changed);
  ended.addEventListener('abort', () => {
    target.removeEventListener?.('toolchange', changed);
    for (const remove of used.values()) remove();
    used.clear();
  });
  await update();
}

function keyOf({ name, description, inputSchema, origin }: ListedTool): string {
  return JSON.stringify([name, description, inputSchema, origin]);
}

function hostTool(context: ToolContext, tool: ListedTool): HostTool {
  const origin = tool.origin ?? location.origin;
  return {
    name: tool.name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 64),
    description: `${tool.description ?? tool.name} (A tool that ${origin} registered in this browser.)`,
    parameters: schemaOf(tool.inputSchema),
    approve: true,
    async execute(args, { signal }) {
      const result = await context.executeTool(tool, args, { signal });
      return typeof result === 'string' ? parsed(result) : (result as Json);
    },
  };
}

function schemaOf(given: unknown): ObjectSchema {
  const schema = typeof given === 'string' && given !== '' ? parsed(given) : (given ?? {});
  if (isObject(schema)) return { type: 'object', ...schema } as ObjectSchema;
  throw new Failure('bad_request', 'a tool of this page has an invalid schema');
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}
