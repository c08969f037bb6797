// A new tool gets a name nobody has, and its script says so.
import { expect, it } from 'vitest';
import { freeName, newToolSource } from './new-tool.ts';

it('takes the first free name', () => {
  const taken = new Set(['my_tool', 'my_tool_2']);
  expect(freeName((name) => taken.has(name))).toBe('my_tool_3');
  expect(freeName(() => false)).toBe('my_tool');
});

it('is written under that name', () => {
  expect(newToolSource('my_tool_3')).toContain('name = "my_tool_3"');
});
