// The Lua script of a tool: its source, or the compiled request or flow.
import { toToolSpec } from '../core/tool-spec.ts';
import type { ToolDraft } from '../core/tool-draft.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { ToolKind } from '../core/tool-kinds.ts';

/** Tools are frozen, so a tool's script never changes. */
const scripts = new WeakMap<Tool, Promise<string>>();

export function scriptOf(tool: Tool): Promise<string> {
  const known = scripts.get(tool);
  if (known) return known;
  const script = compile(tool.kind, tool.source, `${tool.name}.json`);
  // A failed load is tried again.
  script.catch(() => scripts.delete(tool));
  scripts.set(tool, script);
  return script;
}

/**
 * @param source of a declarative tool
 * @throws Failure `bad_request` that names the problem
 */
export async function compile(kind: ToolKind, source: string, fileName: string): Promise<string> {
  if (kind === 'http') {
    const [{ readHttpSpec }, { compileHttp }] = await Promise.all([
      import('./http/http-spec.ts'),
      import('./http/compile-http.ts'),
    ]);
    return compileHttp(readHttpSpec(source, fileName));
  }
  if (kind === 'flow') {
    const [{ readFlowSpec }, { compileFlow }] = await Promise.all([
      import('../core/flow/flow-spec.ts'),
      import('./flow/compile-flow.ts'),
    ]);
    return compileFlow(readFlowSpec(source, fileName));
  }
  return source;
}

/** Returns what a declarative tool declares. */
export async function readData(kind: 'http' | 'flow', source: string, fileName: string): Promise<ToolSpec> {
  if (kind === 'http') {
    const { httpToolSpec, readHttpSpec } = await import('./http/http-spec.ts');
    return httpToolSpec(readHttpSpec(source, fileName));
  }
  const { flowToolSpec, readFlowSpec } = await import('../core/flow/flow-spec.ts');
  return flowToolSpec(readFlowSpec(source, fileName));
}

/** Lua never begins with a brace. A flow has steps, which a request lacks. */
export function kindOf(source: string): 'lua' | 'http' | 'flow' {
  if (!/^\s*\{/.test(source)) return 'lua';
  try {
    const data = JSON.parse(source) as Record<string, unknown>;
    return 'steps' in data ? 'flow' : 'http';
  } catch {
    // Its reader will report what is wrong with it.
    return /"steps"\s*:/.test(source) && !/"request"\s*:/.test(source) ? 'flow' : 'http';
  }
}

/**
 * Returns a spec for a tool that can't run: enough to list it and to keep its source.
 * @param declared what it declares elsewhere; ignored if it is no valid declaration
 */
export function unreadableSpec(
  fileName: string,
  problem: string,
  declared: ToolDraft['declared'] = {},
): ToolSpec {
  const name = fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z.]*$/i, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);
  const least = { name: name === '' ? 'tool' : name, description: problem };
  try {
    return toToolSpec({ ...least, ...declared });
  } catch {
    return toToolSpec({
      ...least,
      ...(declared.description !== undefined && { description: declared.description }),
    });
  }
}
