// Telling commands and lists from questions that resemble them.
import { describe, expect, it } from 'vitest';
import { commandIn, triggerAt, without } from './typed.ts';

describe('a list', () => {
  const kind = (text: string, cursor = text.length): string | undefined => {
    const found = triggerAt(text, cursor);
    return found && `${found.kind} ${found.query} ${found.from}-${found.to}`;
  };

  it.each([
    ['/', 'command  0-1'],
    ['/Lu', 'command lu 0-3'],
    ['/Git:Review', 'command Git:Review 0-11'],
    ['#git:docs://a', 'document git:docs://a 0-13'],
    ['@', 'model  0-1'],
    ['ask @gpt', 'model gpt 4-8'],
    ['what\n#notes', 'document notes 5-11'],
  ])('opens at the cursor: %j', (text, expected) => {
    expect(kind(text)).toBe(expected);
  });

  it.each(['', '/lua ', ' /lua', 'me@example.org', '# Title', 'C# code', '/usr/bin', 'a / b'])(
    'stays closed: %j',
    (text) => {
      expect(kind(text)).toBeUndefined();
    },
  );

  it('is determined by the cursor, not the end', () => {
    expect(kind('see #not and more', 8)).toBe('document not 4-8');
    expect(kind('see #not and more')).toBeUndefined();
  });
});

describe('a command', () => {
  it.each([
    ['/lua return 1', { name: 'lua', rest: 'return 1' }],
    ['/LUA\nlocal a = 1\nreturn a', { name: 'lua', rest: 'local a = 1\nreturn a' }],
    ['/git:Fix_it.now please', { name: 'git:Fix_it.now', rest: 'please' }],
    ['/help', { name: 'help', rest: '' }],
    ['/', { name: '', rest: '' }],
  ])('is recognised in %j', (text, expected) => {
    expect(commandIn(text)).toEqual(expected);
  });

  it.each(['/etc/passwd holds what?', ' /lua as a question', 'a/b', '/2 of what?'])(
    'is not recognised in %j',
    (text) => {
      expect(commandIn(text)).toBeUndefined();
    },
  );
});

it('removes a word and one of its spaces', () => {
  expect(without('ask @gpt about it', { from: 4, to: 8 })).toBe('ask about it');
  expect(without('@gpt about it', { from: 0, to: 4 })).toBe('about it');
  expect(without('ask\n#a', { from: 4, to: 6 })).toBe('ask\n');
});
