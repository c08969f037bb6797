// A new tool gets a free name, also in its script.
import { expect, it } from 'vitest';
import { inspectWithAny } from '../../../scripts/inspect-tool.ts';
import { freeToolName, isTemplate, newToolSource } from './new-tool.ts';

it('takes the first free name', () => {
  const taken = new Set(['my_tool', 'my_tool_2']);
  expect(freeToolName((name) => taken.has(name))).toBe('my_tool_3');
  expect(freeToolName(() => false)).toBe('my_tool');
});

it('is written under that name', () => {
  expect(newToolSource('my_tool_3')).toContain('name = "my_tool_3"');
});

it('is a template until it is edited', () => {
  const source = newToolSource('mine');
  expect(isTemplate('mine', { '': source })).toBe(true);
  expect(isTemplate('mine', { '': source.replace('42', '43') })).toBe(false);
  expect(isTemplate('mine', { '': source, 'cases.json': '[]' })).toBe(false);
});

it('starts as a short script that runs unchanged', async () => {
  const spec = await inspectWithAny(newToolSource('mine'), 'mine.lua');
  expect(spec).toMatchObject({ name: 'mine', parameters: { type: 'object' } });
  expect(spec.parameters.properties ?? {}).toEqual({});
});

it('starts as a request or flow that can be installed unchanged', async () => {
  const { readHttpSpec, httpToolSpec } = await import('../../tools/http/http-spec.ts');
  const { readFlowSpec, flowToolSpec } = await import('../../core/flow/flow-spec.ts');
  const request = httpToolSpec(readHttpSpec(newToolSource('ask', 'http')));
  const flow = flowToolSpec(readFlowSpec(newToolSource('both', 'flow')));
  expect(request).toMatchObject({ name: 'ask', hosts: ['api.github.com'] });
  expect(flow).toMatchObject({ name: 'both', parameters: { required: ['question'] } });
});
