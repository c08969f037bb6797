// Test support: tools, as the registry keeps them and as lists show them.
import type { Tool, ToolInfo, ToolSpec } from './tool.ts';

export function toolSpec(name: string, more: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name,
    version: '1',
    description: '',
    parameters: { type: 'object' },
    timeout: 30,
    approve: false,
    hosts: [],
    ...more,
  };
}

/** A tool of the user's in Lua, without grants. */
export function keptTool(spec: ToolSpec, more: Partial<Tool> = {}): Tool {
  const { name } = spec;
  return {
    id: name,
    bundle: 'mine',
    slug: name,
    folder: name,
    name,
    kind: 'lua',
    origin: 'user',
    source: 'return 1',
    spec,
    policy: 'allow',
    files: {},
    hosts: [],
    writes: false,
    config: {},
    limits: {},
    tags: [],
    llmCallable: true,
    userCallable: true,
    enabled: true,
    createdAt: '',
    modifiedAt: '',
    currentSince: '',
    ...more,
  };
}

export function listedTool(name: string, more: Partial<ToolInfo> = {}): ToolInfo {
  return {
    id: name,
    name,
    description: `Does ${name}.`,
    kind: 'lua',
    bundle: 'mine',
    slug: name,
    builtin: false,
    parameters: { type: 'object' },
    version: '1',
    origin: 'user',
    policy: 'ask',
    enabled: true,
    hosts: [],
    writes: false,
    tags: [],
    llmCallable: true,
    userCallable: true,
    createdAt: '2026-01-01T00:00:00Z',
    modifiedAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}
