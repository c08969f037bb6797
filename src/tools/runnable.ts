// The Lua script that a tool comes down to: its source, or what a request or a flow compiles to.
import { toToolSpec } from '../core/tool-spec.ts';
import type { Tool, ToolSpec } from '../core/tool.ts';
import type { ToolKind } from '../core/tool-kinds.ts';

/** Tools are frozen: the script of one never changes. */
const scripts = new WeakMap<Tool, Promise<string>>();

export function scriptOf(tool: Tool): Promise<string> {
  const known = scripts.get(tool);
  if (known) return known;
  const script = compile(tool.kind, tool.source, `${tool.name}.json`);
  // What failed to load is tried again.
  script.catch(() => scripts.delete(tool));
  scripts.set(tool, script);
  return script;
}

/**
 * @param source of a tool that is data
 * @throws Failure `bad_request` that names what is wrong with it.
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

/** What a tool that is data says of itself. */
export async function readData(kind: 'http' | 'flow', source: string, fileName: string): Promise<ToolSpec> {
  if (kind === 'http') {
    const { httpToolSpec, readHttpSpec } = await import('./http/http-spec.ts');
    return httpToolSpec(readHttpSpec(source, fileName));
  }
  const { flowToolSpec, readFlowSpec } = await import('../core/flow/flow-spec.ts');
  return flowToolSpec(readFlowSpec(source, fileName));
}

/** Lua never begins with a brace. A flow has steps, which a request has not. */
export function kindOf(source: string): 'lua' | 'http' | 'flow' {
  if (!/^\s*\{/.test(source)) return 'lua';
  try {
    const data = JSON.parse(source) as Record<string, unknown>;
    return 'steps' in data ? 'flow' : 'http';
  } catch {
    // Whoever reads it says what is wrong with it.
    return /"steps"\s*:/.test(source) && !/"request"\s*:/.test(source) ? 'flow' : 'http';
  }
}

/** What is said of a tool that cannot run: enough to list it and to keep its source. */
export function unreadableSpec(fileName: string, problem: string): ToolSpec {
  const name = fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[a-z.]*$/i, '')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .slice(0, 64);
  return toToolSpec({ name: name === '' ? 'tool' : name, description: problem });
}
