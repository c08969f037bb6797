// The tools that a chat may use.
import { expect, it } from 'vitest';
import { toolsOfChat } from './chat-tools.ts';

const ALL = ['echo', 'read_page', 'web_search'];

it('has no limit by default', () => {
  expect(toolsOfChat({}, undefined, ALL)).toBeUndefined();
  expect(toolsOfChat({ toolsOff: [] }, undefined, ALL)).toBeUndefined();
});

it('excludes the tools of a project folder from a chat without one', () => {
  const all = ['echo', 'fs_read'];
  expect(toolsOfChat({}, undefined, all, ['fs_read'])).toEqual(['echo']);
  expect(toolsOfChat({ project: 'p' }, undefined, all, ['fs_read'])).toBeUndefined();
});

it('excludes switched-off tools from all tools, or from those of the profile', () => {
  expect(toolsOfChat({ toolsOff: ['web_search'] }, undefined, ALL)).toEqual(['echo', 'read_page']);
  expect(toolsOfChat({ toolsOff: ['web_search'] }, ['web_search', 'echo'], ALL)).toEqual(['echo']);
  expect(toolsOfChat({}, ['echo'], ALL)).toEqual(['echo']);
  expect(toolsOfChat({ toolsOff: ['echo'] }, ['echo'], ALL)).toEqual([]);
});
