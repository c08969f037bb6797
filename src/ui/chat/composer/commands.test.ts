// The list of commands, as it is completed and as it is printed.
import { expect, it } from 'vitest';
import { COMMANDS, commandsFor, helpText, spelling } from './commands.ts';
import { titleOfText, withoutPasted } from './pasted.ts';

it('is completed by beginnings, then by what a command does', () => {
  expect(commandsFor('')).toHaveLength(COMMANDS.length);
  expect(commandsFor('to').map(({ name }) => name)).toEqual(['tools', 'tool run', 'tool skip']);
  expect(commandsFor('library').map(({ name }) => name)).toEqual(['search']);
  expect(commandsFor('zzz')).toEqual([]);
});

it('is printed whole', () => {
  for (const command of COMMANDS) expect(helpText()).toContain(`\`${spelling(command)}\` | ${command.does}`);
});

it('takes a long pasted text for a document with a title', () => {
  expect(titleOfText('\n---\n## The tides\nmore')).toBe('The tides');
  expect(titleOfText('---')).toBe('Pasted text');
  expect([...titleOfText('word '.repeat(40))].length).toBeLessThanOrEqual(80);
  expect(withoutPasted('Sum this up: LONG', 'LONG')).toBe('Sum this up:');
  expect(withoutPasted('it was changed', 'LONG')).toBe('it was changed');
});
