// The options for installing a tool, and the messages for invalid ones.
import { describe, expect, it } from 'vitest';
import { checkOptions } from './install-options.ts';

const refusal = (options: unknown): string => {
  try {
    checkOptions(options);
  } catch (error) {
    return (error as Error).message;
  }
  return 'accepted';
};

describe('hosts', () => {
  it('are stored in canonical form', () => {
    const hosts = [
      'API.Example.com',
      'localhost:8080',
      '127.0.0.1:4000',
      '[::1]:9',
      'bücher.example',
      'a.example:80',
    ];
    expect(checkOptions({ hosts: [...hosts, 'api.example.com'] }).hosts).toEqual([
      'api.example.com',
      'localhost:8080',
      '127.0.0.1:4000',
      '[::1]:9',
      'xn--bcher-kva.example',
      'a.example:80',
    ]);
  });

  it.each([
    'ftp://a.example',
    'a.example/path',
    '*.example.com',
    'user@a.example',
    'a.example:port',
    'a b',
    '',
    '.',
    'a.example.',
    'a?b',
    'a#b',
    'a\\b',
    'a%2fb',
    '-a',
  ])('reject %j, because they are plain names (F61)', (host) => {
    expect(refusal({ hosts: [host] })).toBe(
      `host '${host}' must be a plain host name such as api.example.com`,
    );
  });

  it('come as a list', () => {
    expect(refusal({ hosts: 'a.example' })).toBe('hosts must be a list of host names');
  });
});

describe('files', () => {
  it('are texts by path, in one form and order', () => {
    const { files } = checkOptions({ files: { './lib//b.lua': 'b', 'a.txt': 'a' } });
    expect(Object.entries(files ?? {})).toEqual([
      ['a.txt', 'a'],
      ['lib/b.lua', 'b'],
    ]);
  });

  it('stay in the folder, and small', () => {
    expect(refusal({ files: { '../x.lua': '' } })).toBe('files: path escapes sandbox: ../x.lua');
    expect(refusal({ files: { a: 5 } })).toBe("the file 'a' must be a string");
    expect(refusal({ files: [] })).toBe('files must be an object of strings by path');
    expect(refusal({ files: { a: 'x'.repeat(3 * 1024 * 1024) } })).toContain(
      'at most 200 files with 2 MiB together',
    );
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`f${i}`, '']));
    expect(refusal({ files: many })).toContain('at most 200 files with 2 MiB together');
  });
});

describe('writing without asking', () => {
  it('is granted by name, or by a policy that never asks', () => {
    expect(checkOptions({ writes: true }).writes).toBe(true);
    expect(checkOptions({ policy: 'allow' }).writes).toBe(true);
    expect(checkOptions({ policy: 'allow', writes: false }).writes).toBe(false);
    expect(checkOptions({ policy: 'ask' }).writes).toBeUndefined();
    expect(checkOptions({ writes: 'yes' }).writes).toBe(false);
  });
});

it('names an invalid option', () => {
  expect(refusal({ policy: 'maybe' })).toBe('policy must be one of allow, ask, deny');
  expect(refusal({ config: 5 })).toBe('config must be an object');
  expect(refusal({ limits: { memory: 1 } })).toContain('limits.memory must be a number');
  expect(refusal('x')).toBe('install options must be an object');
  expect(checkOptions(undefined)).toEqual({});
});
