// Test support: tool records as the registry keeps them, and files to import.
import { slugOf } from '../../core/bundle.ts';
import type { ImportFile, ToolDraft } from '../../core/tool-draft.ts';
import type { Tool } from '../../core/tool.ts';
import { bytesOf } from './import-limits.ts';
import { keptTool, toolSpec } from '../../core/tools.test-support.ts';

export const FACE = { slug: 'weather-tools', displayName: 'Weather tools', description: 'Ask the sky.' };

export function someTool(given: Partial<Omit<Tool, 'spec'>> & { spec?: Partial<Tool['spec']> } = {}): Tool {
  const name = given.name ?? 'weather';
  const version = given.spec?.version ?? '1.0.0';
  const { spec, ...rest } = given;
  const about: Partial<Tool['spec']> = {
    version,
    description: `What ${name} does`,
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  };
  return keptTool(toolSpec(name, { ...about, ...spec }), {
    id: `id-${name}-${version}`,
    bundle: 'bundle-1',
    slug: slugOf(name),
    folder: 'folder-1',
    source: `tool = { name = "${name}", version = "${version}" }\nfunction tool.execute() return 1 end\n`,
    hosts: ['granted.example.com'],
    writes: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    modifiedAt: '2026-01-01T00:00:00.000Z',
    currentSince: '2026-01-01T00:00:00.000Z',
    ...rest,
  });
}

/** Returns the draft that an import elsewhere should make of a tool. */
export function draftOf(tool: Tool): ToolDraft {
  const { kind, name, source, files, config, tags, limits, enabled, maxCallsPerMinute, problem } = tool;
  const ending = {
    lua: '.lua',
    connector: '.lua',
    http: '.http.json',
    flow: '.flow.json',
    builtin: '',
    mcp: '',
  }[kind];
  return {
    kind: kind === 'http' || kind === 'flow' ? kind : 'lua',
    fileName: `${name}${ending}`,
    source,
    files,
    config,
    tags,
    ...(!enabled && problem === undefined && { enabled: false as const }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(maxCallsPerMinute !== undefined && { maxCallsPerMinute }),
    ...(!tool.llmCallable && { llmCallable: false as const }),
    ...(!tool.userCallable && { userCallable: false as const }),
    ...(problem !== undefined && { problem }),
  };
}

export const httpSource = (name: string, more: object = {}): string =>
  JSON.stringify({
    name,
    version: '1.0.0',
    description: `What ${name} does`,
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    request: { url: 'https://api.example.com/v1/${city}', headers: { Accept: 'application/json' } },
    ...more,
  });

export const flowSource = (name: string): string =>
  JSON.stringify({
    name,
    version: '1.0.0',
    description: `What ${name} does`,
    parameters: { type: 'object', properties: {} },
    timeout: 30,
    steps: [{ id: 'first', kind: 'call', tool: 'weather', args: { city: 'Bern' } }],
  });

export function filesFrom(texts: Record<string, string | Uint8Array>): ImportFile[] {
  return Object.entries(texts).map(([path, text]) => ({
    path,
    bytes: typeof text === 'string' ? bytesOf(text) : text,
  }));
}
