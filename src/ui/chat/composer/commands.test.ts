// The list of commands, for completion and for `/help`.
import { expect, it } from 'vitest';
import { COMMANDS, commandsFor, helpText, spelling } from './commands.ts';
import { titleOfText, withoutPasted } from './pasted.ts';

it('completes by prefix, then by what a command does', () => {
  expect(commandsFor('')).toHaveLength(COMMANDS.length);
  expect(commandsFor('to').map(({ name }) => name)).toEqual(['tools', 'tool run', 'tool skip']);
  expect(commandsFor('library').map(({ name }) => name)).toEqual(['search']);
  expect(commandsFor('zzz')).toEqual([]);
});

it('is printed completely', () => {
  for (const command of COMMANDS) expect(helpText()).toContain(`\`${spelling(command)}\` | ${command.does}`);
});

it('turns a long pasted text into a document with a title', () => {
  expect(titleOfText('\n---\n## The tides\nmore')).toBe('The tides');
  expect(titleOfText('---')).toBe('Pasted text');
  expect([...titleOfText('word '.repeat(40))].length).toBeLessThanOrEqual(80);
  expect(withoutPasted('Sum this up: LONG', 'LONG')).toBe('Sum this up:');
  expect(withoutPasted('it was changed', 'LONG')).toBe('it was changed');
});
