// Tool definitions in each wire format, and the mapping of names to the wire and back.
import { describe, expect, it } from 'vitest';
import { definitionOf, definitionTokens, fromWireName, wireName, type Definable } from './definition.ts';
import type { ObjectSchema } from './schema.ts';

const PARAMETERS: ObjectSchema = {
  type: 'object',
  properties: { title: { type: 'string', description: 'What to call it' } },
  required: ['title'],
};

const TOOL: Definable = {
  name: 'create_issue',
  description: 'Files an issue.',
  parameters: PARAMETERS,
  builtin: false,
  hosts: [],
  writes: false,
};

describe('a definition', () => {
  it('is flat for OpenAI Responses, and switches strict mode off', () => {
    expect(definitionOf(TOOL, 'openai-responses')).toEqual({
      type: 'function',
      name: 'create_issue',
      description: 'Files an issue.',
      parameters: PARAMETERS,
      strict: false,
    });
  });

  it('is nested for OpenAI Chat', () => {
    expect(definitionOf(TOOL, 'openai-chat')).toEqual({
      type: 'function',
      function: {
        name: 'create_issue',
        description: 'Files an issue.',
        parameters: PARAMETERS,
      },
    });
  });

  it('has inputSchema and annotations for MCP', () => {
    expect(definitionOf(TOOL, 'mcp')).toEqual({
      name: 'create_issue',
      description: 'Files an issue.',
      inputSchema: PARAMETERS,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: false },
    });
  });

  it('has inputSchema for WebMCP', () => {
    expect(definitionOf(TOOL, 'webmcp')).toEqual({
      name: 'create_issue',
      description: 'Files an issue.',
      inputSchema: PARAMETERS,
      annotations: { readOnlyHint: true },
    });
  });

  it('has the four fields of /tools/list', () => {
    expect(definitionOf({ ...TOOL, builtin: true }, 'tools-list')).toEqual({
      name: 'create_issue',
      description: 'Files an issue.',
      builtin: true,
      parameters: PARAMETERS,
    });
  });

  it('derives its hints from grants: a host or write permission makes a tool more than read-only', () => {
    expect(definitionOf({ ...TOOL, hosts: ['a.example'] }, 'mcp').annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: true,
    });
    expect(definitionOf({ ...TOOL, writes: true }, 'mcp').annotations).toEqual({
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: false,
    });
    expect(definitionOf({ ...TOOL, writes: true }, 'webmcp').annotations).toEqual({ readOnlyHint: false });
    const { hosts: _, writes: __, ...unknown } = TOOL;
    expect(definitionOf(unknown, 'mcp').annotations).toBeUndefined();
  });

  it('gives MCP an output schema when the tool returns an object', () => {
    const returns = { type: 'object', properties: { id: { type: 'integer' } } };
    expect(definitionOf({ ...TOOL, returns }, 'mcp').outputSchema).toEqual(returns);
    expect(definitionOf({ ...TOOL, returns: { type: 'array' } }, 'mcp')).not.toHaveProperty('outputSchema');
  });

  it('always has properties, and a description short enough for OpenAI', () => {
    const bare = { ...TOOL, description: 'x'.repeat(2000), parameters: { type: 'object' as const } };
    const { parameters, description } = definitionOf(bare, 'openai-responses');
    expect(parameters).toEqual({ type: 'object', properties: {} });
    expect(description).toHaveLength(1024);
    expect(definitionOf(bare, 'mcp').description).toHaveLength(2000);
  });
});

describe('a wire name', () => {
  it('is the name itself when OpenAI accepts it', () => {
    expect(wireName('create_issue-2')).toBe('create_issue-2');
  });

  it('is derived from names that OpenAI refuses, and stays distinct', () => {
    const names = ['files.read', 'files/read', 'x'.repeat(80), `${'x'.repeat(80)}y`, 'größe', ''];
    const wires = names.map(wireName);
    for (const wire of wires) expect(wire).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    expect(new Set(wires).size).toBe(names.length);
    for (const [position, wire] of wires.entries()) {
      expect(fromWireName(wire, names)).toBe(names[position]);
    }
  });

  it('maps to nothing when no name produced it', () => {
    expect(fromWireName('other', ['files.read'])).toBeUndefined();
  });

  it('maps to the tool with exactly that name first', () => {
    const wire = wireName('files.read');
    expect(fromWireName(wire, ['files.read', wire])).toBe(wire);
  });

  it('keeps dots for MCP', () => {
    expect(definitionOf({ ...TOOL, name: 'files.read' }, 'mcp').name).toBe('files.read');
    expect(definitionOf({ ...TOOL, name: 'files.read' }, 'openai-chat').function.name).toBe(
      wireName('files.read'),
    );
    expect(definitionOf({ ...TOOL, name: 'files read' }, 'webmcp').name).toBe(wireName('files read'));
  });
});

it('estimates tokens from the size of the JSON', () => {
  const definition = definitionOf(TOOL, 'openai-chat');
  expect(definitionTokens(definition)).toBe(Math.ceil(JSON.stringify(definition).length / 4));
});
